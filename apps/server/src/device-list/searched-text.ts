import { type RawBuilder, sql } from 'kysely';
import { type Query, toContains } from './distinct-texts.ts';
import { isLong } from './find-texts.ts';

/**
 * As in the index `device_by_joined` (0850): without blanks its trigrams reach from word to word, and `r7o`
 * is in `customer 7 office` alone, not in every text with a 7, an office and a customer.
 */
const toJoined = (expression: RawBuilder<unknown>) => sql<string>`replace(${expression}, ' ', '')`;

/**
 * Whether a text is found by trigrams: three letters or digits, two at the end of a word, one at its
 * beginning. Without one an index would be read from end to end.
 */
const hasTrigram = (text: string): boolean =>
  /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(text.replaceAll(' ', ''));

/**
 * Contained in a column of `device d`, ignoring case. A pattern without a trigram would read the index from
 * end to end, five times as slow as the table: with another collation than the index's own PostgreSQL reads
 * the table instead.
 */
export const containsText = (column: 'code_text' | 'address_text', text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`d.${column}`)}${isLong(text) ? sql`` : sql` collate "C"`} like lower(${toContains(text)})`;

/**
 * The characters beyond ASCII, each three times, as in the index `device_by_letters` (0792): one alone is
 * then a trigram.
 */
const toTripled = (expression: RawBuilder<unknown>) =>
  sql<string>`regexp_replace(regexp_replace(${expression}, '[\\x01-\\x7f]+', ' ', 'g'), '(.)', '\\1\\1\\1', 'g')`;

/**
 * The letters beyond ASCII of a short text that stand together, by which an index finds it; undefined: there
 * are none. Of other characters PostgreSQL makes no trigrams.
 */
export const toLetters = (text: string): string | undefined =>
  isLong(text) ? undefined : text.match(/(?:(?![a-z])\p{L})+/iu)?.[0];

/** Contained in a short text: compared first, where no index is used. */
function containsShort(text: string): RawBuilder<boolean> {
  const contained = sql<boolean>`d.search_text collate "C" like lower(${toContains(text)})`;
  const letters = toLetters(text);
  if (letters === undefined) return contained;
  const tripled = sql`btrim(${toTripled(sql`lower(${letters})`)})`;
  return sql<boolean>`(${contained} and ${toTripled(sql`d.search_text`)} like '%' || ${tripled} || '%')`;
}

/**
 * Contained in names and numbers of `device d`. `rarePart`: the part of the text, in lower case, by which the
 * index looks; each device found is compared with the whole text, by a function of which PostgreSQL expects
 * little: a second pattern would halve its estimates, and common words would be taken for rare ones.
 */
export function containsSearched(text: string, rarePart?: string | null): RawBuilder<boolean> {
  if (!isLong(text)) return containsShort(text);
  const part = rarePart === undefined ? text : rarePart;
  if (part === null || !hasTrigram(part))
    return sql<boolean>`d.search_text collate "C" like lower(${toContains(text)})`;
  return sql<boolean>`(${toJoined(sql`d.search_text`)} like lower(${toContains(part.replaceAll(' ', ''))})
    and strpos(d.search_text, lower(${text})) > 0)`;
}

/** Cells whose totals say how rare a pair of characters is, the largest of the fleet. */
const sampledCells = 20;
/** Pairs of a text that are looked at. */
const mostPairs = 60;

/** Reads by which part of a long text its index finds the fewest devices; undefined: by the whole. */
export async function readRarePart(query: Query, text: string): Promise<string | null | undefined> {
  if (!isLong(text)) return undefined;
  const [found] = await query(sql<{ lowered: string; shares: (number | null)[] | null }>`
    with typed as (select lower(${text}) as lowered),
      sample as materialized (
        select cell, devices from search_cell where not is_held order by devices desc limit ${sql.lit(sampledCells)})
    select lowered, (
      select json_agg(coalesce(share, 0) / fleet order by n) from (
        select n, (select sum(devices) from sample)::float as fleet, (
          select sum(x.devices) from sample join search_total x using (cell) where x.text = substr(lowered, n, 2)) as share
        from generate_series(1, least(char_length(lowered) - 1, ${sql.lit(mostPairs)})) n) pair) as shares
    from typed`);
  return found === undefined ? undefined : toRarePart(found.lowered, found.shares ?? []);
}

/** A pair of characters that more than this share of the fleet has does not help to find a device. */
const ubiquitous = 0.5;
const rarest = 1e-6;

/**
 * The part of a text that the fewest devices contain, so far as the shares of its pairs of characters tell:
 * `shares[n]` is that of the characters n and n + 1, null if unknown. It has a character more on either side
 * than its rare pairs, and enough of them for a trigram. Null where no pair is rare, undefined where that is
 * not known.
 */
export function toRarePart(text: string, shares: readonly (number | null)[]): string | null | undefined {
  let best: { from: number; to: number; weight: number } | undefined;
  let run: { from: number; to: number; weight: number } | undefined;
  for (const [n, share] of shares.entries()) {
    if (share === null || share > ubiquitous) {
      run = undefined;
      continue;
    }
    const weight = Math.log(Math.max(share, rarest));
    run = { from: run?.from ?? n, to: n + 1, weight: (run?.weight ?? 0) + weight };
    if (best === undefined || run.weight < best.weight) best = run;
  }
  if (best === undefined) return shares.length > 0 && !shares.includes(null) ? null : undefined;
  return widen(Array.from(text), best);
}

/** The characters of a run with the next on either side that is no blank; more until there is a trigram. */
function widen(characters: readonly string[], { from, to }: { readonly from: number; readonly to: number }): string {
  let [first, last] = [from, to];
  for (;;) {
    do first -= 1;
    while (characters[first] === ' ');
    do last += 1;
    while (characters[last] === ' ');
    const part = characters.slice(Math.max(first, 0), last + 1).join('');
    if (hasTrigram(part) || (first <= 0 && last >= characters.length - 1)) return part;
  }
}
