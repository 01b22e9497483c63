import actions from '../data/device-codes/actions.json' with { type: 'json' };
import englishA from '../data/device-codes/en-us/a.json' with { type: 'json' };
import englishC from '../data/device-codes/en-us/c.json' with { type: 'json' };
import englishD from '../data/device-codes/en-us/d.json' with { type: 'json' };
import englishE from '../data/device-codes/en-us/e.json' with { type: 'json' };
import englishEvents from '../data/device-codes/en-us/events.json' with { type: 'json' };
import englishF from '../data/device-codes/en-us/f.json' with { type: 'json' };
import factsA from '../data/device-codes/facts/a.json' with { type: 'json' };
import factsC from '../data/device-codes/facts/c.json' with { type: 'json' };
import factsD from '../data/device-codes/facts/d.json' with { type: 'json' };
import factsE from '../data/device-codes/facts/e.json' with { type: 'json' };
import factsEvents from '../data/device-codes/facts/events.json' with { type: 'json' };
import factsF from '../data/device-codes/facts/f.json' with { type: 'json' };
import japaneseA from '../data/device-codes/ja-jp/a.json' with { type: 'json' };
import japaneseC from '../data/device-codes/ja-jp/c.json' with { type: 'json' };
import japaneseD from '../data/device-codes/ja-jp/d.json' with { type: 'json' };
import japaneseE from '../data/device-codes/ja-jp/e.json' with { type: 'json' };
import japaneseEvents from '../data/device-codes/ja-jp/events.json' with { type: 'json' };
import japaneseF from '../data/device-codes/ja-jp/f.json' with { type: 'json' };
import places from '../data/device-codes/places.json' with { type: 'json' };
import type { Locale } from '../locale.ts';
import { type TableName, tableToAsk } from './device-code.ts';
import { type Explanation, explain, messageOf, type SeriesTables } from './explain.ts';
import { type FactsTable, isFactsTable, type MessageTable } from './tables.ts';

const messages: Readonly<Record<Locale, Readonly<Record<TableName, MessageTable>>>> = {
  'en-us': { a: englishA, c: englishC, d: englishD, e: englishE, f: englishF, events: englishEvents },
  'ja-jp': { a: japaneseA, c: japaneseC, d: japaneseD, e: japaneseE, f: japaneseF, events: japaneseEvents },
};
const facts: Readonly<Record<TableName, FactsTable>> = {
  a: toFacts(factsA),
  c: toFacts(factsC),
  d: toFacts(factsD),
  e: toFacts(factsE),
  f: toFacts(factsF),
  events: toFacts(factsEvents),
};

/**
 * The message of a device code in a language. Never empty: '-' for null and header, else at least the
 * fallback.
 */
export const deviceMessage = (code: string, locale: Locale): string =>
  messageOf(code, messages[locale][tableToAsk(code)]);

/** Everything known of a device code, in a language. Takes any text for a code. */
export const explainCode = (code: string, locale: Locale): Explanation => explain(code, tablesOf(code, locale));

const tablesOf = (code: string, locale: Locale): SeriesTables => {
  const name = tableToAsk(code);
  return {
    messages: messages[locale][name],
    facts: facts[name],
    places: places[locale],
    actions: actions[locale],
  };
};

function toFacts(json: { readonly about: string }): FactsTable {
  if (isFactsTable(json)) return json;
  throw new TypeError(`Not a table of facts: ${json.about} 'npm run check' names the entry.`);
}
