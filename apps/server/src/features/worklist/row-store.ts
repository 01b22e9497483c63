import { can } from '@platen/contract/rights';
import { isTicketEnded } from '@platen/contract/ticket-names';
import type { WorklistRow } from '@platen/contract/worklist-item';
import type { ShownState } from '@platen/contract/worklist-names';
import type { WorkTime } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorVisibleTo, visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import type { ByHandRecord } from '../../store/tables/worklist-tables.ts';
import { actionsFor, readActable } from './allowed.ts';
import { type ConditionRow, conditionColumns, conditionOrder, toCondition, toMarks } from './condition-store.ts';
import { personOf, readNames } from './people.ts';
import { isResolvedOf, newestFirst } from './resolved.ts';
import { toPriority } from './selection.ts';

type Db = Kysely<Database>;

/** A row of a statement over `worklist_row w` and its device, if it is one. */
export interface ListRow {
  readonly rowId: string;
  readonly entity: 'device' | 'collector' | 'customer';
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly description: string | null;
  readonly priority: number;
  readonly computed: number | null;
  readonly byHand: ByHandRecord | null;
  readonly cost: number;
  readonly judgedCost: number;
  readonly unknown: number;
  readonly conditionCount: number;
  readonly state: ShownState;
  readonly marks: readonly string[];
  readonly assignee: string | null;
  readonly plannedDay: string | null;
  readonly openedAt: Date;
  readonly raisedAt: Date | null;
  readonly answerDue: Date | null;
  readonly answerFactor: number;
  /** The costliest ones that are open; of what was resolved, the last ones. */
  readonly shown: readonly ConditionRow<string>[] | null;
  /** Work and assignee of all that are open, each pair once. */
  readonly open: readonly Pick<ConditionRow, 'work' | 'assignee'>[] | null;
}

/** Conditions of a row that the list shows (WL-66). */
const shownConditions = 3;

const plainColumns = sql`w.entity_id as "rowId", w.entity, d.serial, d.model,
  coalesce(d.customer_number, w.customer_number) as "customerNumber", d.customer_name as "customerName", d.description,
  w.priority, w.computed, w.by_hand as "byHand", w.cost, w.judged_cost as "judgedCost", w.unknown,
  w.conditions as "conditionCount", w.state, w.marks, w.assignees[1] as assignee, w.planned_day as "plannedDay",
  w.opened_at as "openedAt", w.raised_at as "raisedAt", w.answer_due as "answerDue", w.answer_factor as "answerFactor"`;

const isOpenOf = sql<boolean>`c.entity_id = w.entity_id and c.work <> 'resolved'`;

