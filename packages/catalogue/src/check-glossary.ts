import { type Files, type Finding, readJson } from './checks/findings.ts';
import { isRecord } from './device-codes/tables.ts';
import { locales } from './locale.ts';
import { texts as english } from './texts/en-us.ts';
import { texts as japanese } from './texts/ja-jp.ts';

/** A term of the glossary: see the file's own words about its fields. */
interface Term {
  readonly ja: string;
  readonly also?: readonly string[];
  readonly avoid: readonly string[];
  readonly english?: readonly string[];
}

const file = 'glossary.json';

/**
 * Messages of the device codes are no translations: each language has the meaning that its own catalogue
 * gives.
 */
const deviceCodes = /^device-codes\/ja-jp\//;
/** Arguments of a text: their names are no words of it. */
const placeholder = /\{\w+|<\/?\w+>/g;

/**
 * Where Japanese texts leave the glossary (OQ-89), and what is wrong in the glossary itself. `files` are the
 * tables under src/data; the interface texts are looked at too. Empty: all texts share one wording.
 */
export function checkGlossary(files: Files): Finding[] {
  const { json, findings } = readJson(file, files);
  if (json === undefined) return findings;
  const terms = new Map<string, Term>();
  const wrong = [...findings];
  for (const [key, term] of Object.entries(isRecord(json) && isRecord(json.terms) ? json.terms : {})) {
    if (isTerm(term)) terms.set(key, term);
    else wrong.push({ file, key, what: 'needs a text ja and lists of texts: avoid, and if given also and english' });
  }
  if (terms.size === 0) wrong.push({ file, key: 'terms', what: 'holds no term' });
  const rules = toRules(terms);
  return [...wrong, ...findContradictions(terms), ...toTextPairs(files).flatMap((text) => checkText(text, rules))];
}

/**
 * Terms that speak against each other: a variant avoided by one and used by another, an English word asked
 * for by two.
 */
function findContradictions(terms: ReadonlyMap<string, Term>): Finding[] {
  const approved = toApproved(terms);
  const words = [...terms.values()].flatMap(({ english = [] }) => english);
  return [...terms].flatMap(([key, { avoid, english = [] }]) => [
    ...avoid
      .filter((variant) => approved.includes(variant))
      .map((variant) => ({ file, key, what: `avoids ${variant}, which is a term` })),
    ...english
      .filter((word) => words.indexOf(word) !== words.lastIndexOf(word))
      .map((word) => ({ file, key, what: `'${word}' stands twice` })),
  ]);
}

/** What a text is held to by one term, made ready once for all texts. */
interface Rule {
  readonly name: string;
  readonly ja: string;
  readonly accepted: readonly string[];
  /** Each variant with the terms that hold it: 紙づまり is no fault inside 用紙づまり. */
  readonly variants: readonly (readonly [variant: string, inside: readonly string[]])[];
  readonly english: readonly (readonly [word: string, pattern: RegExp])[];
}

function toRules(terms: ReadonlyMap<string, Term>): Rule[] {
  const approved = toApproved(terms);
  return [...terms].map(([name, { ja, also = [], avoid, english = [] }]) => ({
    name,
    ja,
    accepted: [ja, ...also],
    variants: avoid.map((variant) => [variant, approved.filter((term) => term.includes(variant))] as const),
    english: english.map((word) => [word, new RegExp(`(?<![\\w-])${word}(?![\\w-])`, 'i')] as const),
  }));
}

/**
 * Where one text leaves the glossary: variants that are avoided, and terms of the English text that the
 * Japanese one has not.
 */
function checkText({ file: inFile, key, english = '', japanese }: TextPair, rules: readonly Rule[]): Finding[] {
  const original = deviceCodes.test(inFile) ? '' : english.replaceAll(placeholder, ' ');
  const say = (what: string): Finding => ({ file: inFile, key, what });
  return rules.flatMap(({ name, ja, accepted, variants, english: words }) => {
    const used = variants.filter(([variant, inside]) => usesVariant(japanese, variant, inside));
    const asked = words.find(([, pattern]) => pattern.test(original));
    const isMissing = asked !== undefined && !accepted.some((term) => japanese.includes(term));
    return [
      ...used.map(([variant]) => say(`says ${variant} where the glossary says ${ja} (${name})`)),
      ...(isMissing ? [say(`has no ${ja}, although the English text says '${asked[0]}'`)] : []),
    ];
  });
}

const toApproved = (terms: ReadonlyMap<string, Term>): string[] =>
  [...terms.values()].flatMap(({ ja, also = [] }) => [ja, ...also]);

const usesVariant = (text: string, variant: string, inside: readonly string[]): boolean =>
  text.includes(variant) && inside.reduce((rest, term) => rest.replaceAll(term, ' '), text).includes(variant);

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isTerm = (value: unknown): value is Term =>
  isRecord(value) &&
  isText(value.ja) &&
  isTexts(value.avoid) &&
  (value.also === undefined || isTexts(value.also)) &&
  (value.english === undefined || isTexts(value.english));

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
