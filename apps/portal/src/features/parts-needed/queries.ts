import { readPartNeed, readPartsNeeded } from '@platen/contract/parts-needed';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import type { Place } from './address.ts';

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
