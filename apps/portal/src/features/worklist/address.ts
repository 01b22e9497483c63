import { type SortOrder, sortOrders } from '@platen/contract/device-names';
import type { QueryOf } from '@platen/contract/endpoint';
import type { listWorklist } from '@platen/contract/worklist';
import {
  type ShownState,
  snoozeReasons,
  usualOrder,
  type WorklistGroup,
  type WorklistSort,
  worklistGroups,
  worklistSorts,
} from '@platen/contract/worklist-names';

type Query = QueryOf<typeof listWorklist>;
type Filters = Omit<Query, 'offset' | 'limit' | 'sort' | 'sortOrder' | 'groupBy' | 'facets' | 'viewCounts'>;

/** Filters with alternatives: names with commas between them. */
const listFilters = ['assignee', 'priority', 'state', 'kind', 'whoCanAct', 'due'] as const;
/** Filters with alternatives that may hold any text: JSON arrays. */
const textFilters = ['customer', 'model'] as const;
type ListFilter = (typeof listFilters)[number];
type TextFilter = (typeof textFilters)[number];
/** `groupId`: of devices, one at a time. */
export type ChoiceFilter = ListFilter | TextFilter | 'groupId';

/**
 * What the address may hold: the filters as the server takes them, order, grouping, the view that they are
 * of, and the opened row.
 */
export const worklistSearch = [
  'search',
  ...listFilters,
  ...textFilters,
  'groupId',
  'isNew',
  'planned',
  'waiting',
  'sort',
  'sortOrder',
  'groupBy',
  'view',
  'row',
] as const;
export type WorklistSearch = Partial<Record<(typeof worklistSearch)[number], string>>;

/** The rest of a view: what a saved one holds. */
export type ViewDefinition = Omit<WorklistSearch, 'row' | 'view'>;

/** Classes of 'To do' (WL-57), which go without saying. */
const usualPriorities = 'P1,P2,P3';

/** Whether two addresses name the same list, whatever its view is called and whatever row is opened. */
export function isSameView(one: WorklistSearch, other: WorklistSearch): boolean {
  return worklistSearch.every((name) => name === 'row' || name === 'view' || (one[name] ?? '') === (other[name] ?? ''));
}

const resolved = 'resolved' satisfies ShownState;

/** Whether the address asks for what was resolved today. */
export const isResolvedList = ({ state }: WorklistSearch): boolean => state === resolved;

/** The chosen values of a filter, in the order of the address. */
export function valuesOf(search: WorklistSearch, filter: ChoiceFilter): readonly string[] {
  const text = search[filter] ?? (filter === 'priority' ? usualPriorities : undefined);
  if (text === undefined) return [];
  if (filter !== 'customer' && filter !== 'model') return text.split(',');
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.filter((value) => typeof value === 'string') : [];
  } catch {
    return [];
  }
}

/** The address with one value of a filter switched on or off. */
export function toggle(search: WorklistSearch, filter: ChoiceFilter, value: string): WorklistSearch {
  // What was resolved today is a list of its own, not one more state of what is open.
  const isResolved = value === resolved;
  const chosen = valuesOf(search, filter).filter((one) => filter !== 'state' || isResolved === (one === resolved));
  const others = filter === 'groupId' ? [] : chosen;
  const next = chosen.includes(value) ? others.filter((one) => one !== value) : [...others, value];
  const text = filter === 'customer' || filter === 'model' ? JSON.stringify(next) : next.toSorted().join(',');
  const { [filter]: _former, ...rest } = search;
  const isUsual = next.length === 0 || (filter === 'priority' && text === usualPriorities);
  return isUsual ? rest : { ...rest, [filter]: text };
}

const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find((one) => one === text);

export const sortOf = ({ sort }: WorklistSearch): WorklistSort => oneOf(worklistSorts, sort) ?? 'cost';
export const groupOf = ({ groupBy }: WorklistSearch): WorklistGroup => oneOf(worklistGroups, groupBy) ?? 'none';

/** Orders that the heads of the columns offer. */
export const columnSorts = {
  priority: 'priority',
  cost: 'cost',
  what: 'what',
  device: 'serial',
  customer: 'customer',
  since: 'since',
  answer: 'answer',
  state: 'state',
  who: 'assignee',
} as const satisfies Readonly<Record<string, WorklistSort>>;
export type SortedColumn = keyof typeof columnSorts;

/** The order of an address, and its direction. */
export const orderOf = (search: WorklistSearch): { sort: WorklistSort; order: SortOrder } => {
  const sort = sortOf(search);
  return { sort, order: oneOf(sortOrders, search.sortOrder) ?? usualOrder(sort) };
};

/** The change of an address that sorts by a column: in its usual direction, then in the other one. */
export function sortBy(search: WorklistSearch, column: SortedColumn): WorklistSearch {
  const next = columnSorts[column];
  const { sort, order } = orderOf(search);
  const other = order === 'asc' ? 'desc' : 'asc';
  const wanted = sort === next ? other : usualOrder(next);
  return { sort: next === 'cost' ? '' : next, sortOrder: wanted === usualOrder(next) ? '' : wanted };
}

/** The direction is named only where it is not the usual one. */
function toOrder(search: WorklistSearch): Pick<Query, 'sort' | 'sortOrder'> {
  const { sort, order } = orderOf(search);
  return { sort, ...(order === usualOrder(sort) ? {} : { sortOrder: order }) };
}

/** What the server is asked for; what it would refuse is left out. */
export function toQuery(search: WorklistSearch): Filters & Pick<Query, 'sort' | 'sortOrder' | 'groupBy'> {
  const { groupId = '', isNew, planned, waiting } = search;
  const lists = Object.fromEntries(
    [...listFilters, ...textFilters].flatMap((name) => {
      const text = search[name];
      return text === undefined ? [] : [[name, text]];
    }),
  );
  const reason = oneOf(snoozeReasons, waiting);
  return {
    ...(search.search === undefined ? {} : { search: search.search.slice(0, 200) }),
    ...lists,
    ...(/^\d{1,9}$/.test(groupId) ? { groupId: Number(groupId) } : {}),
    ...(isNew === undefined ? {} : { isNew: '1' }),
    ...(planned === undefined ? {} : { planned: '1' }),
    ...(reason === undefined ? {} : { waiting: reason }),
    ...toOrder(search),
    groupBy: groupOf(search),
  };
}
