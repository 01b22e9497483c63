import type { QueryOf } from '@platen/contract/endpoint';
import type { VisitList } from '@platen/contract/visit-names';
import type { RecordedDevice } from '@platen/contract/visit-records';
import type { listVisits as listCall, VisitPage, VisitRow } from '@platen/contract/visits';
import { priorities } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { toDayText } from '../../../base/time.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { visitVisibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { personOf, readNames } from '../people.ts';
import { toHours } from './hours.ts';
import { isOverdue, type VisitRecordRow, visitColumns } from './read-visit.ts';

type Db = Kysely<Database>;
type Query = QueryOf<typeof listCall>;

interface Row extends VisitRecordRow {
  readonly devices: readonly {
    readonly deviceId: string;
    readonly serial: string | null;
    readonly model: string | null;
    readonly record: RecordedDevice | null;
    readonly isOnOlderPlan: boolean | null;
  }[];
  readonly classes: readonly number[];
  readonly conditionCount: number;
  readonly wentBack: number;
  readonly bring: VisitRow['bring'];
  readonly packStoredAt: Date | null;
}

/** What the newest pack of a visit asks for, that of its assignee before others; null: no pack was made. */
const bringOfPack = sql`(
  select json_build_object('count', count(b.part), 'packed', count(*) filter (where f.state = 'packed'),
    'notInStock', coalesce(json_agg(b.part -> 'item') filter (where f.state = 'notInStock'), '[]'),
    'unnumbered', count(b.part) filter (where b.part ->> 'ownNumber' is null and b.part ->> 'makerNumber' is null))
  from (select p.body from visit_pack p where p.visit_id = v.visit_id
      order by (p.user_id = v.assignee) is true desc, p.made_at desc limit 1) p
    left join lateral (select d.device, part from jsonb_array_elements(p.body -> 'devices') as d(device),
      jsonb_array_elements(d.device -> 'bring') as part) b on true
    left join visit_fetched f on f.visit_id = v.visit_id and f.device_id = (b.device ->> 'deviceId')::uuid
      and f.item = b.part ->> 'item'
  having count(p.body) > 0)`;

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

/** The filters of the query besides the list. */
function filtersOf(user: SignedInUser, { assignee, from, to, search }: Query): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [visitVisibleTo(user)];
  if (assignee === 'none') parts.push(sql<boolean>`v.assignee is null`);
  else if (assignee !== undefined)
    parts.push(sql<boolean>`v.assignee::text = ${assignee === 'me' ? user.userId : assignee}`);
  const day = sql`coalesce((v.done_at at time zone 'utc')::date, v.planned_day)`;
  if (from !== undefined) parts.push(sql<boolean>`${day} >= ${from}::date`);
  if (to !== undefined) parts.push(sql<boolean>`${day} <= ${to}::date`);
  if (search !== undefined && search !== '') {
    const pattern = toPattern(search);
    parts.push(sql<boolean>`(v.customer_name ilike ${pattern} or v.place ilike ${pattern} or v.external_key ilike ${pattern}
      or exists (select from app_user u where u.user_id = v.assignee and u.name ilike ${pattern})
      or exists (select from visit_device x left join device d on d.device_id = x.device_id
        where x.visit_id = v.visit_id and coalesce(d.serial, x.serial) ilike ${pattern}))`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

async function readRows(db: Db, user: SignedInUser, query: Query, today: Today): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${visitColumns},
      coalesce((select json_agg(json_build_object('deviceId', x.device_id, 'serial', coalesce(d.serial, x.serial),
          'model', coalesce(d.model, x.model), 'record', r.body, 'isOnOlderPlan', r.is_on_older_plan)
          order by x.place, x.device_id)
        from visit_device x left join device d on d.device_id = x.device_id
          left join lateral (select body, is_on_older_plan from visit_record r where r.device_id = x.device_id
            and r.visit_id = x.visit_id order by revision desc limit 1) r on true
        where x.visit_id = v.visit_id), '[]') as devices,
      array(select distinct w.priority from visit_device x join worklist_row w on w.entity_id = x.device_id
        where x.visit_id = v.visit_id and w.priority is not null and v.state <> 'done' order by 1) as classes,
      (select count(*)::int from visit_condition vc where vc.visit_id = v.visit_id) as "conditionCount",
      (select count(*)::int from condition c where c.visit_id = v.visit_id and v.state = 'planned'
        and c.work in ('open', 'acknowledged')) as "wentBack",
      case when v.state in ('planned', 'underWay') then ${bringOfPack} end as bring, v.pack_stored_at as "packStoredAt"
    from visit v where ${whichOf(today)[query.list]} and ${filtersOf(user, query)}
    order by ${orders[query.list]} offset ${query.offset} limit ${query.limit}`.execute(db);
  return rows;
}

/** Numbers of the head; whatever the filters. */
async function readHead(db: Db, user: SignedInUser, today: Today): Promise<VisitPage['head']> {
  const which = whichOf(today);
  const isToday = sql<boolean>`(v.state in ('planned', 'underWay') and v.planned_day = ${today.day}::date
    or v.state = 'underWay' or v.state = 'done' and v.done_at >= ${today.start}::timestamptz)`;
  const { rows } = await sql<VisitPage['head']>`
    select count(*) filter (where ${isToday})::int as today,
      coalesce(sum((select count(*) from visit_device x where x.visit_id = v.visit_id)) filter (where ${isToday}), 0)::int as "devicesToday",
      count(*) filter (where v.state = 'underWay')::int as "underWay",
      count(*) filter (where v.state = 'done' and v.done_at >= ${today.start}::timestamptz)::int as "doneToday",
      count(*) filter (where ${which.open} and v.assignee = ${user.userId}::uuid)::int as mine,
      count(*) filter (where ${which.open})::int as open, count(*) filter (where ${which.drafts})::int as drafts,
      count(*) filter (where ${which.overdue})::int as overdue, count(*) filter (where ${which.toRead})::int as "toRead",
      count(*) filter (where ${which.done})::int as done
    from visit v where v.state <> 'cancelled' and ${visitVisibleTo(user)}`.execute(db);
  const [head] = rows;
  if (head === undefined) throw new Error('no head of the visits');
  return head;
}

function toRow(row: Row, assignee: VisitRow['assignee'], today: string): VisitRow {
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
  const [rows, head, found] = await Promise.all([
    readRows(db, user, query, today),
    readHead(db, user, today),
    sql<{ n: number }>`
      select count(*)::int as n from visit v where ${whichOf(today)[query.list]} and ${filtersOf(user, query)}`.execute(
      db,
    ),
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
    total: found.rows[0]?.n ?? 0,
  };
}
