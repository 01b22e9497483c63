import type { QueryOf } from '@platen/contract/endpoint';
import { can } from '@platen/contract/rights';
import type { listWorklist } from '@platen/contract/worklist';
import { type Priority, priorities } from '@platen/contract/worklist-names';
import { type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { Refusal } from '../../base/errors.ts';
import { allOf, anyOf, toContains } from '../../device-list/distinct-texts.ts';
import { toConditions } from '../../device-list/filter.ts';
import { containsSearched } from '../../device-list/searched-text.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorVisibleTo, rowVisibleTo, visibleTo } from '../../identity/visibility.ts';
import { asksForResolved, resolvedRows } from './resolved.ts';
import { snoozed, type TraitName, toMask, traitNames, unowned } from './traits.ts';

type Query = QueryOf<typeof listWorklist>;
export type WorklistFilters = Omit<
  Query,
  'offset' | 'limit' | 'sort' | 'sortOrder' | 'groupBy' | 'facets' | 'viewCounts'
>;

/** Which rows, for whom, as of when. */
export interface WorklistSelection {
  readonly user: SignedInUser;
  readonly filters: WorklistFilters;
  /** The day in the zone of the organisation, `YYYY-MM-DD`. */
  readonly today: string;
  /** When that day began. */
  readonly dayStart: Date;
  /** Since when 'new' counts; null: the user was never here, and everything is new. */
  readonly seenAt: Date | null;
}

/** The rows that a selection is made of, to be read as `w`. */
export const sourceOf = ({ filters, dayStart }: WorklistSelection): RawBuilder<unknown> =>
  asksForResolved(filters) ? resolvedRows(dayStart) : sql`worklist_row`;

/** 1 is the most pressing class, as stored. */
export const toRank = (priority: Priority): number => priorities.indexOf(priority) + 1;
/** Class of a stored rank. */
export const toPriority = (rank: number | null): Priority => priorities[(rank ?? priorities.length) - 1] ?? 'P4';

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

/** Filters by texts or ids of a row, which are counted by value. */
export const valueFilters = ['assignee', 'customer', 'model'] as const;
export type ValueFilter = (typeof valueFilters)[number];

/** Only rows without an owner: a trait, which needs no ids. */
const asksForUnowned = ({ assignee }: WorklistFilters): boolean => assignee === 'none';

/** What a row must fulfil by the filters for values. */
function toValueConditions({ user, filters }: WorklistSelection): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = [];
  const assignees = asksForUnowned(filters) ? undefined : list(filters.assignee);
  if (assignees !== undefined) {
    const ids = assignees.filter((id) => id !== 'none').map((id) => (id === 'me' ? user.userId : id));
    const conditions = [
      ...(ids.length > 0 ? [sql<boolean>`w.assignees && ${ids}::uuid[]`] : []),
      ...(assignees.includes('none') ? [hasAny(unowned)] : []),
    ];
    found.push(anyOf(conditions));
  }
  const customers = toTexts('customer', filters.customer);
  if (customers !== undefined) found.push(sql<boolean>`w.customer_number = any(${customers}::text[])`);
  const models = toTexts('model', filters.model);
  if (models !== undefined) found.push(sql<boolean>`w.model = any(${models}::text[])`);
  return found;
}

/**
 * The filters that are answered from the bits, class and due date of a row alone, as they hold without
 * others: the least pressing class is shown on demand only, what is snoozed where it is asked for (WL-57).
 */
export interface TraitFilters {
  /** Classes as stored. */
  readonly priorities: readonly number[];
  readonly masks: Partial<Readonly<Record<TraitName, number>>>;
  readonly onlyUnowned: boolean;
  /** Rows that are snoozed as a whole are shown too. */
  readonly withSnoozed: boolean;
  readonly dues: readonly string[] | undefined;
  /** Also what has a planned day ahead (amendment to WL-57). */
  readonly withPlanned: boolean;
}

export function toTraitFilters(filters: WorklistFilters): TraitFilters {
  const { state, kind, whoCanAct, waiting, due, planned } = filters;
  const asked = { state: list(state), kind: list(kind), whoCanAct: list(whoCanAct), waiting: list(waiting) };
  const masks: Partial<Record<TraitName, number>> = {};
  for (const name of traitNames) {
    const names = asked[name];
    if (names !== undefined) masks[name] = toMask(name, names);
  }
  return {
    // What is resolved has no class.
    priorities: (asksForResolved(filters) ? priorities : (list(filters.priority) ?? ['P1', 'P2', 'P3'])).map((name) =>
      toRank(priorities.find((one) => one === name) ?? 'P4'),
    ),
    masks,
    onlyUnowned: asksForUnowned(filters),
    withSnoozed: state !== undefined || waiting !== undefined,
    dues: list(due),
    withPlanned: planned !== undefined || due !== undefined || asked.state?.includes('planned') === true,
  };
}

