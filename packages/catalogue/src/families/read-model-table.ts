import { families, findFamily } from './families.ts';
import { type ModelPattern, toPatternWords } from './models.ts';

/** What is wrong with a table of models, and where in it (`models[3]`; empty: the whole). */
export interface ModelProblem {
  readonly key: string;
  readonly what: string;
}

/** The longest pattern, in characters. A model name is hardly longer. */
const longest = 100;
/** More `*` would let a hostile model name keep the search busy. */
const mostStars = 2;

/**
 * Reads a parsed JSON file of the form of `models.json`: `{"models": [{"pattern": "Platen C25*", "family":
 * "REUSS3"}]}`; further keys such as `about` are left alone. Gives the good entries and every problem; never
 * throws (OQ-103).
 */
export function readModelTable(value: unknown): { models: ModelPattern[]; problems: ModelProblem[] } {
  const list = fieldOf(value, 'models');
  if (!Array.isArray(list)) return { models: [], problems: [{ key: '', what: 'expected {"models": [...]}' }] };
  const models: ModelPattern[] = [];
  const problems: ModelProblem[] = [];
  const places = new Map<string, string>();
  for (const [index, entry] of list.entries()) {
    const key = `models[${index}]`;
    const pattern = fieldOf(entry, 'pattern');
    const family = fieldOf(entry, 'family');
    const wrong = judge(pattern, family);
    if (wrong !== undefined) problems.push({ key, what: wrong });
    if (wrong !== undefined || typeof pattern !== 'string' || typeof family !== 'string') continue;
    const words = toPatternWords(pattern);
    const before = places.get(words);
    if (before !== undefined) problems.push({ key, what: `pattern '${pattern}' is there already, at ${before}` });
    else {
      places.set(words, key);
      models.push({ pattern, family });
    }
  }
  return { models, problems };
}

function judge(pattern: unknown, family: unknown): string | undefined {
  if (typeof pattern !== 'string') return 'pattern: expected a text';
  if (pattern.length > longest) return `pattern: longer than ${longest} characters`;
  const words = toPatternWords(pattern);
  if (words.replaceAll(/[* ]/g, '').length < 2) return `pattern '${pattern}': expected at least two letters or digits`;
  if (words.replaceAll(/[^*]/g, '').length > mostStars) return `pattern '${pattern}': expected at most ${mostStars} *`;
  if (typeof family !== 'string') return 'family: expected a text';
  if (findFamily(family) === undefined)
    return `family '${family}' is not known; known are ${families.map(({ code }) => code).join(', ')}`;
  return undefined;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
