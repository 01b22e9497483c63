import { type Locale, locales } from '../locale.ts';
import { type Family, families, meets, type Where } from './families.ts';
import { type ModelPattern, modelTable } from './models.ts';
import { colorLetters, type FeedTable, feedTable, type PartsTable, partsTable, toParts } from './parts.ts';
import { readModelTable } from './read-model-table.ts';
import { type SettingTable, settingTables } from './settings.ts';

const folder = 'families';

/** Something wrong in a data file: which file under `src/data`, which entry, and what. */
export interface Finding {
  readonly file: string;
  readonly key: string;
  readonly what: string;
}

/** All data of the families. `file` of a setting is its path under `src/data`. */
export interface FamilyTables {
  readonly families: readonly Family[];
  readonly settings: readonly { readonly category: string; readonly file: string; readonly table: SettingTable }[];
  readonly parts: PartsTable;
  readonly feed: FeedTable;
  readonly models: readonly ModelPattern[];
}

/** The tables as they are in the data files. */
export const familyTables: FamilyTables = {
  families,
  settings: Object.entries(settingTables).map(([category, { file, table }]) => ({
    category,
    file: `${folder}/${file}`,
    table,
  })),
  parts: partsTable,
  feed: feedTable,
  models: modelTable,
};

/**
 * Everything that is wrong in the data files of the families; empty when all is well. `files` are all files
 * under `src/data` by their path: one of the families' folder that nothing reads is reported too.
 */
export function checkFamilyFiles(files: ReadonlyMap<string, unknown>): Finding[] {
  const read = new Set([
    ...['families', 'parts', 'feed-parts', 'models'].map((name) => `${folder}/${name}.json`),
    ...familyTables.settings.map(({ file }) => file),
  ]);
  const unread = [...files.keys()].filter((file) => file.startsWith(`${folder}/`) && !read.has(file));
  return [...checkFamilies(familyTables), ...unread.map((file) => ({ file, key: '', what: 'is read by nothing' }))];
}

/** Everything that is wrong in the tables, in terms that their editor knows. */
export function checkFamilies(tables: FamilyTables): Finding[] {
  return [
    ...checkTraits(tables),
    ...tables.settings.flatMap((setting) => checkSettings(setting, tables.families)),
    ...checkParts(tables),
    ...checkFeed(tables),
    ...checkCodes(tables),
    ...checkModels(tables),
  ];
}

function checkTraits({ families, feed }: FamilyTables): Finding[] {
  const file = `${folder}/families.json`;
  const sources = new Set(feed.sources.map(({ source }) => source));
  return [
    ...repeated(families.map(({ code }) => code)).map((key) => ({ file, key, what: 'is there twice' })),
    ...families.flatMap((family) => {
      const wrong = [
        /^[A-Z][A-Z0-9]*(_H{1,3}|_L)?$/.test(family.code) ? [] : ['is no family code'],
        ['laser', 'led'].includes(family.head) ? [] : [`head '${family.head}': expected laser or led`],
        ['simplex', 'duplexOrSimplex'].includes(family.duplex8)
          ? []
          : [`duplex8 '${family.duplex8}': expected simplex or duplexOrSimplex`],
        [family.feeder, ...family.largeCapacityFeeders]
          .filter((source) => !sources.has(source))
          .map((source) => `'${source}' has no parts in feed-parts.json`),
      ];
      return wrong.flat().map((what) => ({ file, key: family.code, what }));
    }),
  ];
}

function checkSettings(
  { category, file, table }: FamilyTables['settings'][number],
  families: readonly Family[],
): Finding[] {
  const groups = [table.base, ...table.differences.map(({ entries }) => entries)];
  return [
    ...(table.category === category ? [] : [{ file, key: 'category', what: `expected '${category}'` }]),
    ...table.differences.flatMap(({ where }) => checkWhere(file, 'differences', where, families)),
    ...groups.flatMap((entries) => [
      ...repeated(entries.map(({ code }) => code)).map((key) => ({ file, key, what: 'code is there twice' })),
      ...entries.flatMap((entry) => [
        ...(/^[0-9A-Za-z]$/.test(entry.code) ? [] : [{ file, key: entry.code, what: 'expected one digit or letter' }]),
        ...checkTexts(file, entry.code, entry, table.withoutJapanese),
      ]),
    ]),
    ...checkUnused(file, table.withoutJapanese, groups.flat()),
  ];
}

function checkParts({ parts, families }: FamilyTables): Finding[] {
  const file = `${folder}/parts.json`;
  const rows = [...parts.colorParts, ...parts.parts];
  return [
    ...checkForm(file, 'colored', parts.colored, ['part', 'color']),
    ...repeated(rows.map(({ kind }) => kind)).map((key) => ({ file, key, what: 'kind is there twice' })),
    ...rows.flatMap((row) => [
      ...checkTexts(file, row.kind, row, parts.withoutJapanese),
      ...checkWhere(file, row.kind, row.where, families),
    ]),
    ...parts.colorParts.flatMap(({ kind, codes }) =>
      colorLetters.flatMap((letter) => checkPartCode(file, `${kind} ${letter}`, codes[letter])),
    ),
    ...parts.parts.flatMap(({ kind, code }) => checkPartCode(file, kind, code)),
    ...checkUnused(file, parts.withoutJapanese, rows),
  ];
}

