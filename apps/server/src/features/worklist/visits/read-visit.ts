import type { EntryProof, StoredRecord } from '@platen/contract/visit-records';
import type { BroughtItem, Visit } from '@platen/contract/visits';
import { priorities } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { toDayText } from '../../../base/time.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { visitVisibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import type { CancelledRecord } from '../../../store/tables/visit-tables.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { actionsFor } from '../allowed.ts';
import { type ConditionRow, conditionColumns, conditionOrder, toCondition } from '../condition-store.ts';
import { type People, personOf, readNames } from '../people.ts';
import { readProofs } from '../visit-record/read-proofs.ts';
import { visitActionsFor } from './allowed-visit-actions.ts';
import { toHours } from './hours.ts';

type Db = Kysely<Database>;

/** A row of `visit v`, with times as the driver has them. */
export interface VisitRecordRow
  extends Pick<
    Visit,
    | 'visitId'
    | 'kind'
    | 'state'
    | 'customerNumber'
    | 'customerName'
    | 'place'
    | 'access'
    | 'plannedDay'
    | 'note'
    | 'externalKey'
    | 'formerId'
    | 'version'
  > {
  readonly hours: string | null;
  readonly assignee: string | null;
  readonly cancelled: CancelledRecord | null;
  readonly madeBy: string | null;
  readonly madeAt: Date;
  readonly startedAt: Date | null;
  readonly recordedAt: Date | null;
  readonly seenAt: Date | null;
  readonly doneAt: Date | null;
}

export const visitColumns = sql`v.visit_id as "visitId", v.kind, v.state, v.customer_number as "customerNumber",
  v.customer_name as "customerName", v.place, v.access, v.planned_day as "plannedDay", v.planned_hours as hours,
  v.assignee, v.note, v.external_key as "externalKey", v.cancelled, v.former_id as "formerId", v.made_by as "madeBy",
  v.made_at as "madeAt", v.started_at as "startedAt", v.recorded_at as "recordedAt", v.seen_at as "seenAt",
  v.done_at as "doneAt", v.version`;

/** The row of a visit that the user sees; a foreign or unknown one is refused with 204001 (GE-05). */
export async function readVisitRow(db: Db, user: SignedInUser, visitId: string): Promise<VisitRecordRow> {
  const isIt = sql<boolean>`v.visit_id = ${visitId}`;
  const { rows } = await sql<VisitRecordRow>`
    select ${visitColumns} from visit v where ${isIt} and ${visitVisibleTo(user, isIt)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Refusal(204001, 'there is no visit with this id');
  return row;
}

interface DeviceRow {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly description: string | null;
  readonly priority: number | null;
  readonly tasks: string[];
  readonly bring: BroughtItem[];
}

async function readDevices(db: Db, visitId: string): Promise<DeviceRow[]> {
  const { rows } = await sql<DeviceRow>`
    select x.device_id as "deviceId", coalesce(d.serial, x.serial) as serial, coalesce(d.model, x.model) as model,
      d.description, w.priority, x.tasks, x.bring
    from visit_device x left join device d on d.device_id = x.device_id
      left join worklist_row w on w.entity_id = x.device_id
    where x.visit_id = ${visitId} order by x.place, x.device_id`.execute(db);
  return rows;
}

interface RecordRow extends Pick<StoredRecord, 'record' | 'revision' | 'isOnOlderPlan' | 'olderPlan'> {
  readonly deviceId: string;
  readonly by: string | null;
  readonly at: Date;
}

/** Records of a visit, the newest of each device first. */
async function readRecords(db: Db, visitId: string): Promise<RecordRow[]> {
  const { rows } = await sql<RecordRow>`
    select device_id as "deviceId", body as record, revision, recorded_by as by, recorded_at as at,
      is_on_older_plan as "isOnOlderPlan", plan as "olderPlan"
    from visit_record where visit_id = ${visitId} order by device_id, revision desc`.execute(db);
  return rows;
}

const toStored = ({ record, revision, by, at, isOnOlderPlan, olderPlan }: RecordRow, people: People): StoredRecord => ({
  record,
  revision,
  isOnOlderPlan,
  olderPlan,
  recordedBy: personOf(people, by),
  recordedAt: at.toISOString(),
});

/** A visit with its devices, conditions and records (VP-18). Refuses 204001 as `readVisitRow`. */
export async function readVisit(db: Db, user: SignedInUser, visitId: string, now = new Date()): Promise<Visit> {
  const row = await readVisitRow(db, user, visitId);
  const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
  const devices = await readDevices(db, visitId);
  const records = await readRecords(db, visitId);
  const conditions = await sql<ConditionRow>`
    select ${conditionColumns} from condition c join visit_condition vc
      on vc.device_id = c.entity_id and vc.condition_id = c.condition_id
    where vc.visit_id = ${visitId} order by ${conditionOrder}`.execute(db);
  const next = await sql<{ id: string }>`
    select visit_id as id from visit where former_id = ${visitId} order by made_at, visit_id`.execute(db);
  const open = new Set(conditions.rows.flatMap(({ work, conditionId }) => (work === 'resolved' ? [] : conditionId)));
  const proofs = new Map<string, readonly EntryProof[]>();
  for (const { deviceId } of devices) {
    const newest = records.find((one) => one.deviceId === deviceId);
    if (newest !== undefined && !('notDone' in newest.record))
      proofs.set(deviceId, await readProofs(db, newest.record, open));
  }
  const authors = records.flatMap(({ by }) => by ?? []);
  const people = await readNames(db, [
    row.assignee,
    row.madeBy,
    ...authors,
    ...conditions.rows.map(({ assignee }) => assignee),
  ]);
  const isUnseen = row.seenAt === null || (row.recordedAt !== null && row.seenAt < row.recordedAt);
  const { hours, assignee, cancelled, madeBy, madeAt, startedAt, recordedAt: _, seenAt, doneAt, ...plain } = row;
  return {
    ...plain,
    hours: toHours(hours),
    assignee: personOf(people, assignee),
    cancelled,
    madeBy: personOf(people, madeBy),
    madeAt: madeAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    seenAt: seenAt?.toISOString() ?? null,
    doneAt: doneAt?.toISOString() ?? null,
    isOverdue: isOverdue(row, toDayText(toWorkTime(calendar).dayOf(now.getTime()))),
    isOnOlderPlan: isUnseen && records.some((record) => record.isOnOlderPlan),
    nextIds: next.rows.map(({ id }) => id),
    devices: devices.map((device) => {
      const [newest, ...former] = records.filter(({ deviceId }) => deviceId === device.deviceId);
      return {
        ...device,
        priority: device.priority === null ? null : (priorities[device.priority - 1] ?? null),
        state: newest === undefined ? 'open' : 'notDone' in newest.record ? 'notDone' : 'recorded',
        conditions: conditions.rows
          .filter(({ entityId }) => entityId === device.deviceId)
          .map((one) => toCondition(one, people, actionsFor(user, [one]))),
        record: newest === undefined ? null : toStored(newest, people),
        formerRecords: former.toReversed().map((one) => toStored(one, people)),
        proofs: [...(proofs.get(device.deviceId) ?? [])],
      };
    }),
    actions: visitActionsFor(user, { ...row, authors }, now),
    zone: calendar.zone,
  };
}

/** Its day has passed and it has not begun. */
export const isOverdue = (
  { state, plannedDay }: Pick<VisitRecordRow, 'state' | 'plannedDay'>,
  today: string,
): boolean => state === 'planned' && plannedDay !== null && plannedDay < today;
