import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { CloseRow } from './close-row.ts';
import type { LineBody } from './line-body.ts';

type Db = Kysely<Database>;

/** Lines of a batch. */
const batchSize = 1000;

/** The first line of the file of a close: what was closed. */
const toHead = ({ name, firstDay, lastDay, zone, from, to, meters, needsAssetNumber }: CloseRow): string =>
  JSON.stringify({
    close: name,
    firstDay,
    lastDay,
    zone,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    meters,
    needsAssetNumber,
  });

interface WrittenLine {
  readonly written: string;
  readonly body: string;
}

/**
 * Lines in the order of the file, which is that of their bytes and so the same everywhere; needs a
 * transaction.
 */
async function* readInOrder(trx: Db, closeId: string): AsyncGenerator<readonly WrittenLine[]> {
  await sql`declare close_lines cursor for select written, body from meter_close_line
    where close_id = ${closeId} order by written collate "C", device_id, meter, part, corrects`.execute(trx);
  try {
    for (;;) {
      const { rows } = await sql<WrittenLine>`fetch ${sql.lit(batchSize)} from close_lines`.execute(trx);
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
    }
  } finally {
    await sql`close close_lines`.execute(trx).catch(() => undefined);
  }
}

/**
 * The file of a close (LG-35): a line of JSON for the close and one for each of its lines. Its bytes are the
 * same each time, and at each installation to which the same was reported and stated.
 */
export async function* readCloseFile(trx: Db, close: CloseRow): AsyncGenerator<readonly string[]> {
  yield [toHead(close)];
  for await (const rows of readInOrder(trx, close.closeId)) yield rows.map(({ written }) => written);
}

/** The bytes of its lines. */
export async function* toBytes(lines: AsyncIterable<readonly string[]>): AsyncGenerator<Buffer> {
  for await (const some of lines) yield Buffer.from(some.map((line) => `${line}\n`).join(''));
}

/** The lines of a close in the order of its file; needs a transaction. */
export async function* readClosedLines(trx: Db, closeId: string): AsyncGenerator<readonly LineBody[]> {
  for await (const rows of readInOrder(trx, closeId)) yield rows.map(({ body }): LineBody => JSON.parse(body));
}
