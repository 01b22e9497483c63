import type { OlderPlan, RecordedDevice, StoredRecord } from '@platen/contract/visit-records';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../../../store/database.ts';
import { personOf, readNames } from '../people.ts';

/** The newest record of a device on a visit. */
export interface RecordRow {
  readonly deviceId: string;
  readonly visitId: string;
  readonly body: RecordedDevice;
  readonly revision: number;
  readonly recordedBy: string | null;
  readonly recordedAt: Date;
  readonly isOnOlderPlan: boolean;
  readonly olderPlan?: OlderPlan | null;
}

const columns = sql`device_id as "deviceId", visit_id as "visitId", body, revision, recorded_by as "recordedBy",
  recorded_at as "recordedAt", is_on_older_plan as "isOnOlderPlan", plan as "olderPlan"`;

/** Newest records of a visit, in the order of its devices. */
export async function readNewest(db: Kysely<Database>, visitId: string): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select ${columns} from (
      select distinct on (r.device_id) r.*, x.place from visit_record r
        left join visit_device x on x.visit_id = r.visit_id and x.device_id = r.device_id
      where r.visit_id = ${visitId} order by r.device_id, r.revision desc
    ) newest order by place, device_id`.execute(db);
  return rows;
}

/** All that was recorded of a visit, corrected records included. */
export async function readBodies(db: Kysely<Database>, visitId: string): Promise<RecordedDevice[]> {
  const { rows } = await sql<{ body: RecordedDevice }>`
    select body from visit_record where visit_id = ${visitId}`.execute(db);
  return rows.map(({ body }) => body);
}

export async function toStoredRecords(db: Kysely<Database>, rows: readonly RecordRow[]): Promise<StoredRecord[]> {
  const people = await readNames(
    db,
    rows.map(({ recordedBy }) => recordedBy),
  );
  return rows.map(({ body, revision, recordedBy, recordedAt, isOnOlderPlan, olderPlan = null }) => ({
    record: body,
    revision,
    recordedBy: personOf(people, recordedBy),
    recordedAt: recordedAt.toISOString(),
    isOnOlderPlan,
    olderPlan,
  }));
}

/** The plan of a device in the pack that a user last opened of a visit (VP-24); null: there is none. */
async function readPlanOfPack(
  db: Kysely<Database>,
  visitId: string,
  deviceId: string,
  userId: string,
): Promise<OlderPlan | null> {
  const { rows } = await sql<Omit<OlderPlan, 'madeAt'> & { madeAt: Date }>`
    select p.made_at as "madeAt",
      (select coalesce(jsonb_agg(c - 'priority'), '[]') from jsonb_array_elements(x.device -> 'conditions') c) as conditions,
      (select coalesce(jsonb_agg(jsonb_build_object('item', b -> 'item', 'pieces', b -> 'pieces')), '[]')
        from jsonb_array_elements(x.device -> 'bring') b where b ->> 'group' = 'asked') as bring
    from visit_pack p cross join lateral jsonb_array_elements(p.body -> 'devices') x(device)
    where p.visit_id = ${visitId} and p.user_id = ${userId} and x.device ->> 'deviceId' = ${deviceId}`.execute(db);
  const [row] = rows;
  return row === undefined ? null : { ...row, madeAt: row.madeAt.toISOString() };
}

export async function addRecord(
  trx: Transaction<Database>,
  { deviceId, visitId, body, revision, recordedBy, recordedAt, isOnOlderPlan, olderPlan = null }: RecordRow,
): Promise<void> {
  const plan =
    isOnOlderPlan && olderPlan === null && recordedBy !== null
      ? await readPlanOfPack(trx, visitId, deviceId, recordedBy)
      : olderPlan;
  await trx
    .insertInto('visit_record')
    .values({
      device_id: deviceId,
      visit_id: visitId,
      revision,
      body: JSON.stringify(body),
      recorded_by: recordedBy,
      recorded_at: recordedAt,
      is_on_older_plan: isOnOlderPlan,
      plan: plan === null ? null : JSON.stringify(plan),
    })
    .execute();
}

/** Whether two records say the same, whatever the order of their fields. */
export const isSameRecord = (one: RecordedDevice, other: RecordedDevice): boolean => sorted(one) === sorted(other);

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, field: unknown) =>
    typeof field === 'object' && field !== null && !Array.isArray(field)
      ? Object.fromEntries(Object.entries(field).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : field,
  );
}