/** Conditions as one JSON text for a row: Node takes longer for 24 columns of 300 conditions. */
const conditionsOf = (which: RawBuilder<boolean>, order: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select json_agg(costliest) from (select ${conditionColumns} from condition c
    where ${which} order by ${order} limit ${sql.lit(shownConditions)}) costliest)`;

export const rowColumns = sql`${plainColumns}, ${conditionsOf(isOpenOf, conditionOrder)} as shown,
  (select json_agg(pair) from (select distinct c.work, c.assignee from condition c where ${isOpenOf}) pair) as open`;

/** Of rows of what was resolved since an instant: nothing of that is open or can be worked on. */
export const resolvedColumns = (since: Date): RawBuilder<unknown> =>
  sql`${plainColumns}, ${conditionsOf(isResolvedOf(since), newestFirst)} as shown, null::json as open`;

interface RowContext {
  readonly user: SignedInUser;
  readonly seenAt: Date | null;
  readonly now: Date;
  readonly time: WorkTime;
}

/** Rows with their costliest conditions, as this user may see them. */
export async function toRows(db: Db, rows: readonly ListRow[], context: RowContext): Promise<WorklistRow[]> {
  const { user, seenAt, now, time } = context;
  const people = await readNames(
    db,
    rows.flatMap(({ assignee, shown }) => [assignee, ...(shown ?? []).map((one) => one.assignee)]),
  );
  const shares = await readShares(db, user, rows);
  const actable = await readActable(db, user, rows);
  return rows.map((row) => {
    const { rowId, entity, serial, model, description, unknown, conditionCount, state, plannedDay, byHand } = row;
    const share = shares.get(rowId);
    const isActable = actable.has(rowId);
    const cost = share === undefined || user.seesAll ? row.cost : share.points;
    const ticket = (row.shown ?? []).find((one) => one.ticket !== null && !isTicketEnded(one.ticket.state))?.ticket;
    return {
      rowId,
      entity,
      serial,
      model,
      customerNumber: row.customerNumber,
      customerName: share?.customerName ?? row.customerName,
      description,
      name: share?.name ?? null,
      priority: toPriority(row.priority),
      byHand:
        byHand !== null && Date.parse(byHand.until) > now.getTime()
          ? { until: byHand.until, reason: byHand.reason, computed: toPriority(row.computed), version: byHand.version }
          : null,
      cost,
      judgedCost: Math.min(row.judgedCost, cost),
      unknown,
      conditions: (row.shown ?? []).map((one) => {
        const shown = toCondition(one, people, isActable ? actionsFor(user, [one]) : []);
        return share === undefined || user.seesAll ? shown : limitTo(shown, share);
      }),
      conditionCount,
      actions: isActable ? actionsFor(user, row.open ?? []) : [],
      state,
      marks: toMarks(row.marks),
      assignee: personOf(people, row.assignee),
      plannedDay,
      ...(ticket && { ticket }),
      since: row.openedAt.toISOString(),
      isNew: seenAt !== null && row.raisedAt !== null && row.raisedAt > seenAt,
      answer: toAnswer(row, now, time),
    };
  });
}

function toAnswer({ answerDue: due, answerFactor: factor }: ListRow, now: Date, time: WorkTime): WorklistRow['answer'] {
  if (due === null) return null;
  const minutes =
    now < due
      ? Math.max(1, time.minutesBetween(now.getTime(), due.getTime()))
      : -time.minutesBetween(due.getTime(), now.getTime());
  return { due: due.toISOString(), factor, minutesLeft: Math.round(minutes) };
}

/** What of a collector's or customer's row belongs to devices that the user may see. */
interface Share {
  readonly name: string | null;
  readonly customerName: string | null;
  readonly devices: number;
  readonly points: number;
}

/** Points of a silent collector for each device, and at most (WL-50). */
const collectorPoints = { each: 0.5, most: 20 };

/**
 * Sums and counts of rows about several devices, over those alone that the user may see. The name of a
 * collector is shown by the rules of the list of stopped devices.
 */
async function readShares(db: Db, user: SignedInUser, rows: readonly ListRow[]): Promise<Map<string, Share>> {
  const idsOf = (entity: ListRow['entity']) => rows.flatMap((row) => (row.entity === entity ? row.rowId : []));
  const shares = new Map<string, Share>();
  const collectors = idsOf('collector');
  if (collectors.length > 0) {
    const mayName = collectorVisibleTo(user, can(user, 'seeCollectors') ? 'some' : 'own');
    const found = await sql<{ id: string; name: string | null; devices: number }>`
      select c.collector_id as id, case when ${mayName} then c.name end as name,
        coalesce(own.devices, 0) as devices
      from collector c left join (
        select d.collector_id, count(*)::int as devices from device d
        where d.collector_id = any(${collectors}::uuid[]) and ${visibleTo(user)} group by d.collector_id
      ) own on own.collector_id = c.collector_id
      where c.collector_id = any(${collectors}::uuid[])`.execute(db);
    for (const { id, name, devices } of found.rows)
      shares.set(id, {
        name,
        customerName: null,
        devices,
        points: Math.min(collectorPoints.most, collectorPoints.each * devices),
      });
  }
  const customers = idsOf('customer');
  if (customers.length > 0) {
    const found = await sql<{ id: string; customerName: string | null; devices: number; points: number }>`
      select o.entity_id as id, max(d.customer_name) as "customerName", count(distinct m.entity_id)::int as devices,
        sum(m.points)::float8 as points
      from (select entity_id, condition_id from condition
          where entity_id = any(${customers}::uuid[]) and work <> 'resolved') o
        join condition m on m.inhibited_by = o.condition_id and m.work not in ('resolved', 'snoozed')
        join device d on d.device_id = m.entity_id
      where ${visibleTo(user)}
      group by o.entity_id`.execute(db);
    for (const { id, ...share } of found.rows) shares.set(id, { name: null, ...share });
  }
  return shares;
}

const limitTo = (condition: WorklistRow['conditions'][number], { devices, points }: Share) => ({
  ...condition,
  facts: { ...condition.facts, count: devices },
  cost: condition.cost && { ...condition.cost, points },
});
