import { isWords } from '../device-codes/tables.ts';
import type { Locale } from '../locale.ts';
import { readJson, type Files, type Finding } from './findings.ts';

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
