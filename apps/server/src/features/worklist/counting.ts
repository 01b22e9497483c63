import type { WorklistPage } from '@platen/contract/worklist';
import type { Kysely } from 'kysely';
import type { Changes } from '../../kit/changes.ts';
import type { Database } from '../../store/database.ts';
import { type Combination, type Head, readCombinations, type Summary, summarise } from './counts.ts';
import { type Counted, type CountedValue, readValues, toFacets } from './facets.ts';
import { asksForResolved } from './resolved.ts';
import { isWhole, toTraitFilters, type ValueFilter, valueFilters, type WorklistSelection } from './selection.ts';
import { createShared, leastRows } from './shared.ts';

interface ListCounts {
  /** Rows found, of all pages. */
  readonly total: number;
  readonly head: Head;
  readonly facets: WorklistPage['facets'];
}

const times = { freshMs: 5000, oldestMs: 30_000 };

const countRows = (combinations: readonly Combination[]): number =>
  combinations.reduce((sum, [count]) => sum + count, 0);

/** Of all rows of the user: without filters that need more than the combinations. */
const toWhole = (selection: WorklistSelection): WorklistSelection => ({ ...selection, filters: {} });

/**
 * The counts of the list. Users who see all devices share those of a large list: they are at most 30 s old,
 * but never older than what the user did last (docs/decisions/0364-counts-of-the-worklist.md).
 */
export function createCounting(db: Kysely<Database>, changes: Changes) {
  const combinations = createShared<readonly Combination[]>({
    ...times,
    isWorthStoring: (found) => countRows(found) >= leastRows,
  });
  const values = createShared<readonly CountedValue[]>({
    ...times,
    isWorthStoring: (found) => found.reduce((sum, { count }) => sum + count, 0) >= leastRows,
  });

  const combinationsOf = (selection: WorklistSelection): Promise<readonly Combination[]> => {
    const { user, today } = selection;
    if (!user.seesAll || !isWhole(selection)) return readCombinations(db, selection);
    return combinations(today, () => readCombinations(db, selection), changes.since(user.userId));
  };
  const valuesOf = (selection: WorklistSelection): Promise<readonly CountedValue[]> => {
    const read = () => readValues(db, selection);
    const { user, today, filters } = selection;
    if (!user.seesAll || !isWhole(selection)) return read();
    return values(JSON.stringify([today, filters]), read, changes.since(user.userId));
  };

  /** Counting again what is shared would take as long as reading it. */
  const summaries = new WeakMap<readonly Combination[], Map<string, Summary>>();
  const summaryOf = async (selection: WorklistSelection): Promise<Summary> => {
    const found = await combinationsOf(selection);
    const filters = toTraitFilters(selection.filters);
    const known = summaries.get(found) ?? new Map<string, Summary>();
    const key = JSON.stringify(filters);
    const summary = known.get(key) ?? summarise(found, filters);
    summaries.set(found, known.set(key, summary));
    return summary;
  };

  const countFacets = async (selection: WorklistSelection, found: Promise<Summary>): Promise<Counted> => {
    const { filters } = selection;
    const without = (name: ValueFilter) => ({ ...selection, filters: { ...filters, [name]: undefined } });
    const ofFound = valueFilters.some((name) => filters[name] === undefined) ? valuesOf(selection) : undefined;
    const valuesWithout = (name: ValueFilter) =>
      ofFound !== undefined && filters[name] === undefined ? ofFound : valuesOf(without(name));
    const [ofSelection, ofAnybody, ofOpen, assignee, customer, model] = await Promise.all([
      found,
      filters.assignee === undefined ? found : summaryOf(without('assignee')),
      asksForResolved(filters) ? summaryOf({ ...selection, filters: { ...filters, state: undefined } }) : undefined,
      valuesWithout('assignee'),
      valuesWithout('customer'),
      valuesWithout('model'),
    ]);
    return { ofSelection, ofAnybody, ofOpen, values: { assignee, customer, model } };
  };

  return {
    async read(selection: WorklistSelection, { withFacets }: { withFacets: boolean }): Promise<ListCounts> {
      const found = summaryOf(selection);
      const [{ head }, { total }, counted] = await Promise.all([
        isWhole(selection) ? found : summaryOf(toWhole(selection)),
        found,
        withFacets ? countFacets(selection, found) : undefined,
      ]);
      return { total, head, facets: counted && toFacets(selection, counted) };
    },
    /** Rows found. */
    readTotal: async (selection: WorklistSelection): Promise<number> => (await summaryOf(selection)).total,
  };
}
