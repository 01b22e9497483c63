import type { DeviceStatus } from '@platen/contract/devices';
import type { WorklistDetail } from '@platen/contract/worklist';
import type { Memory } from '@platen/diagnosis/conditions/memory';
import { mayUndo } from '@platen/diagnosis/conditions/transitions';
import { type Kysely, sql } from 'kysely';
import { joinJudgement, type Pool, readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { type JudgedDevice, judgedColumns } from '../../worklist/what-to-bring.ts';
import { type ConditionRow, conditionColumns, conditionOrder } from './condition-store.ts';
import { personOf, readNames } from './people.ts';

type Db = Kysely<Database>;

/** What the drawer shows of a device besides its conditions. */
export interface DrawerDevice extends JudgedDevice {
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly description: string | null;
  readonly updatedAt: Date;
  readonly status: DeviceStatus;
  readonly pagesAMonth: number | null;
  readonly weight: {
    readonly factor: number;
    readonly reason: string;
    readonly by: string;
    readonly version: number;
  } | null;
  readonly silences: NonNullable<Memory['log']>['silences'] | null;
}

/** Reads a device through the door of its other calls. */
export const readDrawerDevice = (store: Pool, user: SignedInUser, deviceId: string): Promise<DrawerDevice> =>
  readDevice<DrawerDevice>(store, user, deviceId, {
    name: 'worklist-row',
    columns: sql`d.serial, d.model, d.customer_number as "customerNumber", d.customer_name as "customerName",
      d.description, d.updated_at as "updatedAt", d.status, e.pages_a_month::float8 as "pagesAMonth",
      case when w.device_id is not null then json_build_object('factor', w.weight::float8, 'reason', w.reason,
        'by', w.set_by, 'version', w.version) end as weight,
      ${judgedColumns}, e.memory -> 'log' -> 'silences' as silences`,
    joins: sql`${joinJudgement} left join evaluation e on e.entity_id = d.device_id
      left join device_weight w on w.device_id = d.device_id`,
  });

/** Conditions of a page, and entries and visits at most. */
const most = { conditions: 50, events: 200, visits: 3, notes: 50 };
/** Months for which resolved conditions are shown (WL-67), days of errors. */
const shown = { months: 24, errorDays: 30 };

/** A page of the conditions of an entity, open ones first, and how many there are. */
export async function readAllConditions(
  db: Db,
  entityId: string,
  offset: number,
): Promise<{ rows: ConditionRow[]; total: number }> {
  const where = sql`c.entity_id = ${entityId} and (c.resolved_at is null
    or c.resolved_at > now() - ${sql.lit(shown.months)} * interval '1 month')`;
  const { rows } = await sql<ConditionRow>`
    select ${conditionColumns} from condition c where ${where}
    order by ${conditionOrder} limit ${sql.lit(most.conditions)} offset ${sql.lit(offset)}`.execute(db);
  const count = await sql<{ n: number }>`select count(*)::int as n from condition c where ${where}`.execute(db);
  return { rows, total: count.rows[0]?.n ?? 0 };
}

type Event = WorklistDetail['events'][number];

interface EventRow extends Omit<Event, 'by' | 'at' | 'actionId'> {
  readonly at: Date;
  readonly user: string | null;
  readonly action: string | null;
  readonly n: number;
}

/** To whom the step of an entry assigned. */
const toAssignee = ({ assignee }: Event['detail']): string | null => (typeof assignee === 'string' ? assignee : null);

/** The newest entries of the history of an entity, newest first, and how many there are. */
export async function readEvents(
  db: Db,
  { userId }: SignedInUser,
  entityId: string,
  now: Date,
): Promise<{ events: Event[]; eventCount: number }> {
  const { rows } = await sql<EventRow>`
    select event_id as "eventId", at, condition_id as "conditionId", user_id as "user", change, work_from as "from",
      work_to as "to", detail, undone_by is not null as undone, action_id as action, (count(*) over ())::int as n
    from condition_event where entity_id = ${entityId}
    order by at desc, event_id desc limit ${sql.lit(most.events)}`.execute(db);
  const people = await readNames(
    db,
    rows.flatMap(({ user, detail }) => [user, toAssignee(detail)]),
  );
  return {
    events: rows.map(({ n: _n, user, at, action, ...event }) => {
      const assignee = personOf(people, toAssignee(event.detail));
      const isOpen = action !== null && !event.undone;
      return {
        ...event,
        at: at.toISOString(),
        by: personOf(people, user),
        ...(assignee && { detail: { ...event.detail, assigneeName: assignee.name } }),
        ...(isOpen && mayUndo({ action: event.change, by: user, at: at.getTime() }, userId, now.getTime())
          ? { actionId: action }
          : {}),
      };
    }),
    eventCount: rows[0]?.n ?? 0,
  };
}

/** Errors of the last 30 days by day (UTC) and code. */
export async function readErrors(db: Db, deviceId: string): Promise<WorklistDetail['errors']> {
  const { rows } = await sql<WorklistDetail['errors'][number]>`
    select (occurred_at at time zone 'utc')::date as day, code, count(*)::int as count from device_error
    where device_id = ${deviceId} and occurred_at > now() - ${sql.lit(shown.errorDays)} * interval '1 day'
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** The last visits of a device, without those ahead, and its newest notes. */
export async function readVisitsAndNotes(db: Db, deviceId: string): Promise<Pick<WorklistDetail, 'visits' | 'notes'>> {
  const visits = await sql<{
    visitId: string;
    day: string;
    assignee: string | null;
    state: string;
    note: string | null;
  }>`
    select v.visit_id as "visitId", at.day, v.assignee, v.state, v.note
    from visit_device vd join visit v on v.visit_id = vd.visit_id
      -- A draft that was recorded without a day was made on the day somebody arrived.
      cross join lateral (select coalesce(v.planned_day, (v.started_at at time zone 'utc')::date) as day) at
    where vd.device_id = ${deviceId} and at.day <= current_date and v.state not in ('draft', 'cancelled')
    order by at.day desc, v.visit_id limit ${sql.lit(most.visits)}`.execute(db);
  const notes = await sql<{ noteId: string; at: Date; by: string | null; text: string }>`
    select note_id as "noteId", at, user_id as by, text from device_note where device_id = ${deviceId}
    order by at desc, note_id limit ${sql.lit(most.notes)}`.execute(db);
  const people = await readNames(db, [
    ...visits.rows.map(({ assignee }) => assignee),
    ...notes.rows.map(({ by }) => by),
  ]);
  return {
    visits: visits.rows.map((visit) => ({ ...visit, assignee: personOf(people, visit.assignee) })),
    notes: notes.rows.map((note) => ({ ...note, at: note.at.toISOString(), by: personOf(people, note.by) })),
  };
}
