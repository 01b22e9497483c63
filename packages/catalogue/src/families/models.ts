import data from '../data/families/models.json' with { type: 'json' };
import { families } from './families.ts';

/** Model names of this form are machines of this family (OQ-103). */
export interface ModelPattern {
  /** Words of the model name; `*` matches any letters and digits within a word. */
  readonly pattern: string;
  readonly family: string;
}

/** The project's own table; its names are invented (docs/decisions/0168). */
export const modelTable: readonly ModelPattern[] = data.models;

/** The model names of the table that are of a family, those with `*` left out; none for an unknown family. */
export function modelsOf(family: string): readonly string[] {
  return modelTable
    .filter((entry) => entry.family === family && !entry.pattern.includes('*'))
    .map(({ pattern }) => pattern);
}

const notWord = /[^\p{L}\p{M}\p{N}]+/gu;
const notPattern = /[^\p{L}\p{M}\p{N}*]+/gu;
const fold = (text: string, other: RegExp) => text.normalize('NFKC').toLowerCase().replaceAll(other, ' ').trim();

/**
 * The words of a pattern as they are compared, with its `*`: compatibility forms and case folded, everything
 * but letters and digits one blank. `Platen c2513-X*` and `PLATEN C2513 x*` are the same words.
 */
export const toPatternWords = (pattern: string): string => fold(pattern, notPattern).replaceAll(/\*+/g, '*');

/** Finds the family of a text by its words; undefined where no pattern is in it. */
export type FindFamily = (text: string) => string | undefined;

/**
 * Makes a search from tables, in order of their precedence. The pattern with most letters and digits wins; of
 * equally long ones the earlier table's, in a table the earlier. Patterns are taken as they are;
 * `readModelTable` checks them.
 */
function toFinder(...tables: readonly (readonly ModelPattern[])[]): FindFamily {
  const rules = tables.flat().map(({ pattern, family }) => {
    const words = toPatternWords(pattern);
    return {
      family,
      length: words.replaceAll(/[* ]/g, '').length,
      form: new RegExp(`(?:^| )${words.replaceAll('*', '[^ ]*')}(?: |$)`, 'u'),
    };
  });
  // Sorting keeps the order of equally long ones.
  const sorted = rules.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length);
  // A fleet has few models and many reports.
  const found = new Map<string, string | undefined>();
  return (text) => {
    if (found.has(text)) return found.get(text);
    const words = fold(text, notWord);
    const family = sorted.find(({ form }) => form.test(words))?.family;
    if (found.size >= 2000) found.clear();
    found.set(text, family);
    return family;
  };
}

const inSeries = toFinder(families.map(({ code }) => ({ pattern: code, family: code })));

/**
 * The family whose code a reported series carries, in any case and with any signs between its words; else
 * undefined.
 */
export function familyOfSeries(series: string): string | undefined {
  return inSeries(series);
}

/** `familyOf` for many models: the patterns are prepared once. `extra` is a site's own table. */
export function toFamilyFinder(extra: readonly ModelPattern[] = []): FindFamily {
  return toFinder(extra, modelTable);
}

const ofTable = toFamilyFinder();

/**
 * The family of a model (OQ-103): case does not matter, the longest pattern wins, a site's pattern before an
 * equally long one of the project. Undefined for a model that no pattern knows: then raw codes are shown.
 */
export function familyOf(model: string, extra: readonly ModelPattern[] = []): string | undefined {
  return extra.length === 0 ? ofTable(model) : toFamilyFinder(extra)(model);
}
