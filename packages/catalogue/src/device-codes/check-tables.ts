import { type Files, type Finding, readJson, readUntranslated, wrongText } from '../checks/findings.ts';
import { locales } from '../locale.ts';
import { findIdleMessages, findUntranslated, readMessages } from './check-messages.ts';
import { codesOf, spanText } from './code-keys.ts';
import { type TableName, tableNames } from './device-code.ts';
import { type Entry, entryLookup, findOverlaps, readEntries, withoutTwins } from './table-entries.ts';
import { actors, categories, factNames, isFact, isRecord, isWords, severities, type Words } from './tables.ts';

/**
 * Everything wrong in the tables of the device codes, each with file and key: malformed, repeated,
 * overlapping, unreachable and useless entries, texts that cannot stand, unknown facts, and codes that only
 * one language explains. Empty: all is well.
 */
export function checkTables(files: Files): Finding[] {
  const untranslated = readUntranslated(files);
  const places = checkWords('device-codes/places.json', files, untranslated.texts);
  const actions = checkWords('device-codes/actions.json', files, untranslated.texts);
  return [
    ...untranslated.findings,
    ...places.findings,
    ...actions.findings,
    ...tableNames.flatMap((table) => [
      ...checkLanguages(table, files, untranslated.texts),
      ...checkFactsFile(table, files, places.words, actions.words),
    ]),
  ];
}

function checkLanguages(table: TableName, files: Files, untranslated: ReadonlySet<string>): Finding[] {
  const read = locales.map((locale) => {
    const file = `device-codes/${locale}/${table}.json`;
    const { json, findings } = readJson(file, files);
    return { json, findings, ...readMessagesOf(file, table, locale, json, untranslated) };
  });
  const [english, japanese] = read;
  const found = read.flatMap(({ json, findings, inside }) =>
    json === undefined ? findings : [...findings, ...inside],
  );
  if (english?.json === undefined || japanese?.json === undefined) return found;
  return [
    ...found,
    ...findIdleMessages(english.messages, japanese.messages),
    ...findIdleMessages(japanese.messages, english.messages),
    ...findUntranslated(english.messages, japanese.messages),
    ...findUntranslated(japanese.messages, english.messages),
  ];
}

function readMessagesOf(...args: Parameters<typeof readMessages>) {
  const { messages, findings } = readMessages(...args);
  return { messages, inside: findings };
}

function checkFactsFile(table: TableName, files: Files, places: Words, actions: Words): Finding[] {
  const file = `device-codes/facts/${table}.json`;
  const { json, findings } = readJson(file, files);
  return json === undefined ? findings : [...findings, ...checkFacts(file, table, json, places, actions)];
}

/**
 * The labels of places.json or actions.json: the same keys in both languages, every text one that can stand.
 */
function checkWords(
  file: string,
  files: Files,
  untranslated: ReadonlySet<string>,
): { words: Words; findings: readonly Finding[] } {
  const { json, findings } = readJson(file, files);
  if (json === undefined) return { words: {}, findings };
  const lists = locales.map((locale) => {
    const list = isRecord(json) ? json[locale] : undefined;
    if (!isWords(list)) findings.push({ file, key: locale, what: 'needs a list of texts' });
    return { locale, words: isWords(list) ? list : {} };
  });
  for (const { locale, words } of lists) {
    for (const [key, text] of Object.entries(words))
      findings.push(...wrongText(text, locale, untranslated).map((what) => ({ file, key, what })));
    for (const key of lists.flatMap((list) => Object.keys(list.words)))
      if (!Object.hasOwn(words, key)) findings.push({ file, key, what: `has no text in ${locale}` });
  }
  return { words: lists[0]?.words ?? {}, findings };
}

type Fields = Readonly<Record<string, unknown>>;
const choices: Readonly<Record<string, string>> = {
  category: categories.join(', '),
  who: [...actors, 'null'].join(', '),
  severity: severities.join(', '),
};

/** What is wrong with the facts of one series. */
export function checkFacts(file: string, table: TableName, json: unknown, places: Words, actions: Words): Finding[] {
  if (!isRecord(json) || !isRecord(json.fallback) || !isRecord(json.codes))
    return [{ file, key: '-', what: "needs 'fallback' and 'codes', both objects" }];
  const { fallback, codes } = json;
  const missing = factNames.filter((name) => !(name in fallback));
  const records: Record<string, Fields> = {};
  const findings: Finding[] = missing.map((name) => ({ file, key: 'fallback', what: `'${name}' is missing` }));
  for (const [key, facts] of [['fallback', fallback] as const, ...Object.entries(codes)])
    if (isRecord(facts)) {
      if (key !== 'fallback') records[key] = facts;
      findings.push(...wrongFacts(facts, places, actions).map((what) => ({ file, key, what })));
    } else findings.push({ file, key, what: 'needs an object of facts' });
  const { entries, findings: wrongKeys } = readEntries(file, table, [records]);
  return [...findings, ...wrongKeys, ...findOverlaps(file, entries), ...findIdle(file, entries, fallback)];
}

function wrongFacts(facts: Fields, places: Words, actions: Words): string[] {
  if (Object.keys(facts).length === 0) return ['names no fact'];
  return Object.entries(facts).flatMap(([name, value]) => {
    if (!factNames.includes(name)) return [`'${name}' is no fact; facts are ${factNames.join(', ')}`];
    const text = JSON.stringify(value);
    if (!isFact(name, value)) return [`${name} ${text} is unknown; one of ${choices[name] ?? 'the listed words'}`];
    if (name === 'place' && !Object.hasOwn(places, String(value))) return [`place ${text} is not in places.json`];
    if (name === 'action' && !Object.hasOwn(actions, String(value))) return [`action ${text} is not in actions.json`];
    return [];
  });
}

/** Entries of which every field is set by narrower entries, or would be the same without them. */
function findIdle(file: string, entries: readonly Entry<Fields>[], fallback: Fields): Finding[] {
  const lookup = entryLookup(entries);
  const isIdle = (entry: Entry<Fields>, code: string) => {
    const found = lookup(code);
    const merge = (list: readonly Entry<Fields>[]) =>
      list.reduceRight<Fields>((known, { value }) => ({ ...known, ...value }), fallback);
    const [withIt, without] = [merge(found), merge(found.filter((other) => other !== entry))];
    return factNames.every((name) => withIt[name] === without[name]);
  };
  return withoutTwins(entries, lookup)
    .filter((entry) => codesOf(entry.span).every((code) => isIdle(entry, code)))
    .map(({ keys, span }) => ({
      file,
      key: keys,
      what: `${spanText(span)} changes nothing: narrower entries or the fallback say the same`,
    }));
}
