import { locales } from '../locale.ts';
import { texts as english } from '../texts/en-us.ts';
import { texts as japanese } from '../texts/ja-jp.ts';
import { type Files, readJson } from './findings.ts';

/** A Japanese text with the English one of the same key, where there is one. */
export interface TextPair {
  readonly file: string;
  readonly key: string;
  readonly english: string | undefined;
  readonly japanese: string;
}

/**
 * Every Japanese text of the catalogue: interface texts, and all tables that keep the languages in files or
 * in keys named by the locale.
 */
export function toTextPairs(files: Files): TextPair[] {
  return [
    ...pair('../texts/ja-jp', english, japanese),
    ...[...files.keys()].flatMap((file) => {
      if (/(^|\/)en-us(\/|\.json$)/.test(file)) return [];
      const { json } = readJson(file, files);
      if (!/(^|\/)ja-jp(\/|\.json$)/.test(file)) return pairsInside(file, json);
      const { json: other } = readJson(file.replace('ja-jp', 'en-us'), files);
      return pair(file, other, json);
    }),
  ];
}

/** Pairs of texts in one file: objects with a key for each locale, at any depth. */
function pairsInside(file: string, value: unknown, path: readonly string[] = []): TextPair[] {
  if (!isTree(value)) return [];
  const [one, two] = locales.map((locale) => value[locale]);
  if (two !== undefined) return pair(file, one, two, path);
  return Object.entries(value).flatMap(([key, inner]) => pairsInside(file, inner, [...path, key]));
}

function pair(file: string, one: unknown, two: unknown, path: readonly string[] = []): TextPair[] {
  const words = new Map(leaves(one, path));
  return leaves(two, path).map(([key, text]) => ({ file, key, english: words.get(key), japanese: text }));
}

/** What a table says of itself, and its two parts, are no part of a text's key. */
const parts = new Set(['specified', 'project']);

function leaves(value: unknown, path: readonly string[]): [key: string, text: string][] {
  if (typeof value === 'string') return [[path.join('.'), value]];
  if (!isTree(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'about' ? [] : leaves(inner, parts.has(key) ? path : [...path, key]),
  );
}

const isTree = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
