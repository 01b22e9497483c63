import type { listWorklist } from '@platen/contract/worklist';
import type { QueryOf } from '@platen/contract/endpoint';
import { type Priority, priorities } from '@platen/contract/worklist-names';
import { can } from '@platen/contract/rights';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { Refusal } from '../../base/errors.ts';
import { allOf, anyOf, toContains } from '../../device-list/distinct-texts.ts';
import { toConditions } from '../../device-list/filter.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorVisibleTo, visibleTo } from '../../identity/visibility.ts';

type Query = QueryOf<typeof listWorklist>;
export type WorklistFilters = Omit<Query, 'offset' | 'limit' | 'sort' | 'groupBy' | 'facets'>;

/** Which rows, for whom, as of when. */
export interface WorklistSelection {
  readonly user: SignedInUser;
  readonly filters: WorklistFilters;
  /** The day in the zone of the organisation, `YYYY-MM-DD`. */
  readonly today: string;
  /** Since when 'new' counts; null: the user was never here, and everything is new. */
  readonly seenAt: Date | null;
}

/** 1 is the most pressing class, as stored. */
export const toRank = (priority: Priority): number => priorities.indexOf(priority) + 1;
/** Class of a stored rank. */
export const toPriority = (rank: number | null): Priority => priorities[(rank ?? priorities.length) - 1] ?? 'P4';

/**
 * The condition on `worklist_row w` that holds for rows the user may see, through the doors for devices and
 * collectors. A customer's row is seen with any of its members.
 */
export function rowVisibleTo(user: SignedInUser, groupId = 0): RawBuilder<boolean> {
  // Held devices are few: leaving them out costs less than looking at every device that is not.
  if (user.seesAll && groupId === 0)
    return sql<boolean>`w.entity_id not in (select d.device_id from device d where not (${visibleTo(user)}))`;
  const devices = sql`select d.device_id from device d where ${visibleTo(user, groupId)}`;
  const ofGroup =
    groupId === 0
      ? sql``
      : sql` and c.collector_id in (select d.collector_id from device d where ${visibleTo(user, groupId)})`;
  return sql<boolean>`case w.entity
    when 'device' then w.entity_id in (${devices})
    when 'collector' then w.entity_id in (
      select c.collector_id from collector c where ${collectorVisibleTo(user, 'some')}${ofGroup})
    else exists (select from condition o join condition m on m.inhibited_by = o.condition_id
      join device d on d.device_id = m.entity_id
      where o.entity_id = w.entity_id and o.work <> 'resolved' and ${visibleTo(user, groupId)}) end`;
}

/** Filters that are counted by value (WL-55), each with its bit. */
export const facetNames = [
  'assignee',
  'priority',
  'state',
  'kind',
  'whoCanAct',
  'customer',
  'model',
  'due',
  'waiting',
] as const;
export type FacetName = (typeof facetNames)[number];
export const bitOf = (name: FacetName): number => 1 << facetNames.indexOf(name);

const list = (text: string | undefined): string[] | undefined => text?.split(',');
const texts = z.array(z.string()).check(z.maxLength(200));

/** The texts of a JSON array; refuses 202001 for anything else. */
function toTexts(name: string, text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  try {
    return texts.parse(JSON.parse(text));
  } catch {
    throw new Refusal(202001, `${name}: not a JSON array of texts`);
  }
}

/** When something is due (WL-55): by the planned day or the agreed answer. */
export const dueOf = (today: string): RawBuilder<string> => sql<string>`case
  when w.overdue or w.planned_day < ${today}::date then 'overdue'
  when w.planned_day = ${today}::date or w.answer_due < (${today}::date + 1) then 'today'
  when w.planned_day <= ${today}::date + 7 or w.answer_due < (${today}::date + 8) then 'week'
  when w.planned_day is null and w.answer_due is null then 'none' else 'later' end`;

