import type { listWorklist } from '@platen/contract/worklist';
import type { QueryOf } from '@platen/contract/endpoint';
import {
  snoozeReasons,
  worklistGroups,
  worklistSorts,
  type WorklistGroup,
  type WorklistSort,
} from '@platen/contract/worklist-names';

type Query = QueryOf<typeof listWorklist>;
type Filters = Omit<Query, 'offset' | 'limit' | 'sort' | 'groupBy' | 'facets'>;

/** Filters with alternatives: names with commas between them. */
const listFilters = ['assignee', 'priority', 'state', 'kind', 'whoCanAct', 'due'] as const;
/** Filters with alternatives that may hold any text: JSON arrays. */
const textFilters = ['customer', 'model'] as const;
type ListFilter = (typeof listFilters)[number];
type TextFilter = (typeof textFilters)[number];
export type ChoiceFilter = ListFilter | TextFilter;

/** What the address may hold: the filters as the server takes them, order, grouping, and the opened row. */
const worklistSearch = [
  'search',
  ...listFilters,
  ...textFilters,
  'isNew',
  'planned',
  'waiting',
  'sort',
  'groupBy',
  'row',
] as const;
export type WorklistSearch = Partial<Record<(typeof worklistSearch)[number], string>>;

/** The rest of a view: what a saved one holds. */
export type ViewDefinition = Omit<WorklistSearch, 'row'>;

/** Views that are there for everybody (WL-57), in the order of their keys. */
export const builtInViews = ['todo', 'mine', 'isNew', 'waiting'] as const;
export type BuiltInView = (typeof builtInViews)[number];
export const viewDefinitions: Readonly<Record<BuiltInView, ViewDefinition>> = {
  todo: {},
  mine: { assignee: 'me' },
  isNew: { isNew: '1' },
  waiting: { waiting: 'waitingForPart' },
};

/** Classes of 'To do' (WL-57), which go without saying. */
const usualPriorities = 'P1,P2,P3';

/** Whether two addresses name the same list, whatever row is opened. */
export function isSameView(one: WorklistSearch, other: WorklistSearch): boolean {
  return worklistSearch.every((name) => name === 'row' || (one[name] ?? '') === (other[name] ?? ''));
}

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
  const chosen = valuesOf(search, filter);
  const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value];
  const text = filter === 'customer' || filter === 'model' ? JSON.stringify(next) : next.toSorted().join(',');
  const { [filter]: _former, ...rest } = search;
  const isUsual = next.length === 0 || (filter === 'priority' && text === usualPriorities);
  return isUsual ? rest : { ...rest, [filter]: text };
}

const oneOf = <T extends string>(list: readonly T[], text: string | undefined): T | undefined =>
  list.find((one) => one === text);

export const sortOf = ({ sort }: WorklistSearch): WorklistSort => oneOf(worklistSorts, sort) ?? 'cost';
export const groupOf = ({ groupBy }: WorklistSearch): WorklistGroup => oneOf(worklistGroups, groupBy) ?? 'none';

/** What the server is asked for; what it would refuse is left out. */
export function toQuery(search: WorklistSearch): Filters & Pick<Query, 'sort' | 'groupBy'> {
  const { isNew, planned, waiting } = search;
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
    ...(isNew === undefined ? {} : { isNew: '1' }),
    ...(planned === undefined ? {} : { planned: '1' }),
    ...(reason === undefined ? {} : { waiting: reason }),
    sort: sortOf(search),
    groupBy: groupOf(search),
  };
}
