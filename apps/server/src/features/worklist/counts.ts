import type { WorklistPage } from '@platen/contract/worklist';
import { type Kysely, sql } from 'kysely';
import { allOf } from '../../device-list/distinct-texts.ts';
import type { Database } from '../../store/database.ts';
import {
  dueOf,
  isAhead,
  sourceOf,
  type TraitFilters,
  toBaseConditions,
  toPriority,
  type WorklistSelection,
} from './selection.ts';
import { bitsOf, overlap, snoozed, type TraitName, traitNames, unowned } from './traits.ts';

/** Rows that agree in all that is counted without looking at their texts. */
export type Combination = readonly [
  count: number,
  /** As stored: 1 is the most pressing class. */
  priority: number,
  traits: number,
  due: string,
  /** Not null: everything of it is planned, for this day or a later one. */
  aheadUntil: string | null,
];

/**
 * Counts the rows by what they have in common, in one pass over the beginning of each row: from some
 * thousand combinations every count of the traits follows without another statement.
 */
export async function readCombinations(
  db: Kysely<Database>,
  selection: WorklistSelection,
): Promise<readonly Combination[]> {
  const { today } = selection;
  const { rows } = await sql<{ combinations: Combination[] | null }>`
    select json_agg(json_build_array(n, priority, traits, due, ahead)) as combinations from (
      select count(*) as n, w.priority, w.traits, ${dueOf(today)} as due, case when ${isAhead(today)} then w.planned_day end as ahead
      from ${sourceOf(selection)} w where ${allOf(toBaseConditions(selection))} group by 2, 3, 4, 5
    ) found`.execute(db);
  return rows[0]?.combinations ?? [];
}

/** The figures of the head that follow from the rows. */
export type Head = Omit<WorklistPage['head'], 'p4' | 'snoozed' | 'resolvedToday'> & { p4: number; snoozed: number };

/** The figures of the head (WL-57), over all rows of the user. */
function toHead(combinations: readonly Combination[]): Head {
  const head: Head = { unowned: 0, pressing: 0, p3: 0, planned: 0, nextPlannedDay: null, p4: 0, snoozed: 0 };
  for (const [count, priority, traits, , ahead] of combinations) {
    if (ahead !== null) {
      head.planned += count;
      if (head.nextPlannedDay === null || ahead < head.nextPlannedDay) head.nextPlannedDay = ahead;
    } else if (overlap(traits, snoozed)) head.snoozed += count;
    else {
      if (priority === 3) head.p3 += count;
      if (priority === 4) head.p4 += count;
      if (priority > 2) continue;
      head.pressing += count;
      if (overlap(traits, unowned)) head.unowned += count;
    }
  }
  return head;
}

/** Filters that are counted from the combinations. */
type CountedFilter = TraitName | 'priority' | 'due';
const bits: Readonly<Record<CountedFilter, number>> = {
  priority: 1,
  due: 2,
  state: 4,
  kind: 8,
  whoCanAct: 16,
  waiting: 32,
};

/** The filters that these rows do not pass, as bits; undefined: no filter shows them. */
function toMissed(
  [, priority, traits, due, ahead]: Combination,
  { priorities, masks, onlyUnowned, withSnoozed, dues, withPlanned }: TraitFilters,
): number | undefined {
  if ((ahead !== null && !withPlanned) || (onlyUnowned && !overlap(traits, unowned))) return undefined;
  let missed = 0;
  if (!priorities.includes(priority)) missed |= bits.priority;
  if (dues !== undefined && !dues.includes(due)) missed |= bits.due;
  if (!withSnoozed && overlap(traits, snoozed)) missed |= bits.state;
  for (const name of traitNames) {
    const mask = masks[name];
    if (mask !== undefined && !overlap(traits, mask)) missed |= bits[name];
  }
  return missed;
}

/** The number of rows that pass all filters. */
const toTotal = (combinations: readonly Combination[], filters: TraitFilters): number =>
  combinations.reduce((sum, one) => (toMissed(one, filters) === 0 ? sum + one[0] : sum), 0);

/** How many rows each value of a filter would leave, with all other filters applied. */
export type Counts = ReadonlyMap<string, number>;

/** The number of rows that pass all filters and has no owner. */
const countUnowned = (combinations: readonly Combination[], filters: TraitFilters): number =>
  toTotal(
    combinations.filter(([, , traits]) => overlap(traits, unowned)),
    filters,
  );

/** Counts of the filters that need no texts. */
function countTraits(
  combinations: readonly Combination[],
  filters: TraitFilters,
): Readonly<Record<CountedFilter, Counts>> {
  const counts: Record<CountedFilter, Map<string, number>> = {
    priority: new Map(),
    due: new Map(),
    state: new Map(),
    kind: new Map(),
    whoCanAct: new Map(),
    waiting: new Map(),
  };
  for (const one of combinations) {
    const missed = toMissed(one, filters);
    if (missed === undefined) continue;
    const [count, rank, has, due] = one;
    const add = (name: CountedFilter, value: string) => counts[name].set(value, (counts[name].get(value) ?? 0) + count);
    const isOnlyMiss = (name: CountedFilter) => (missed & ~bits[name]) === 0;
    if (isOnlyMiss('priority')) add('priority', toPriority(rank));
    if (isOnlyMiss('due')) add('due', due);
    for (const name of traitNames)
      if (isOnlyMiss(name)) for (const [value, bit] of bitsOf(name)) if (overlap(has, bit)) add(name, value);
  }
  return counts;
}

/** All that follows from combinations, with filters by class, traits and days. */
export interface Summary {
  /** Whatever the filters. */
  readonly head: Head;
  readonly total: number;
  /** Of the total, those without an owner. */
  readonly unowned: number;
  readonly counts: Readonly<Record<string, Counts>>;
}

export const summarise = (combinations: readonly Combination[], filters: TraitFilters): Summary => ({
  head: toHead(combinations),
  total: toTotal(combinations, filters),
  unowned: countUnowned(combinations, filters),
  counts: countTraits(combinations, filters),
});