/** A device of the row that fulfils a condition on `device d`. */
const deviceOf = (condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  sql<boolean>`w.entity_id in (select d.device_id from device d where ${condition})`;

/** What narrows the list by each counted filter; absent: nothing. */
export function toFacetConditions({ user, filters, today }: WorklistSelection): Map<FacetName, RawBuilder<boolean>> {
  const found = new Map<FacetName, RawBuilder<boolean>>();
  const overlap = (name: FacetName, column: string, values: readonly string[] | undefined) => {
    if (values !== undefined) found.set(name, sql<boolean>`${sql.ref(`w.${column}`)} && ${[...values]}::text[]`);
  };
  const assignees = list(filters.assignee);
  if (assignees !== undefined) {
    const ids = assignees.filter((id) => id !== 'none').map((id) => (id === 'me' ? user.userId : id));
    found.set(
      'assignee',
      anyOf([
        sql<boolean>`w.assignees::text[] && ${ids}::text[]`,
        ...(assignees.includes('none') ? [sql<boolean>`w.assignees = '{}'`] : []),
      ]),
    );
  }
  // The least pressing class is shown on demand only (WL-57).
  const classes = (list(filters.priority) ?? ['P1', 'P2', 'P3']).map((name) =>
    toRank(priorities.find((one) => one === name) ?? 'P4'),
  );
  found.set('priority', sql<boolean>`w.priority = any(${classes}::smallint[])`);
  const states = list(filters.state);
  if (states !== undefined) overlap('state', 'states', states);
  else if (filters.waiting === undefined) found.set('state', sql<boolean>`w.state <> 'snoozed'`);
  overlap('kind', 'kinds', list(filters.kind));
  overlap('whoCanAct', 'actors', list(filters.whoCanAct));
  overlap('waiting', 'snoozes', filters.waiting === undefined ? undefined : [filters.waiting]);
  const customers = toTexts('customer', filters.customer);
  if (customers !== undefined) found.set('customer', sql<boolean>`w.customer_number = any(${customers}::text[])`);
  const models = toTexts('model', filters.model);
  if (models !== undefined) found.set('model', deviceOf(sql<boolean>`d.model = any(${models}::text[])`));
  const dues = list(filters.due);
  if (dues !== undefined) found.set('due', sql<boolean>`${dueOf(today)} = any(${dues}::text[])`);
  return found;
}

/** What narrows the list besides the counted filters; visibility first. */
export function toBaseConditions({ user, filters, today, seenAt }: WorklistSelection): RawBuilder<boolean>[] {
  const { groupId = 0, search = '' } = filters;
  const conditions = [sql<boolean>`w.priority is not null`, rowVisibleTo(user, groupId)];
  if (search.trim() !== '') conditions.push(toSearch(search, user));
  if (filters.isNew !== undefined)
    conditions.push(
      seenAt === null ? sql<boolean>`w.raised_at is not null` : sql<boolean>`w.raised_at > ${seenAt}::timestamptz`,
    );
  const asksForPlanned =
    filters.planned !== undefined || filters.due !== undefined || list(filters.state)?.includes('planned') === true;
  if (!asksForPlanned) conditions.push(sql<boolean>`not (${isAhead(today)})`);
  return conditions;
}

/** Everything of the row has a planned day ahead (amendment to WL-57). */
export const isAhead = (today: string): RawBuilder<boolean> =>
  sql<boolean>`w.is_planned and w.planned_day > ${today}::date`;

function toSearch(search: string, user: SignedInUser): RawBuilder<boolean> {
  const contained = sql`lower(${toContains(search.normalize('NFKC').trim())})`;
  const ofDevice = deviceOf(allOf(toConditions({ search }, user)));
  const mayName = collectorVisibleTo(user, can(user.role, 'seeCollectors') ? 'some' : 'own');
  return anyOf([
    sql<boolean>`(w.entity = 'device' and ${ofDevice})`,
    sql<boolean>`(w.entity = 'collector' and w.entity_id in (
      select c.collector_id from collector c where lower(normalize(c.name, nfkc)) like ${contained} and ${mayName}))`,
    sql<boolean>`(w.entity = 'customer' and (lower(normalize(w.customer_number, nfkc)) like ${contained}
      or w.customer_number in (select d.customer_number from device d
        where ${visibleTo(user)} and lower(normalize(d.customer_name, nfkc)) like ${contained})))`,
  ]);
}

/** The condition on `worklist_row w` for the rows of a page. */
export const toWhere = (selection: WorklistSelection): RawBuilder<boolean> =>
  allOf([...toBaseConditions(selection), ...toFacetConditions(selection).values()]);