/** Whether the row has one of these bits. */
const hasAny = (mask: number): RawBuilder<boolean> => sql<boolean>`w.traits & ${sql.lit(mask)} <> 0`;

function toTraitConditions({ filters, today }: WorklistSelection): RawBuilder<boolean>[] {
  const { priorities: classes, masks, onlyUnowned, withSnoozed, dues, withPlanned } = toTraitFilters(filters);
  return [
    sql<boolean>`w.priority = any(${classes}::smallint[])`,
    ...Object.values(masks).map(hasAny),
    ...(onlyUnowned ? [hasAny(unowned)] : []),
    // As 'is not equal', which PostgreSQL takes for common: of 'equals 0' it would expect one row of 200.
    ...(withSnoozed ? [] : [sql<boolean>`w.traits & ${sql.lit(snoozed)} <> ${sql.lit(snoozed)}`]),
    ...(dues === undefined ? [] : [sql<boolean>`${dueOf(today)} = any(${[...dues]}::text[])`]),
    ...(withPlanned ? [] : [sql<boolean>`not (${isAhead(today)})`]),
  ];
}

/** What narrows the list besides classes, traits and days; visibility first. */
export const toBaseConditions = (selection: WorklistSelection): RawBuilder<boolean>[] => [
  sql<boolean>`w.priority is not null`,
  rowVisibleTo(selection.user, selection.filters.groupId),
  ...toOtherFilters(selection),
];

function toOtherFilters(selection: WorklistSelection): RawBuilder<boolean>[] {
  const { user, filters, seenAt } = selection;
  const { search = '' } = filters;
  const conditions: RawBuilder<boolean>[] = [];
  if (search.trim() !== '') conditions.push(toSearch(search, user));
  if (filters.isNew !== undefined)
    conditions.push(
      seenAt === null ? sql<boolean>`w.raised_at is not null` : sql<boolean>`w.raised_at > ${seenAt}::timestamptz`,
    );
  return [...conditions, ...toValueConditions(selection)];
}

/** Whether only classes, traits (no owner is one) and days narrow the list of what is open. */
export function isWhole({ filters }: WorklistSelection): boolean {
  const { search = '', groupId = 0, isNew, customer, model } = filters;
  const assignee = asksForUnowned(filters) ? undefined : filters.assignee;
  return (
    !asksForResolved(filters) &&
    search.trim() === '' &&
    groupId === 0 &&
    [isNew, assignee, customer, model].every((filter) => filter === undefined)
  );
}

/** Everything of the row has a planned day ahead (amendment to WL-57). */
export const isAhead = (today: string): RawBuilder<boolean> =>
  sql<boolean>`w.is_planned and w.planned_day > ${today}::date`;

function toSearch(search: string, user: SignedInUser): RawBuilder<boolean> {
  const text = search.normalize('NFKC').trim();
  const contained = sql`lower(${toContains(text)})`;
  const mayName = collectorVisibleTo(user, can(user, 'seeCollectors') ? 'some' : 'own');
  return sql<boolean>`w.entity_id in (
    select d.device_id from device d where ${allOf(toConditions({ search }, user))}
    union all select c.collector_id from collector c where lower(normalize(c.name, nfkc)) like ${contained} and ${mayName}
    union all select e.entity_id from evaluation e where e.customer_number is not null and (
      lower(normalize(e.customer_number, nfkc)) like ${contained} or e.customer_number in (select d.customer_number from device d
        where ${visibleTo(user)} and ${containsSearched(text)} and lower(normalize(d.customer_name, nfkc)) like ${contained})))`;
}

/** The filters alone, for rows that are known to be visible; a group narrows what is visible. */
export const toFilterCondition = (selection: WorklistSelection): RawBuilder<boolean> =>
  allOf([
    ...(selection.filters.groupId ? [rowVisibleTo(selection.user, selection.filters.groupId)] : []),
    ...toOtherFilters(selection),
    ...toTraitConditions(selection),
  ]);

/** The condition on `worklist_row w` for the rows of a page. */
export const toWhere = (selection: WorklistSelection): RawBuilder<boolean> =>
  allOf([...toBaseConditions(selection), ...toTraitConditions(selection)]);
