import { type Kysely, sql } from 'kysely';
import { joinJudgement, judged } from '../../device/read-device.ts';
import { allOf } from '../../device-list/distinct-texts.ts';
import {
  itemColumns,
  type PreparedSelection,
  prepare,
  type Selection,
  toAfter,
  toKey,
  toOrderBy,
  toWhere,
} from '../../device-list/selection.ts';
import { batchSize, openSnapshot, type Snapshot } from '../../files/snapshot.ts';
import type { Connection, Database } from '../../store/database.ts';
import type { ExportRow } from './columns.ts';

/** Parts as judged; before the first judgement those that the device reported. */
const partsColumns = sql`d.series, ${judged('pmParts')} as judged, case when j.device_id is null then
  (select s.body from device_section s where s.device_id = d.device_id and s.section = 'parts') end as parts`;

/** All devices of a selection, as they are now. */
export const readAll = (store: Pick<Connection, 'db'>, selection: Selection): Promise<Snapshot<ExportRow>> =>
  openSnapshot(store, async (trx) => {
    const prepared = await prepare(async (statement) => (await statement.execute(trx)).rows, selection);
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from device d where ${toWhere(prepared)}`.execute(trx);
    return { total: rows[0]?.total ?? 0, batches: readBatches(trx, prepared, selection) };
  });

async function* readBatches(trx: Kysely<Database>, prepared: PreparedSelection, { sort }: Selection) {
  for (let last: ExportRow | undefined; ; ) {
    const where = last === undefined ? toWhere(prepared) : allOf([toWhere(prepared), toAfter(sort, toKey(sort, last))]);
    const { rows } = await sql<ExportRow>`
      select ${itemColumns}, ${partsColumns}
      from device d ${joinJudgement}
      where ${where} ${toOrderBy(sort)} limit ${sql.lit(batchSize)}`.execute(trx);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) return;
    last = rows.at(-1);
  }
}
