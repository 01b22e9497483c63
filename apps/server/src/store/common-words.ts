import { type Kysely, sql } from 'kysely';
import { texts } from './binary-array.ts';
import type { Database } from './database.ts';
import { isAlone, readSearched, type Trx, writeTotals } from './fold-search.ts';
import { inTransaction } from './transactions.ts';

/** A text that more devices contain is counted for the searches to come (0732, 0793). */
export const manyDevices = 10_000;

/** Devices whose words are looked at. */
const sampled = 5000;
/** Words counted at one go, the most common ones. */
const mostWords = 100;
/** With fewer characters a text is counted anyway (0730). */
const shortestWord = 3;

/**
 * Counts the words that more than `many` devices have, before someone searches for them (0793). Which ones
 * these are a sample says; that they are counted is exact. Returns the number of words that were
 * new; undefined where another counts or folds.
 */
export async function countCommonWords(db: Kysely<Database>, many = manyDevices): Promise<number | undefined> {
  return await inTransaction(db, async (trx) => {
    if (!(await isAlone(trx))) return undefined;
    const words = await findCommonWords(trx, many);
    if (words.length === 0) return 0;
    await sql`insert into search_text (text, added_at) select text, now() from unnest(${texts(words)}) text`.execute(
      trx,
    );
    const counts = new Map(words.map((word) => [word, new Map<string, number>()]));
    for await (const rows of readSearched(trx))
      for (const { text, cell, devices } of rows)
        for (const [word, byCell] of counts)
          if (text.includes(word)) byCell.set(cell, (byCell.get(cell) ?? 0) + devices);
    await writeTotals(trx, toCounts(counts));
    return words.length;
  });
}

/** Words that are not counted yet and that many devices have, going by a sample; the most common first. */
async function findCommonWords(trx: Trx, many: number): Promise<string[]> {
  const { rows } = await sql<{ text: string; fleet: number }>`
    with known as (select sum(devices)::float as fleet from search_cell where exists (select from search_state))
    select search_text as text, fleet from known cross join lateral (
      select search_text from device tablesample system (least(100, 200.0 * ${sql.lit(sampled)} / greatest(fleet, 1)))
      where retired_on is null limit ${sql.lit(sampled)}) sample
    where fleet > ${sql.lit(many)}`.execute(trx);
  const [first] = rows;
  if (first === undefined) return [];
  const { rows: counted } = await sql<{ text: string }>`select text from search_text`.execute(trx);
  const least = (many / first.fleet) * rows.length;
  const common = countWords(rows.map(({ text }) => text));
  for (const { text } of counted) common.delete(text);
  return [...common]
    .filter(([, devices]) => devices > least)
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, mostWords)
    .map(([word]) => word);
}

/** In how many of the texts each word is. */
export function countWords(searched: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const text of searched)
    for (const word of new Set(text.split(/[^\p{L}\p{N}]+/u)))
      if (Array.from(word).length >= shortestWord) found.set(word, (found.get(word) ?? 0) + 1);
  return found;
}

function* toCounts(counts: ReadonlyMap<string, ReadonlyMap<string, number>>) {
  for (const [text, byCell] of counts)
    for (const [cell, devices] of byCell) if (devices !== 0) yield { text, cell, devices };
}
