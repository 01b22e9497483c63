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

/** Characters of a gram, blanks left out. */
const gramLength = 4;

/** Every gram of a text, as in the index `device_by_grams` (0964), and what is left at its ends. */
const toGrams = (joined: RawBuilder<string>) => {
  const split = Array.from(
    { length: gramLength },
    (_, n) => sql`regexp_replace(substr(${joined}, ${sql.lit(n + 1)}), '(.{4})', '\\1 ', 'g')`,
  );
  return sql<string[]>`string_to_array(${sql.join(split, sql` || ' ' || `)}, ' ') collate "C"`;
};

/**
 * Contained in names and numbers of `device d`. `grams`: those by which the index looks (`readRareGrams`);
 * each device found is compared with the whole text. Null: each device that is met is compared, by a function
 * of which PostgreSQL expects nothing: it would leave the order for a pattern that seems to be rare.
 */
export function containsSearched(text: string, grams?: readonly string[] | null): RawBuilder<boolean> {
  if (!isLong(text)) return containsShort(text);
  const compared = sql<boolean>`strpos(d.search_text, lower(${text})) > 0`;
  if (grams === null) return compared;
  const pattern = sql<boolean>`d.search_text collate "C" like lower(${toContains(text)})`;
  if (grams !== undefined)
    return sql<boolean>`(${toGrams(toJoined(sql`d.search_text`))} @> ${grams}::text[] and ${pattern})`;
  if (!hasTrigram(text)) return pattern;
  return sql<boolean>`(${toJoined(sql`d.search_text`)} like lower(${toContains(text.replaceAll(' ', ''))}) and ${compared})`;
}

/** Cells whose totals say how rare a pair of characters is, the largest of the fleet. */
const sampledCells = 20;
/** Pairs of a text that are looked at. */
const mostPairs = 60;

/** A text all of whose pairs are in this share of the fleet may be in many devices itself. */
const commonShare = 0.3;
/** Devices that are looked at to see whether a text is in many, and the share from which on it is. */
const sample = { devices: 1000, share: 0.1 };

/**
 * Reads by which grams of a text the index finds the fewest devices. Undefined: it is too short for one.
 * Null: a tenth of the devices or more contain it, and comparing each costs less.
 */
export async function readRareGrams(query: Query, text: string): Promise<readonly string[] | null | undefined> {
  if (Array.from(text.replaceAll(' ', '')).length < gramLength) return undefined;
  const [found] = await query(sql<{ lowered: string; shares: (number | null)[] | null; isCounted: boolean }>`
    with typed as (select lower(${text}) as lowered),
      sample as materialized (
        select cell, devices from search_cell where not is_held order by devices desc limit ${sql.lit(sampledCells)})
    select lowered, (
      select json_agg(coalesce(share, 0) / fleet order by n) from (
        select n, (select sum(devices) from sample)::float as fleet, (
          select sum(x.devices) from sample join search_total x using (cell) where x.text = substr(lowered, n, 2)) as share
        from generate_series(1, least(char_length(lowered) - 1, ${sql.lit(mostPairs)})) n) pair) as shares,
      exists (select from search_text where text = lowered) as "isCounted"
    from typed`);
  if (found === undefined) return undefined;
  const shares = found.shares ?? [];
  const mayBeCommon = shares.every((share) => share === null || share >= commonShare);
  return mayBeCommon && (found.isCounted || (await isCommon(query, text))) ? null : toRareGrams(found.lowered, shares);
}

async function isCommon(query: Query, text: string): Promise<boolean> {
  const [found] = await query(sql<{ share: number | null }>`
    with known as (select sum(devices)::float as fleet from search_cell)
    select avg((strpos(sampled.search_text, lower(${text})) > 0)::int)::float as share
    from known cross join lateral (
      select d.search_text from device d tablesample system (least(100, ${sql.lit(100 * sample.devices)} / fleet))) sampled
    where fleet > 0`);
  return (found?.share ?? 0) >= sample.share;
}

/** A gram by which is looked in addition to the rarest is in fewer than this share of the fleet. */
const rareShare = 0.1;
const most = { rare: 3, unknown: 12 };
const leastShare = 1e-6;

/**
 * The grams of a text, in lower case, that the fewest devices contain, so far as the shares of its pairs of
 * characters tell: `shares[n]` is that of the characters n and n + 1, null if unknown. The rarest first. To
 * compare what one gram finds with those of another costs time too, so there are few, unless none seems to be
 * rare: PostgreSQL begins with the one that is.
 */
export function toRareGrams(text: string, shares: readonly (number | null)[]): readonly string[] {
  const characters = Array.from(text);
  const places = [...characters.keys()].filter((n) => characters[n] !== ' ');
  const grams = places.slice(gramLength - 1).map((last, n) => {
    const inside = places.slice(n, n + gramLength);
    const pairs = shares.slice(inside[0], last).map((share) => Math.max(share ?? 1, leastShare));
    return {
      gram: inside.map((place) => characters[place]).join(''),
      share: pairs.reduce((product, share) => product * share, 1),
    };
  });
  const byShare = grams.toSorted((one, other) => one.share - other.share);
  const isKnown = (byShare[0]?.share ?? 1) < commonShare;
  const chosen = isKnown
    ? byShare.filter(({ share }, n) => n === 0 || share < rareShare).slice(0, most.rare)
    : byShare.slice(0, most.unknown);
  return [...new Set(chosen.map(({ gram }) => gram))];
}
