import { joinJudgement, judged } from '../../device/judgement.ts';
import { type PreparedSelection, prepare, type Selection, toWhere } from '../../device-list/selection.ts';
import { toAfter, toKeyColumns, toOrderBy } from '../../device-list/sort.ts';
import { itemColumns } from '../../device-list/to-item.ts';
import { Parameters } from '../../sql/parameters.ts';
import type { Connection } from '../../store/connect.ts';
import type { ExportRow } from './columns.ts';

/** All devices of a selection as they were at one moment. */
export interface AllDevices {
  readonly total: number;
  /** In the order of the list, `batchSize` at a time; each batch is read when it is asked for. */
  readonly batches: AsyncGenerator<readonly ExportRow[]>;
  /** Gives the session back; call it once nothing is read any more. Never fails; a second call does nothing. */
  close(): Promise<void>;
}

const batchSize = 1000;

/** Parts as judged; before the first judgement those that the device reported. */
const partsColumns = `d.series, ${judged('pmParts')} as judged, case when j.device_id is null then
  (select s.body from device_section s where s.device_id = d.device_id and s.section = 'parts') end as parts`;

/**
 * Opens one read-only transaction that sees the store as of now until it is closed: no device twice, none left out,
 * the count exact. A client that takes nothing for a minute loses it (idle_in_transaction_session_timeout).
 */
export async function readAll({ pool }: Pick<Connection, 'pool'>, selection: Selection): Promise<AllDevices> {
  const client = await pool.connect();
  let isOpen = true;
  const close = async () => {
    if (!isOpen) return;
    isOpen = false;
    try {
      await client.query('rollback');
      client.release();
    } catch {
      client.release(true);
    }
  };
  const read = async (prepared: PreparedSelection, last: readonly string[] | undefined) => {
    const parameters = new Parameters();
    const where = toWhere(prepared, parameters);
    if (last !== undefined) where.push(toAfter(selection.sort, last, (value) => parameters.add(value)));
    const text = `select ${itemColumns}, ${partsColumns}, ${toKeyColumns(selection.sort)} as key from device d ${joinJudgement}
      where ${where.join(' and ')} ${toOrderBy(selection.sort)} limit ${batchSize}`;
    return (await client.query<ExportRow>(text, parameters.values)).rows;
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
    await client.query('begin isolation level repeatable read read only');
    const prepared = await prepare((statement) => client.query(statement), selection);
    const parameters = new Parameters();
    const text = `select count(*) as total from device d where ${toWhere(prepared, parameters).join(' and ')}`;
    const { rows } = await client.query<{ total: number }>(text, parameters.values);
    return { total: rows[0]?.total ?? 0, batches: batches(prepared), close };
  } catch (error) {
    await close();
    throw error;
  }
}
