import feedData from '../data/families/feed-parts.json' with { type: 'json' };
import partsData from '../data/families/parts.json' with { type: 'json' };
import type { Locale } from '../locale.ts';
import { type Family, families, meets, type Where } from './families.ts';

/** Letters of the colours in the order of the part codes (OQ-90). */
export const colorLetters = ['K', 'Y', 'M', 'C'] as const;
export type ColorLetter = (typeof colorLetters)[number];

type Texts = Readonly<Record<Locale, string>>;
interface Row extends Texts {
  readonly kind: string;
  readonly where?: Where | undefined;
}

/** Parts with a code a colour, and parts with one code. */
export interface PartsTable {
  readonly withoutJapanese: readonly string[];
  readonly colored: Texts;
  readonly colorParts: readonly (Row & { readonly codes: Readonly<Record<ColorLetter, string>> })[];
  readonly parts: readonly (Row & { readonly code: string })[];
}
/** Feed parts: what rolls, and where; `codes` by the kind of roller. */
export interface FeedTable {
  readonly withoutJapanese: readonly string[];
  readonly named: Texts;
  readonly rollers: readonly (Texts & { readonly kind: string })[];
  readonly sources: readonly (Texts & {
    readonly source: string;
    readonly where?: Where | undefined;
    readonly codes: Readonly<Record<string, string | undefined>>;
  })[];
}
export const partsTable: PartsTable = partsData;
export const feedTable: FeedTable = feedData;

/**
 * A part that a family has. `color` only on parts of one colour; `paperSource` only on feed parts: the kind
 * of the document feeder (`DSDF`, `DF`, `RADF`), `cassette1` to `cassette4`, `LCF`, `T-LCF`, `O-LCF`,
 * `O2-LCF`, `Ex-LCF`, `SFB`.
 */
export interface Part {
  readonly code: string;
  readonly kind: string;
  readonly color?: ColorLetter;
  readonly paperSource?: string;
}
interface NamedPart {
  readonly part: Part;
  readonly name: Texts;
}

/** Both languages of a text with names in its braces. */
function fill(form: Texts, toName: (locale: Locale) => Readonly<Record<string, string>>): Texts {
  const of = (locale: Locale) =>
    form[locale].replaceAll(/\{(\w+)\}/g, (brace, word: string) => toName(locale)[word] ?? brace);
  return { 'en-us': of('en-us'), 'ja-jp': of('ja-jp') };
}

/** All parts of a family, in the order of the tables: by colour, single, then feed parts. */
export function toParts(family: Family, table: PartsTable, feed: FeedTable): NamedPart[] {
  const letters = family.color ? colorLetters : (['K'] as const);
  const has = ({ where }: { where?: Where | undefined }) => meets(family, where);
  return [
    ...table.colorParts.filter(has).flatMap((row) =>
      letters.map((color) => ({
        part: { code: row.codes[color], kind: row.kind, color },
        name: fill(table.colored, (locale) => ({ part: row[locale], color })),
      })),
    ),
    ...table.parts.filter(has).map((row) => ({ part: { code: row.code, kind: row.kind }, name: row })),
    ...feed.sources.filter(has).flatMap((source) =>
      feed.rollers.flatMap((roller) => {
        const code = source.codes[roller.kind];
        if (code === undefined) return [];
        const name = fill(feed.named, (locale) => ({ source: source[locale], part: roller[locale] }));
        return [{ part: { code, kind: roller.kind, paperSource: source.source }, name }];
      }),
    ),
  ];
}

const byFamily: ReadonlyMap<string, readonly NamedPart[]> = new Map(
  families.map((family) => [family.code, toParts(family, partsTable, feedTable)]),
);

/** `{FAMILY}_{code}` (MF-20), whether or not there is such a part. */
export const partKey = (family: string, partsCode: string): string => `${family}_${partsCode}`;

const names: ReadonlyMap<string, Texts> = new Map(
  [...byFamily].flatMap(([family, parts]) => parts.map(({ part, name }) => [partKey(family, part.code), name])),
);

const namesOfCodes: ReadonlyMap<string, Texts> = new Map(
  [...byFamily.values()].flat().map(({ part, name }) => [part.code, name]),
);

/** The name of a part without its family: a code is the same part in every family (OQ-90). */
export const partNameOfCode = (partsCode: string, locale: Locale): string | undefined =>
  namesOfCodes.get(partsCode)?.[locale];

/** The parts that a family has (PN-01 to PN-29), none for a family that is not known. */
export function partsOf(family: string): readonly Part[] {
  return (byFamily.get(family) ?? []).map(({ part }) => part);
}

/** The name that a key of `partKey` maps to (MF-20); undefined for any other text. */
export const decodePartKey = (key: string, locale: Locale): string | undefined => names.get(key)?.[locale];

/**
 * The name of a part; undefined where the family is not known or has no such part, so that the raw code can
 * be shown.
 */
export const partName = (family: string, partsCode: string, locale: Locale): string | undefined =>
  decodePartKey(partKey(family, partsCode), locale);