function checkFeed({ feed, families }: FamilyTables): Finding[] {
  const file = `${folder}/feed-parts.json`;
  const kinds = new Set(feed.rollers.map(({ kind }) => kind));
  return [
    ...checkForm(file, 'named', feed.named, ['source', 'part']),
    ...repeated(feed.sources.map(({ source }) => source)).map((key) => ({ file, key, what: 'source is there twice' })),
    ...feed.rollers.flatMap((roller) => checkTexts(file, roller.kind, roller, feed.withoutJapanese)),
    ...feed.sources.flatMap((source) => [
      ...checkTexts(file, source.source, source, feed.withoutJapanese),
      ...checkWhere(file, source.source, source.where, families),
      ...Object.entries(source.codes).flatMap(([kind, code]) => [
        ...checkPartCode(file, `${source.source} ${kind}`, code),
        ...(kinds.has(kind) ? [] : [{ file, key: source.source, what: `'${kind}' has no name in rollers` }]),
      ]),
    ]),
    ...checkUnused(file, feed.withoutJapanese, [...feed.rollers, ...feed.sources]),
  ];
}

/** A code is one part: once in a family, and of the same kind and colour in all (OQ-90). */
function checkCodes({ families, parts, feed }: FamilyTables): Finding[] {
  const file = `${folder}/parts.json`;
  const meaning = new Map<string, string>();
  return families.flatMap((family) => {
    const all = toParts(family, parts, feed).map(({ part }) => part);
    return [
      ...repeated(all.map(({ code }) => code)).map((key) => ({ file, key, what: `${family.code} has it twice` })),
      ...all.flatMap(({ code, kind, color }) => {
        const here = color === undefined ? kind : `${kind} ${color}`;
        const before = meaning.get(code) ?? here;
        meaning.set(code, before);
        return before === here ? [] : [{ file, key: code, what: `is ${before} and, in ${family.code}, ${here}` }];
      }),
    ];
  });
}

function checkModels({ models, families }: FamilyTables): Finding[] {
  const file = `${folder}/models.json`;
  const named = new Set(models.map(({ family }) => family));
  return [
    ...readModelTable({ models }).problems.map(({ key, what }) => ({ file, key, what })),
    ...families
      .filter(({ code }) => !named.has(code))
      .map(({ code }) => ({ file, key: code, what: 'has no model of its own' })),
  ];
}

const japanese = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u;

/**
 * Texts in every language; the Japanese in Japanese unless it is listed as a sign such as A4 that is the same
 * anywhere.
 */
function checkTexts(
  file: string,
  key: string,
  texts: Readonly<Partial<Record<Locale, unknown>>>,
  withoutJapanese: readonly string[],
): Finding[] {
  return locales.flatMap((locale) => {
    const text = texts[locale];
    if (typeof text !== 'string' || text.trim() === '') return [{ file, key, what: `${locale}: there is no text` }];
    if (text !== text.trim()) return [{ file, key, what: `${locale}: blanks around '${text}'` }];
    if (locale === 'en-us' && japanese.test(text)) return [{ file, key, what: `${locale}: Japanese in '${text}'` }];
    if (locale === 'ja-jp' && !japanese.test(text) && !withoutJapanese.includes(text))
      return [{ file, key, what: `${locale}: no Japanese in '${text}', and it is not listed in withoutJapanese` }];
    return [];
  });
}

function checkUnused(
  file: string,
  withoutJapanese: readonly string[],
  rows: readonly Readonly<Record<Locale, string>>[],
): Finding[] {
  const used = new Set(rows.map((row) => row['ja-jp']));
  return withoutJapanese
    .filter((text) => !used.has(text))
    .map((text) => ({ file, key: 'withoutJapanese', what: `'${text}' is no text of this file` }));
}

function checkForm(
  file: string,
  key: string,
  form: Readonly<Record<Locale, string>>,
  words: readonly string[],
): Finding[] {
  return locales.flatMap((locale) =>
    words
      .filter((word) => !form[locale].includes(`{${word}}`))
      .map((word) => ({ file, key, what: `${locale}: {${word}} is missing` })),
  );
}

function checkWhere(file: string, key: string, where: Where | undefined, families: readonly Family[]): Finding[] {
  if (families.some((family) => meets(family, where))) return [];
  return [{ file, key, what: `no family has ${JSON.stringify(where)}` }];
}

function checkPartCode(file: string, key: string, code: string | undefined): Finding[] {
  return code === undefined || /^\d{4}$/.test(code) ? [] : [{ file, key, what: `'${code}': expected four digits` }];
}

function repeated(values: readonly string[]): string[] {
  return [...new Set(values.filter((value, index) => values.indexOf(value) !== index))];
}
