import { readUntranslated, wrongText } from '../checks/check-text.ts';
import { readJson, type Files, type Finding } from '../checks/findings.ts';
import { locales } from '../locale.ts';
import { checkFacts } from './check-facts.ts';
import { findIdleMessages, findUntranslated, readMessages } from './check-messages.ts';
import { tableNames, type TableName } from './device-code.ts';
import { isRecord, isWords, type Words } from './tables.ts';

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
