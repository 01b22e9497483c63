import adf from '../data/families/settings/adf.json' with { type: 'json' };
import aps from '../data/families/settings/aps.json' with { type: 'json' };
import duplex from '../data/families/settings/duplex.json' with { type: 'json' };
import jobFunction from '../data/families/settings/function.json' with { type: 'json' };
import paperSize from '../data/families/settings/paper-size.json' with { type: 'json' };
import paperSource from '../data/families/settings/paper-source.json' with { type: 'json' };
import sort from '../data/families/settings/sort.json' with { type: 'json' };
import type { Locale } from '../locale.ts';
import { type Family, families, meets, type Where } from './families.ts';

/** The categories of coded settings, in the order of the specification (MF-23). */
export const settingCategories = ['paperSource', 'paperSize', 'sort', 'ADF', 'APS', 'duplex', 'function'] as const;
export type SettingCategory = (typeof settingCategories)[number];

/** The record groups that hold coded settings: the header-style one and the second (MF-24, OQ-94). */
export const settingPrefixes = ['header', 'record'] as const;
export type SettingPrefix = (typeof settingPrefixes)[number];

/** A code with its text in each language. */
export interface SettingEntry extends Readonly<Record<Locale, string>> {
  readonly code: string;
}

/** The table of a category: what all families have, and what those with a trait have instead or besides. */
export interface SettingTable {
  readonly category: string;
  readonly withoutJapanese: readonly string[];
  readonly base: readonly SettingEntry[];
  readonly differences: readonly { readonly where: Where; readonly entries: readonly SettingEntry[] }[];
}

/** Every table with the file that it is read from. */
export const settingTables: Readonly<Record<SettingCategory, { readonly file: string; readonly table: SettingTable }>> =
  {
    paperSource: { file: 'settings/paper-source.json', table: paperSource },
    paperSize: { file: 'settings/paper-size.json', table: paperSize },
    sort: { file: 'settings/sort.json', table: sort },
    ADF: { file: 'settings/adf.json', table: adf },
    APS: { file: 'settings/aps.json', table: aps },
    duplex: { file: 'settings/duplex.json', table: duplex },
    function: { file: 'settings/function.json', table: jobFunction },
  };

/** The entries of a family: the base, a later difference in place of an earlier entry of the same code. */
function entriesOf(family: Family, { base, differences }: SettingTable): Map<string, SettingEntry> {
  const own = differences.filter(({ where }) => meets(family, where)).flatMap(({ entries }) => entries);
  return new Map([...base, ...own].map((entry) => [entry.code, entry]));
}

/** `{FAMILY}_{category}_{code}`: a key of the tables without its prefix. */
const toKey = (family: string, category: string, code: string): string => `${family}_${category}_${code}`;

const codesOf: ReadonlyMap<string, readonly SettingEntry[]> = new Map(
  settingCategories.flatMap((category) =>
    families.map((family) => [
      toKey(family.code, category, ''),
      [...entriesOf(family, settingTables[category].table).values()],
    ]),
  ),
);
const entries: ReadonlyMap<string, SettingEntry> = new Map(
  [...codesOf].flatMap(([start, own]) => own.map((entry) => [start + entry.code, entry])),
);

/**
 * The codes that a family has in a category, sorted as digits, capitals, small letters; none for an unknown
 * family.
 */
export function settingCodes(family: string, category: string): readonly string[] {
  return (codesOf.get(toKey(family, category, '')) ?? []).map(({ code }) => code).sort();
}

/**
 * The text of a coded setting (MF-21 to MF-99). The code is one digit or letter and its case matters.
 * Undefined where family, category or code is not known, so that the raw code can be shown (OQ-103).
 */
export function decodeSetting(family: string, category: string, code: string, locale: Locale): string | undefined {
  return entries.get(toKey(family, category, code))?.[locale];
}

/** A setting of a record as it can be shown: `text` is undefined where only the raw code is known. */
export interface DecodedSetting {
  readonly category: SettingCategory;
  readonly code: string;
  readonly text: string | undefined;
}

/**
 * The coded settings of an error log's `conditions` in the order of the categories (MF-25, OQ-68), absent
 * ones left out. A family that is not known (null) leaves every code raw.
 */
export function decodeConditions(
  family: string | null,
  conditions: Readonly<Partial<Record<SettingCategory, string | undefined>>>,
  locale: Locale,
): DecodedSetting[] {
  return settingCategories.flatMap((category) => {
    const code = conditions[category];
    if (code === undefined) return [];
    return [{ category, code, text: family === null ? undefined : decodeSetting(family, category, code, locale) }];
  });
}

/** `{prefix}.{FAMILY}_{category}_{code}` (MF-21, MF-24, OQ-94), whether or not the code is known. */
export function settingKey(prefix: SettingPrefix, family: string, category: SettingCategory, code: string): string {
  return `${prefix}.${toKey(family, category, code)}`;
}

const anyPrefix = new RegExp(`^(?:${settingPrefixes.join('|')})\\.`);

/** The text of a key that `settingKey` makes, the same under both prefixes; undefined for any other text. */
export function decodeSettingKey(key: string, locale: Locale): string | undefined {
  return anyPrefix.test(key) ? entries.get(key.replace(anyPrefix, ''))?.[locale] : undefined;
}
