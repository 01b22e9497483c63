import { sql } from 'kysely';
import { joinJudgement, judged } from '../../device/read-device.ts';
import { allOf } from '../../device-list/distinct-texts.ts';
import {
  itemColumns,
  type PreparedSelection,
  prepare,
  type Selection,
  toAfter,
  toKeyColumns,
  toOrderBy,
  toWhere,
} from '../../device-list/selection.ts';
import type { Connection } from '../../store/database.ts';
import type { ExportRow } from './columns.ts';

/** All devices of a selection as they were at one moment. */
export interface AllDevices {
  readonly total: number;
  /** In the order of the list, `batchSize` at a time; each batch is read when it is asked for. */
  readonly batches: AsyncGenerator<readonly ExportRow[]>;
  /** Releases the session; call it after the last read. Never fails; a second call does nothing. */
  close(): Promise<void>;
}

const batchSize = 1000;

/** Parts as judged; before the first judgement those that the device reported. */
const partsColumns = sql`d.series, ${judged('pmParts')} as judged, case when j.device_id is null then
  (select s.body from device_section s where s.device_id = d.device_id and s.section = 'parts') end as parts`;

/**
 * Opens one read-only transaction that sees the store as of now until it is closed: no device twice, none
 * left out, the count exact. A client that takes nothing for a minute loses it
 * (idle_in_transaction_session_timeout).
 */
export async function readAll({ db }: Pick<Connection, 'db'>, selection: Selection): Promise<AllDevices> {
  const trx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    await trx
      .rollback()
      .execute()
      .catch(() => undefined);
  };
  const { sort } = selection;
  const read = async (prepared: PreparedSelection, last: readonly string[] | undefined) => {
    const where = last === undefined ? toWhere(prepared) : allOf([toWhere(prepared), toAfter(sort, last)]);
    const { rows } = await sql<ExportRow>`
      select ${itemColumns}, ${partsColumns}, ${toKeyColumns(sort)} as key
      from device d ${joinJudgement}
      where ${where} ${toOrderBy(sort)} limit ${sql.lit(batchSize)}`.execute(trx);
    return rows;
  };
  async function* batches(prepared: PreparedSelection) {
    for (let last: readonly string[] | undefined; ; ) {
      const rows = await read(prepared, last);
      if (rows.length > 0) yield rows;
      if (rows.length < batchSize) return;
      last = rows.at(-1)?.key;
    }
  }
  try {
    const prepared = await prepare(async (statement) => (await statement.execute(trx)).rows, selection);
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from device d where ${toWhere(prepared)}`.execute(trx);
    return { total: rows[0]?.total ?? 0, batches: batches(prepared), close };
  } catch (error) {
    await close();
    throw error;
  }
}
