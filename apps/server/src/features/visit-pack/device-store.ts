import type { TonerColor } from '@platen/contract/report-sections';
import type { PackDevice } from '@platen/contract/visit-pack';
import { mostDone, mostVisits } from '@platen/contract/visit-pack-names';
import type { RecordedDevice } from '@platen/contract/visit-records';
import { type Kysely, sql } from 'kysely';
import { joinJudgement, type Pool, readDevice, type SectionBodies, sectionBodies } from '../../device/read-device.ts';
import { readEffects } from '../../history/visit-effects.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { type JudgedDevice, judgedColumns } from '../../worklist/what-to-bring.ts';

type Db = Kysely<Database>;

/** What a pack takes of one device besides its history. */
export interface PackDeviceRow extends JudgedDevice {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly series: string | null;
  readonly description: string | null;
  readonly priority: PackDevice['priority'];
  readonly assetNumber: string | null;
  readonly unpackingDate: string | null;
  readonly firmware: string | null;
  readonly firmwareLine: string | null;
  readonly updatedAt: Date;
  readonly pagesAMonth: number | null;
  readonly sections: SectionBodies | null;
}

/** Reads a device through the door of its other calls. */
export const readPackDevice = (store: Pool, user: SignedInUser, deviceId: string): Promise<PackDeviceRow> =>
  readDevice<PackDeviceRow>(store, user, deviceId, {
    name: 'visit-pack',
    columns: sql`d.device_id as "deviceId", d.serial, d.model, d.series,
      coalesce(f.place, d.description) as description, 'P' || row.priority as priority, f.asset_number as "assetNumber",
      d.unpacking_date as "unpackingDate", d.firmware_version as firmware, d.firmware_line as "firmwareLine",
      d.updated_at as "updatedAt", e.pages_a_month::float8 as "pagesAMonth",
      ${judgedColumns}, ${sectionBodies('counters', 'supplies', 'network')} as sections`,
    joins: sql`${joinJudgement} left join evaluation e on e.entity_id = d.device_id
      left join worklist_row row on row.entity_id = d.device_id
      left join device_fact f on f.device_id = d.device_id`,
  });

export const tonerNames: readonly TonerColor[] = ['black', 'yellow', 'magenta', 'cyan', 'eBlue'];

/** The last visits of a device that were made, newest first, with what was recorded and what it changed. */
export async function readPastVisits(
  db: Db,
  { deviceId, visitId, now }: { readonly deviceId: string; readonly visitId: string; readonly now: number },
): Promise<PackDevice['before']> {
  const { rows } = await sql<Omit<PackDevice['before'][number], 'effects'>>`
    select v.visit_id as "visitId", coalesce(v.planned_day, (v.done_at at time zone 'utc')::date) as day, v.note,
      coalesce((select name from app_user where user_id = coalesce(r.recorded_by, v.assignee)), null) as technician,
      case when r.visit_id is not null then json_build_object('record', r.body, 'revision', r.revision,
        'recordedBy', case when r.recorded_by is not null then json_build_object('userId', r.recorded_by, 'name',
          coalesce((select name from app_user where user_id = r.recorded_by), 'erased-' || r.recorded_by)) end,
        'recordedAt', to_char(r.recorded_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'isOnOlderPlan', r.is_on_older_plan) end as record
    from visit_device vd join visit v on v.visit_id = vd.visit_id
    left join lateral (
      select * from visit_record r where r.device_id = vd.device_id and r.visit_id = vd.visit_id order by revision desc limit 1
    ) r on true
    where vd.device_id = ${deviceId} and v.visit_id <> ${visitId} and v.state = 'done'
    order by coalesce(v.done_at, v.planned_day::timestamptz) desc, v.visit_id limit ${sql.lit(mostVisits)}`.execute(db);
  const effects = rows.length === 0 ? [] : await readEffects(db, deviceId, new Date(now));
  return rows.map(({ record, ...row }) => ({
    ...row,
    record: record && { ...record, record: toShown(record.record) },
    effects: effects.filter(({ visitId: of }) => of === row.visitId),
  }));
}

/** Of a record what the page shows: result, parts, the first things done, note. */
const toShown = (record: RecordedDevice): RecordedDevice =>
  'notDone' in record
    ? record
    : { ...record, done: record.done.slice(0, mostDone), counters: [], conditions: [], proposals: [] };

/** The newest notes of a device (VP-15). */
export async function readPackNotes(db: Db, deviceId: string): Promise<PackDevice['notes']> {
  const { rows } = await sql<Omit<PackDevice['notes'][number], 'at'> & { at: Date }>`
    select n.note_id as "noteId", n.at, n.text, case when n.user_id is not null then json_build_object('userId',
      n.user_id, 'name', coalesce(u.name, 'erased-' || n.user_id)) end as by
    from device_note n left join app_user u on u.user_id = n.user_id where n.device_id = ${deviceId}
    order by n.at desc, n.note_id limit 5`.execute(db);
  return rows.map(({ at, ...note }) => ({ ...note, at: at.toISOString() }));
}
