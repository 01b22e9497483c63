import { type RecordedDevice, type StoredRecord } from '@platen/contract/visit-records';
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
}

const columns = sql`device_id as "deviceId", visit_id as "visitId", body, revision, recorded_by as "recordedBy",
  recorded_at as "recordedAt", is_on_older_plan as "isOnOlderPlan"`;

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

export async function toStoredRecords(db: Kysely<Database>, rows: readonly RecordRow[]): Promise<StoredRecord[]> {
  const people = await readNames(
    db,
    rows.map(({ recordedBy }) => recordedBy),
  );
  return rows.map(({ body, revision, recordedBy, recordedAt, isOnOlderPlan }) => ({
    record: body,
    revision,
    recordedBy: personOf(people, recordedBy),
    recordedAt: recordedAt.toISOString(),
    isOnOlderPlan,
  }));
}

export async function addRecord(
  trx: Transaction<Database>,
  { deviceId, visitId, body, revision, recordedBy, recordedAt, isOnOlderPlan }: RecordRow,
): Promise<void> {
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
