import { type Kysely, sql } from 'kysely';
import { createContainedTexts } from '../base/contained-texts.ts';
import { texts } from './binary-array.ts';
import type { Database } from './database.ts';
import { findCommonParts } from './find-common-parts.ts';
import { forgetOldTexts, isAlone, readSearched, type Trx, writeTotals } from './fold-search.ts';
import { inTransaction } from './transactions.ts';

/** A text that more devices contain is counted for the searches to come (0732, 0961). */
export const manyDevices = 10_000;

/** Devices whose texts are looked at. */
const sampled = 2000;
/** Parts that are counted, the most common ones. */
const mostParts = 500;
/**
 * The fleet is read again only for a part that is so much more common than one that is just worth counting,
 * or that most devices have: which of the others are found differs from sample to sample.
 */
const clearly = 3;

/**
 * Counts the parts of texts that more than `many` devices have, before someone searches for them (0961).
 * Which ones these are a sample shows; their totals are exact. Returns the number of parts that were new;
 * undefined where another counts or folds.
 */
export async function countCommonParts(db: Kysely<Database>, many = manyDevices): Promise<number | undefined> {
  return await inTransaction(db, async (trx) => {
    if (!(await isAlone(trx))) return undefined;
    const parts = await chooseParts(trx, many);
    if (parts.length === 0) return 0;
    await sql`insert into search_text (text, added_at) select text, now() from unnest(${texts(parts)}) text`.execute(
      trx,
    );
    await writeTotals(trx, await countParts(trx, parts));
    await forgetOldTexts(trx);
    return parts.length;
  });
}

/** Parts that are not counted yet and that many devices have, by a sample; none where all are borderline. */
async function chooseParts(trx: Trx, many: number): Promise<string[]> {
  const { rows } = await sql<{ texts: string[] | null; fleet: number }>`
    with known as (select sum(devices)::float as fleet from search_cell where exists (select from search_state))
    select (select array_agg(lower(normalize(text, nfkc))) from unnest(array[serial, model, customer_number,
      customer_name, description, dealer_number, dealer_name]) text where text is not null) as texts, fleet
    from known cross join lateral (
      select d.* from device d tablesample system (least(100, 100.0 * ${sql.lit(sampled)} / greatest(fleet, 1)))
      where d.retired_on is null) sample
    where fleet > ${sql.lit(many)}`.execute(trx);
  const [first] = rows;
  if (first === undefined) return [];
  const least = (many / first.fleet) * rows.length;
  const common = await findCommonParts(
    rows.map(({ texts: ofDevice }) => ofDevice ?? []),
    least,
  );
  const chosen = [...common].toSorted(([, one], [, other]) => other - one).slice(0, mostParts);
  const { rows: counted } = await sql<{ text: string }>`select text from search_text`.execute(trx);
  const known = new Set(counted.map(({ text }) => text));
  const fresh = chosen.filter(([part]) => !known.has(part));
  const bound = chosen.length < mostParts ? least : (chosen.at(-1)?.[1] ?? least);
  const enough = Math.min(clearly * bound, (bound + rows.length) / 2);
  return fresh.some(([, devices]) => devices > enough) ? fresh.map(([part]) => part) : [];
}

/** In how many devices of each cell each part is. */
async function countParts(trx: Trx, parts: readonly string[]) {
  const contained = createContainedTexts(parts);
  const counts = parts.map(() => ({ seenIn: 0, byCell: new Array<number>() }));
  const cells = new Map<string, number>();
  let read = 0;
  for await (const rows of readSearched(trx))
    for (const { text, cell: name, devices } of rows) {
      const cell = cells.get(name) ?? cells.size;
      cells.set(name, cell);
      read += 1;
      contained.forEach(text, (part) => {
        const count = counts[part];
        if (count === undefined || count.seenIn === read) return;
        count.seenIn = read;
        count.byCell[cell] = (count.byCell[cell] ?? 0) + devices;
      });
    }
  const names = [...cells.keys()];
  return parts.flatMap((text, part) =>
    names.flatMap((cell, index) => {
      const devices = counts[part]?.byCell[index] ?? 0;
      return devices === 0 ? [] : [{ text, cell, devices }];
    }),
  );
}
