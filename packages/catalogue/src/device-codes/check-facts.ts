import type { Finding } from '../checks/findings.ts';
import { codesOf, spanText } from './code-keys.ts';
import type { TableName } from './device-code.ts';
import { entryLookup, findOverlaps, readEntries, withoutTwins, type Entry } from './table-entries.ts';
import { actors, categories, factNames, isFact, isRecord, severities, type Words } from './tables.ts';

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
