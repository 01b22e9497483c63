import { checkAdvice } from '../advice/check-advice.ts';
import { isRecord, isWords, type Words } from '../device-codes/tables.ts';
import { type Locale, locales } from '../locale.ts';
import { storagePorts, storageStates } from '../storage-health.ts';
import { type Files, type Finding, readJson, readUntranslated, wrongText } from './findings.ts';

/**
 * What is wrong in the application codes, the labels of the storage health and the advice: missing languages,
 * codes that are none or stand twice, texts that cannot stand. Empty: all is well.
 */
export function checkMessages(files: Files): Finding[] {
  const { texts: untranslated } = readUntranslated(files);
  return [
    ...checkApplicationCodes(files, untranslated),
    ...checkStorage(files, untranslated),
    ...checkAdvice(files, untranslated),
  ];
}

/** Codes are 0 or have six digits (behaviour section 8). */
const applicationCode = /^(0|[1-9]\d{5})$/;

function checkApplicationCodes(files: Files, untranslated: ReadonlySet<string>): Finding[] {
  const found: Finding[] = [];
  const tables = locales.map((locale) => {
    const file = `application-codes/${locale}.json`;
    const say = (key: string, what: string) => found.push({ file, key, what });
    const { json, findings } = readJson(file, files);
    found.push(...findings);
    if (json === undefined) return { say, words: undefined };
    const { specified, project } = isRecord(json) ? json : {};
    if (!isWords(specified) || !isWords(project)) {
      say('-', 'needs the parts specified and project, with a text for every code');
      return { say, words: undefined };
    }
    for (const key of Object.keys(specified)) if (key in project) say(key, 'is specified and written by the project');
    const words: Words = { ...specified, ...project };
    for (const key of Object.keys(words)) if (!applicationCode.test(key)) say(key, 'is no application code');
    found.push(...wrongTexts(file, locale, words, untranslated));
    return { say, words };
  });
  for (const { say, words } of tables) {
    if (words === undefined) continue;
    const codes = new Set(tables.flatMap((other) => Object.keys(other.words ?? {})));
    for (const code of codes) if (!(code in words)) say(code, 'has no text in this language');
  }
  return found;
}

function checkStorage(files: Files, untranslated: ReadonlySet<string>): Finding[] {
  return locales.flatMap((locale) => {
    const file = `storage-health/${locale}.json`;
    const { json, findings } = readJson(file, files);
    if (json === undefined) return findings;
    const { states, ports } = isRecord(json) ? json : {};
    return [
      ...findings,
      ...checkLabels(file, 'states', locale, states, storageStates.map(String), untranslated),
      ...checkLabels(file, 'ports', locale, ports, storagePorts.map(String), untranslated),
    ];
  });
}

function checkLabels(
  file: string,
  part: string,
  locale: Locale,
  labels: unknown,
  codes: readonly string[],
  untranslated: ReadonlySet<string>,
): Finding[] {
  if (!isWords(labels)) return [{ file, key: part, what: 'holds no texts by code' }];
  const missing = codes.filter((code) => !(code in labels)).map((key) => ({ file, key, what: `${part} lacks it` }));
  const surplus = Object.keys(labels).filter((code) => !codes.includes(code));
  return [
    ...missing,
    ...surplus.map((key) => ({ file, key, what: `is none of the ${part}` })),
    ...wrongTexts(file, locale, labels, untranslated),
  ];
}

const wrongTexts = (file: string, locale: Locale, words: Words, untranslated: ReadonlySet<string>): Finding[] =>
  Object.entries(words).flatMap(([key, text]) =>
    wrongText(text, locale, untranslated).map((what) => ({ file, key, what })),
  );
