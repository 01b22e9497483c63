import { type RawBuilder, sql } from 'kysely';
import { anyOf, toContains } from './conditions.ts';
import { isLong } from './find-texts.ts';

/** Three or four hexadecimal digits: as much as can be part of a device code (`C391`). */
const partOfCode = /^[0-9a-f]{3,4}$/i;
/** At least three bytes of a MAC address: in groups of two or four digits, or in one piece. */
const partOfMac = /^[0-9a-f]{2}([-:]?[0-9a-f]{2}){2,5}$|^[0-9a-f]{4}\.[0-9a-f]{4}(\.[0-9a-f]{4})?$/i;

/** `collector:` and the name of a collector: the devices whose newest report it delivered. */
const ofCollector = /^collector: ?(.+)$/i;

/** In the form in which MAC addresses are stored, in lower case; undefined: the text is no part of one. */
const toMac = (text: string): string | undefined =>
  partOfMac.test(text)
    ? (
        text
          .toLowerCase()
          .replaceAll(/[^0-9a-f]/g, '')
          .match(/../g) ?? []
      ).join(':')
    : undefined;

/**
 * The condition of the free search on `device d` (OQ-32, decision 0238), ignoring case and the width of
 * letters: a text anywhere in serial, model, number and name of customer and dealer, or description; the code
 * of an open condition; a part of an address. Names of collectors are looked up for those who may see them
 * (0131): a dealer's text is plain. A number without a dot is looked for in no address: it would find every
 * device of a network.
 */
export function toFreeSearch(typed: string, mayNameCollectors: boolean): RawBuilder<boolean> {
  const text = typed.normalize('NFKC').trim();
  const collector = mayNameCollectors ? ofCollector.exec(text)?.[1] : undefined;
  if (collector !== undefined)
    return sql<boolean>`d.collector_id in
      (select c.collector_id from collector c where lower(c.name) = lower(${collector}))`;
  const addresses = [/[.:]/.test(text) ? text : undefined, toMac(text)];
  return anyOf([
    contains('search_text', text),
    ...(partOfCode.test(text) ? [contains('code_text', text)] : []),
    ...addresses.flatMap((part) => (part === undefined ? [] : contains('address_text', part))),
  ]);
}

/**
 * A pattern without a trigram would read the index from end to end, five times as slow as the table: with
 * another collation than the index's own PostgreSQL reads the table instead.
 */
const contains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`d.${column}`)}${isLong(text) ? sql`` : sql` collate "C"`} like lower(${toContains(text)})`;
