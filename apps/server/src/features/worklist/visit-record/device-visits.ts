import type { DeviceVisits } from '@platen/contract/visit-records';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../store/database.ts';
import { readOrganisation, readOrganisationsOf } from '../../../worklist/organisation.ts';
import { personOf, readNames } from '../people.ts';
import { type RecordRow, toStoredRecords } from './stored-records.ts';

const pageSize = 50;

interface VisitRow extends Omit<DeviceVisits['visits'][number], 'assignee' | 'record' | 'technician'> {
  readonly assignee: string | null;
  readonly importedBy: string | null;
  readonly record: (Omit<RecordRow, 'recordedAt'> & { readonly recordedAt: string }) | null;
}

/** Visits of a device that the user may see, the newest first (VR-10). */
export async function readDeviceVisits(db: Kysely<Database>, deviceId: string, offset: number): Promise<DeviceVisits> {
  const { rows } = await sql<VisitRow>`
    select v.visit_id as "visitId", v.kind, v.state, v.assignee, v.note, v.technician as "importedBy",
      to_char(coalesce(v.planned_day, (v.done_at at time zone 'UTC')::date), 'YYYY-MM-DD') as day,
      case when r.device_id is not null then json_build_object('deviceId', r.device_id, 'visitId', r.visit_id, 'body', r.body,
        'revision', r.revision, 'recordedBy', r.recorded_by, 'recordedAt', r.recorded_at, 'isOnOlderPlan', r.is_on_older_plan) end as record
    from visit_device x join visit v on v.visit_id = x.visit_id
      left join lateral (select * from visit_record r where r.device_id = x.device_id and r.visit_id = x.visit_id
        order by r.revision desc limit 1) r on true
    where x.device_id = ${deviceId}
    order by coalesce(v.planned_day, (v.done_at at time zone 'UTC')::date) desc nulls first, v.visit_id
    limit ${pageSize} offset ${offset}`.execute(db);
  const count = await sql<{ n: number }>`
    select count(*)::int as n from visit_device where device_id = ${deviceId}`.execute(db);
  const people = await readNames(
    db,
    rows.map(({ assignee }) => assignee),
  );
  const visits = rows.map(async ({ assignee, record, importedBy, ...visit }) => {
    const [stored] =
      record === null ? [] : await toStoredRecords(db, [{ ...record, recordedAt: new Date(record.recordedAt) }]);
    return { ...visit, technician: importedBy, assignee: personOf(people, assignee), record: stored ?? null };
  });
  const organisation = (await readOrganisationsOf(db, [deviceId])).get(deviceId) ?? (await readOrganisation(db));
  return { visits: await Promise.all(visits), count: count.rows[0]?.n ?? 0, zone: organisation.settings.calendar.zone };
}
