import type { QueryOf } from '@platen/contract/endpoint';
import type { VisitList } from '@platen/contract/visit-names';
import type { listVisits as listCall, VisitPage, VisitRow } from '@platen/contract/visits';
import { priorities } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toDayText } from '../../../base/time.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { visitVisibleTo } from '../../../identity/visibility.ts';
import { uuids } from '../../../store/binary-array.ts';
import type { Database } from '../../../store/database.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { personOf, readNames } from '../people.ts';
import { toHours } from './hours.ts';
import { isOverdue, type VisitRecordRow, visitColumns } from './read-visit.ts';
import { readVisitParts, type VisitParts } from './visit-parts.ts';

type Db = Kysely<Database>;
type Query = QueryOf<typeof listCall>;

interface Row extends VisitRecordRow {
  readonly packStoredAt: Date | null;
}

interface Today {
  readonly day: string;
  readonly start: Date;
}

const isUnread = sql<boolean>`v.recorded_at is not null and (v.seen_at is null or v.seen_at < v.recorded_at)`;

/** Which visits a list holds (VP-06). */
const whichOf = ({ day, start }: Today): Readonly<Record<VisitList, RawBuilder<boolean>>> => ({
  open: sql<boolean>`(v.state = 'underWay' or v.state = 'planned' and v.planned_day >= ${day}::date
    or v.state = 'done' and v.done_at >= ${start}::timestamptz)`,
  drafts: sql<boolean>`v.state = 'draft'`,
  overdue: sql<boolean>`v.state = 'planned' and v.planned_day < ${day}::date`,
  toRead: isUnread,
  done: sql<boolean>`v.state = 'done'`,
  cancelled: sql<boolean>`v.state = 'cancelled'`,
});

const orders: Readonly<Record<VisitList, RawBuilder<unknown>>> = {
  open: sql`v.planned_day, v.planned_hours nulls last, v.customer_name, v.visit_id`,
  drafts: sql`v.made_at desc, v.visit_id`,
  overdue: sql`v.planned_day, v.planned_hours nulls last, v.visit_id`,
  toRead: sql`v.recorded_at desc, v.visit_id`,
  done: sql`v.done_at desc, v.visit_id`,
  cancelled: sql`v.planned_day desc nulls last, v.visit_id`,
};

const toPattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The condition on `visit v` for the visits of a list that the user sees and that pass the filters. */
async function readSelection(db: Db, user: SignedInUser, query: Query, today: Today): Promise<RawBuilder<boolean>> {
  const { list, assignee, from, to, search } = query;
  const ofList = whichOf(today)[list];
  // Nearly all visits are done ones.
  const parts: RawBuilder<boolean>[] = [ofList, visitVisibleTo(user, list === 'done' ? undefined : ofList)];
  if (assignee === 'none') parts.push(sql<boolean>`v.assignee is null`);
  else if (assignee !== undefined)
    parts.push(sql<boolean>`v.assignee::text = ${assignee === 'me' ? user.userId : assignee}`);
  const day = sql`coalesce((v.done_at at time zone 'utc')::date, v.planned_day)`;
  if (from !== undefined) parts.push(sql<boolean>`${day} >= ${from}::date`);
  if (to !== undefined) parts.push(sql<boolean>`${day} <= ${to}::date`);
  if (search !== undefined && search !== '') {
    const pattern = toPattern(search);
    const ofDevices = await sql<{ id: string }>`
      select distinct v.visit_id as id from visit v join visit_device x on x.visit_id = v.visit_id
        left join device d on d.device_id = x.device_id
      where ${ofList} and coalesce(d.serial, x.serial) ilike ${pattern}`.execute(db);
    parts.push(sql<boolean>`(v.customer_name ilike ${pattern} or v.place ilike ${pattern} or v.external_key ilike ${pattern}
      or exists (select from app_user u where u.user_id = v.assignee and u.name ilike ${pattern})
      or v.visit_id = any(${uuids(ofDevices.rows.map(({ id }) => id))}))`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

async function readRows(
  db: Db,
  selection: RawBuilder<boolean>,
  { list, offset, limit }: Query,
): Promise<(Row & VisitParts)[]> {
  const { rows } = await sql<Row>`
    select ${visitColumns}, v.pack_stored_at as "packStoredAt" from visit v where ${selection}
    order by ${orders[list]} offset ${offset} limit ${limit}`.execute(db);
  const partsOf = await readVisitParts(db, rows);
  return rows.map((row) => ({ ...row, ...partsOf(row) }));
}

async function countAll(db: Db, selection: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from visit v where ${selection}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Numbers of the head; whatever the filters. */
async function readHead(db: Db, user: SignedInUser, today: Today): Promise<VisitPage['head']> {
  const which = whichOf(today);
  const isToday = sql<boolean>`(v.state in ('planned', 'underWay') and v.planned_day = ${today.day}::date
    or v.state = 'underWay' or v.state = 'done' and v.done_at >= ${today.start}::timestamptz)`;
  const { rows } = await sql<Omit<VisitPage['head'], 'devicesToday'> & { idsToday: string[] }>`
    select count(*) filter (where ${isToday})::int as today,
      coalesce(array_agg(v.visit_id) filter (where ${isToday}), '{}') as "idsToday",
      count(*) filter (where v.state = 'underWay')::int as "underWay",
      count(*) filter (where v.state = 'done' and v.done_at >= ${today.start}::timestamptz)::int as "doneToday",
      count(*) filter (where ${which.open} and v.assignee = ${user.userId}::uuid)::int as mine,
      count(*) filter (where ${which.open})::int as open, count(*) filter (where ${which.drafts})::int as drafts,
      count(*) filter (where ${which.overdue})::int as overdue, count(*) filter (where ${which.toRead})::int as "toRead",
      count(*) filter (where ${which.done})::int as done
    from visit v where v.state <> 'cancelled' and ${visitVisibleTo(user)}`.execute(db);
  const [head] = rows;
  if (head === undefined) throw new Error('no head of the visits');
  const { idsToday, ...counts } = head;
  const devices = await sql<{ n: number }>`
    select count(*)::int as n from visit_device where visit_id = any(${uuids(idsToday)})`.execute(db);
  return { ...counts, devicesToday: devices.rows[0]?.n ?? 0 };
}

function toRow(row: Row & VisitParts, assignee: VisitRow['assignee'], today: string): VisitRow {
  const records = row.devices.flatMap(({ record }) => record ?? []);
  const isUnseen = row.seenAt === null || (row.recordedAt !== null && row.seenAt < row.recordedAt);
  return {
    visitId: row.visitId,
    kind: row.kind,
    state: row.state,
    customerNumber: row.customerNumber,
    customerName: row.customerName,
    place: row.place,
    plannedDay: row.plannedDay,
    hours: toHours(row.hours),
    assignee,
    note: row.note,
    externalKey: row.externalKey,
    startedAt: row.startedAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    isOverdue: isOverdue(row, today),
    isOnOlderPlan: isUnseen && row.devices.some(({ isOnOlderPlan }) => isOnOlderPlan === true),
    devices: row.devices.map(({ deviceId, serial, model, record }) => ({
      deviceId,
      serial,
      model,
      result: record !== null && 'result' in record ? record.result : null,
      notDone: record !== null && 'notDone' in record ? record.notDone : null,
    })),
    priorities: row.classes.flatMap((number) => priorities[number - 1] ?? []),
    conditionCount: row.conditionCount,
    wentBack: row.wentBack,
    missing: records.flatMap((record) =>
      'parts' in record ? record.parts.filter(({ isMissing }) => isMissing === true).map(({ item }) => item) : [],
    ),
    bring: row.bring,
    packStoredAt: row.packStoredAt?.toISOString() ?? null,
    madeAt: row.madeAt.toISOString(),
    version: row.version,
  };
}

/** A page of a list of visits (VP-06) with the numbers of all lists. */
export async function readVisitPage(
  db: Db,
  user: SignedInUser,
  query: Query,
  now: Date,
): Promise<{ page: VisitPage; total: number }> {
  const { calendar } = (await readOrganisation(db, user.organisationId)).settings;
  const time = toWorkTime(calendar);
  const localDay = time.dayOf(now.getTime());
  const today = { day: toDayText(localDay), start: new Date(time.startOf(localDay)) };
  const [[rows, total], head] = await Promise.all([
    readSelection(db, user, query, today).then((selection) =>
      Promise.all([readRows(db, selection, query), countAll(db, selection)]),
    ),
    readHead(db, user, today),
  ]);
  const people = await readNames(
    db,
    rows.map(({ assignee }) => assignee),
  );
  // Monday first; 1970-01-01 was a Thursday.
  const hours = calendar.holidays.includes(today.day) ? [] : (calendar.week[(localDay + 3) % 7] ?? []);
  const from = hours.at(0)?.from;
  const to = hours.at(-1)?.to;
  return {
    page: {
      visits: rows.map((row) => toRow(row, personOf(people, row.assignee), today.day)),
      head,
      today: today.day,
      zone: calendar.zone,
      workingHours: from === undefined || to === undefined ? null : { from, to: to === '24:00' ? '23:59' : to },
    },
    total,
  };
}
