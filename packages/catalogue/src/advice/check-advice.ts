import { adviceComponents, adviceSeverities } from '@platen/contract/advice';
import { allAdvice, unitCodes, variantCodes } from '@platen/contract/advice-ids';
import { type Files, type Finding, readJson, wrongText } from '../checks/findings.ts';
import { isRecord, isWords } from '../device-codes/tables.ts';
import { type Locale, locales } from '../locale.ts';
import { type AdviceTable, renderAdvice } from './advice-message.ts';

/**
 * What is wrong in the advice of both languages: names of the scheme that are missing or unknown,
 * placeholders that nothing fills, texts that cannot stand, and ids that no reader can tell apart. Empty:
 * every id has a text of its own in both languages.
 */
export function checkAdvice(files: Files, untranslated: ReadonlySet<string>): Finding[] {
  return locales.flatMap((locale) => {
    const file = `advice/${locale}.json`;
    const { json, findings } = readJson(file, files);
    if (json === undefined) return findings;
    const misfits = findMisfits(json).map(([key, what]) => ({ file, key, what }));
    const found = [...findings, ...misfits];
    return isAdviceTable(json, found) ? checkRendered(file, locale, json, untranslated) : found;
  });
}

/** A table without a finding has the form of one. */
const isAdviceTable = (json: unknown, found: readonly Finding[]): json is AdviceTable =>
  isRecord(json) && found.length === 0;

function findMisfits(json: unknown): [key: string, what: string][] {
  const { templates, units, variants } = isRecord(json) ? json : {};
  const byComponent = isRecord(templates) ? templates : {};
  return [
    ...compareKeys('units', units, Object.keys(unitCodes)),
    ...compareKeys('variants', variants, Object.keys(variantCodes)),
    ...compareNames('templates', byComponent, adviceComponents),
    ...Object.entries(byComponent).flatMap(([component, texts]) => [
      ...compareKeys(`templates.${component}`, texts, adviceSeverities),
      ...Object.entries(isWords(texts) ? texts : {}).flatMap(([severity, text]) =>
        isSound(text)
          ? []
          : [misfit(`templates.${component}.${severity}`, 'has a bracket or placeholder that does not fit')],
      ),
    ]),
  ];
}

const misfit = (key: string, what: string): [key: string, what: string] => [key, what];

/** Only `{unit}` and `{variant}`, and square brackets that each hold one of them. */
const isSound = (text: string): boolean =>
  !/[{}[\]]/.test(text.replace(/\[[^[\]{}]*\{(unit|variant)\}[^[\]{}]*\]/g, '').replace(/\{(unit|variant)\}/g, ''));

function compareKeys(path: string, value: unknown, names: readonly string[]): [key: string, what: string][] {
  return isWords(value) ? compareNames(path, value, names) : [misfit(path, 'holds no texts by name')];
}

function compareNames(path: string, value: object, names: readonly string[]): [key: string, what: string][] {
  const keys = Object.keys(value);
  return [
    ...names.filter((name) => !keys.includes(name)).map((name) => misfit(`${path}.${name}`, 'is missing')),
    ...keys.filter((key) => !names.includes(key)).map((key) => misfit(`${path}.${key}`, 'is not of the scheme')),
  ];
}

function checkRendered(file: string, locale: Locale, table: AdviceTable, untranslated: ReadonlySet<string>): Finding[] {
  const seen = new Map<string, string>();
  return [...allAdvice()].flatMap(([key, advice]) => {
    const text = renderAdvice(table, advice);
    const same = seen.get(text);
    seen.set(text, key);
    const wrong = wrongText(text, locale, untranslated);
    return [...wrong, ...(same === undefined ? [] : [`has the text of ${same}`])].map((what) => ({ file, key, what }));
  });
}
