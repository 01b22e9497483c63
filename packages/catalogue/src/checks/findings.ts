import { isWords } from '../device-codes/tables.ts';
import type { Locale } from '../locale.ts';

/**
 * One wrong place of the catalogue: the file under packages/catalogue/src/data, the key in it, and what is
 * wrong there.
 */
export interface Finding {
  readonly file: string;
  readonly key: string;
  readonly what: string;
}

/** The catalogue's files as written, by their path under packages/catalogue/src/data. */
export type Files = ReadonlyMap<string, string>;

/**
 * The content of a file; undefined where it is missing or is no JSON, which is then a finding. Keys that one
 * object holds twice are findings too: a JSON reader keeps the last of them and says nothing.
 */
export function readJson(file: string, files: Files): { json: unknown; findings: Finding[] } {
  const text = files.get(file);
  if (text === undefined) return { json: undefined, findings: [{ file, key: '-', what: 'the file is missing' }] };
  try {
    const json: unknown = JSON.parse(text);
    const findings = findDuplicateKeys(text).map((key) => ({ file, key, what: 'stands twice in the same list' }));
    return { json, findings };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      json: undefined,
      findings: [{ file, key: '-', what: `is not valid JSON: ${reason}${lineOf(reason, text)}` }],
    };
  }
}

/**
 * The line of the position that a JSON reader names, counted from 1; nothing where it names none, or the line
 * itself.
 */
function lineOf(reason: string, text: string): string {
  const position = reason.includes('line ') ? undefined : /position (\d+)/.exec(reason)?.[1];
  return position === undefined ? '' : ` (line ${text.slice(0, Number(position)).split('\n').length})`;
}

const token = /"(?:[^"\\]|\\.)*"(?=(\s*:)?)|[{}[\]]/g;

/** Keys that an object of a valid JSON text holds more than once, each named once a repetition. */
export function findDuplicateKeys(text: string): string[] {
  const duplicates: string[] = [];
  const open: (Set<string> | undefined)[] = [];
  for (const [part, colon] of text.matchAll(token)) {
    if (part === '{') open.push(new Set());
    else if (part === '[') open.push(undefined);
    else if (part === '}' || part === ']') open.pop();
    else if (colon !== undefined) {
      const key = String(JSON.parse(part));
      if (open.at(-1)?.has(key) === true) duplicates.push(key);
      open.at(-1)?.add(key);
    }
  }
  return duplicates;
}

/** Files that are no JSON, and keys that stand twice in one list, in whatever table. */
export const checkFiles = (files: Files): Finding[] =>
  [...files.keys()].flatMap((file) => readJson(file, files).findings);

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;
const halfWidthKatakana = /[\uFF61-\uFF9F]/;
const fullWidthLatin = /[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/;
const unprintable = /[\p{Cc}\uFFFD]/u;

/**
 * What is wrong with a text that people read; empty where nothing is. `untranslated` are the texts that
 * Japanese takes over as they are, such as names of sizes.
 */
export function wrongText(text: string, locale: Locale, untranslated: ReadonlySet<string>): string[] {
  if (text.trim() === '') return ['the text is empty'];
  const wrong: string[] = [];
  if (text !== text.trim()) wrong.push('the text begins or ends with a blank');
  if (text.includes('  ')) wrong.push('the text has two blanks in a row');
  if (unprintable.test(text)) wrong.push('the text holds a character that cannot be printed');
  if (locale === 'en-us') return japanese.test(text) ? [...wrong, 'the English text holds Japanese characters'] : wrong;
  if (!japanese.test(text) && !untranslated.has(text))
    wrong.push('the Japanese text holds no Japanese character and is not listed in untranslated.json');
  if (halfWidthKatakana.test(text)) wrong.push('the Japanese text holds half-width katakana');
  if (fullWidthLatin.test(text)) wrong.push('the Japanese text holds full-width Latin letters or digits');
  return wrong;
}

/** The texts of untranslated.json, with what is wrong in it. */
export function readUntranslated(files: Files): { texts: ReadonlySet<string>; findings: readonly Finding[] } {
  const file = 'untranslated.json';
  const { json, findings } = readJson(file, files);
  if (json === undefined || isWords(json)) return { texts: new Set(Object.keys(json ?? {})), findings };
  return {
    texts: new Set(),
    findings: [...findings, { file, key: '-', what: 'every key needs a reason as its text' }],
  };
}
