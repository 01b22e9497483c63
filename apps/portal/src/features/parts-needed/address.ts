import { type RegionKind, readPartNeed, readPartsNeeded, regionKinds } from '@platen/contract/parts-needed';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export const itemKinds = ['all', 'part', 'toner'] as const;
type ItemKind = (typeof itemKinds)[number];

export const sortColumns = ['part', 'series', 'devices', 'expected', 'range', 'stock'] as const;
export type SortColumn = (typeof sortColumns)[number];

/** What the address says of this screen. */
export interface Place {
  readonly by: RegionKind;
  /** Undefined: all of them. */
  readonly region: string | undefined;
  readonly kind: ItemKind;
  readonly sort: SortColumn;
  readonly order: 'asc' | 'desc';
}

export type Search = Partial<Record<'by' | 'region' | 'kind' | 'sort' | 'order', string>>;

const oneOf = <T extends string>(list: readonly T[], text: string | undefined, usual: T): T =>
  list.find((one) => one === text) ?? usual;

/** Names begin with the first letter, figures with the greatest. */
export const usualOrder = (column: SortColumn): Place['order'] =>
  column === 'part' || column === 'series' ? 'asc' : 'desc';

/** Reads the address; what is wrong in it counts as left out. */
export function toPlace(search: Search): Place {
  const sort = oneOf(sortColumns, search.sort, 'expected');
  return {
    by: oneOf(regionKinds, search.by, 'dealer'),
    region: search.region === undefined || search.region.length > 200 ? undefined : search.region,
    kind: oneOf(itemKinds, search.kind, 'all'),
    sort,
    order: oneOf(['asc', 'desc'], search.order, usualOrder(sort)),
  };
}

/** The address of a place; what goes without saying is left out. */
export function toSearch({ by, region, kind, sort, order }: Place): Search {
  return {
    ...(by === 'dealer' ? {} : { by }),
    ...(region === undefined ? {} : { region }),
    ...(kind === 'all' ? {} : { kind }),
    ...(sort === 'expected' ? {} : { sort }),
    ...(order === usualOrder(sort) ? {} : { order }),
  };
}

/** Judged once a day: an answer of some minutes ago is as good. */
const staleTime = 5 * 60_000;

const selectionOf = ({ by, region }: Pick<Place, 'by' | 'region'>) => ({
  by,
  ...(region === undefined ? {} : { region }),
});

export const neededQuery = (place: Pick<Place, 'by' | 'region'>) =>
  queryOptions({
    queryKey: ['partsNeeded', selectionOf(place)],
    queryFn: async ({ signal }) => (await call(readPartsNeeded, { query: selectionOf(place), signal })).data,
    staleTime,
    // The choice of regions stays while another one is read.
    placeholderData: keepPreviousData,
  });

export const partNeedQuery = (
  place: Pick<Place, 'by' | 'region'>,
  { item, series }: { readonly item: string; readonly series: string | null },
) =>
  queryOptions({
    queryKey: ['partsNeeded', selectionOf(place), item, series],
    queryFn: async ({ signal }) =>
      (
        await call(readPartNeed, {
          query: { ...selectionOf(place), item, ...(series === null ? {} : { series }) },
          signal,
        })
      ).data,
    staleTime,
  });
