import type { BodyOf } from '@platen/contract/endpoint';
import type { VisitList } from '@platen/contract/visit-names';
import { visitPageSize } from '@platen/contract/visit-names';
import type { cancelVisit, changeVisit, planVisit, Visit, VisitPage } from '@platen/contract/visits';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/visits'));
const readCalendarSchemas = lazySchemas(() => import('@platen/contract/visit-calendar'));

/** The first part of the key of each query about visits: what a change makes old. */
export const visitsKey = 'visits';
/** Lists are asked for again so often; unchanged, the server answers with 304. */
const refreshMs = 60_000;

/** The lists of the screen: those of the server, and the user's own. */
export const shownLists = ['open', 'mine', 'drafts', 'overdue', 'toRead', 'done', 'cancelled'] as const;
export type ShownList = (typeof shownLists)[number];

interface Page {
  readonly page: VisitPage;
  readonly total: number;
  readonly hasMore: boolean;
}

const listOf = (list: ShownList): VisitList => (list === 'mine' ? 'open' : list);

export const visitQueries = {
  list: (list: ShownList, search: string) =>
    infiniteQueryOptions({
      queryKey: [visitsKey, 'list', list, search] as const,
      queryFn: async ({ pageParam, signal }): Promise<Page> => {
        const { data, hasMore, totalCount } = await call((await readSchemas()).listVisits, {
          query: {
            list: listOf(list),
            ...(list === 'mine' && { assignee: 'me' }),
            ...(search !== '' && { search }),
            offset: pageParam,
            limit: visitPageSize,
          },
          signal,
        });
        return { page: data, hasMore, total: totalCount ?? data.visits.length };
      },
      initialPageParam: 0,
      getNextPageParam: ({ hasMore }: Page, pages: readonly Page[]) =>
        hasMore ? pages.length * visitPageSize : undefined,
      refetchInterval: refreshMs,
      refetchOnWindowFocus: true,
      placeholderData: keepPreviousData,
    }),
  visit: (id: string) =>
    queryOptions({
      queryKey: [visitsKey, 'visit', id] as const,
      queryFn: async ({ signal }) =>
        (await call((await readSchemas()).readVisit, { params: { id }, signal })).data.visit,
      refetchInterval: refreshMs,
    }),
  /** To whom the user may assign. */
  people: queryOptions({
    queryKey: [visitsKey, 'people'] as const,
    queryFn: async ({ signal }) => {
      const { listPeople } = await import('@platen/contract/worklist');
      return (await call(listPeople, { signal })).data.people;
    },
  }),
  feed: queryOptions({
    queryKey: [visitsKey, 'feed'] as const,
    queryFn: async ({ signal }) => (await call((await readCalendarSchemas()).readFeed, { signal })).data,
  }),
};

/** What a person does with a visit. */
export type VisitStep =
  | { readonly step: 'start' | 'see' }
  | { readonly step: 'plan'; readonly body: BodyOf<typeof planVisit> }
  | { readonly step: 'change'; readonly body: BodyOf<typeof changeVisit> }
  | { readonly step: 'cancel'; readonly body: BodyOf<typeof cancelVisit> };

/** Sends a step; returns the visit as it is then. */
export async function sendStep(id: string, step: VisitStep): Promise<Visit> {
  const schemas = await readSchemas();
  const params = { id };
  switch (step.step) {
    case 'start':
      return (await call(schemas.startVisit, { params, body: {} })).data.visit;
    case 'see':
      return (await call(schemas.seeVisit, { params, body: {} })).data.visit;
    case 'plan':
      return (await call(schemas.planVisit, { params, body: step.body })).data.visit;
    case 'change':
      return (await call(schemas.changeVisit, { params, body: step.body })).data.visit;
    case 'cancel':
      break;
  }
  return (await call(schemas.cancelVisit, { params, body: step.body })).data.visit;
}

export const sendFeed = async () => (await call((await readCalendarSchemas()).makeFeed, {})).data;
export const sendRevoke = async () => (await call((await readCalendarSchemas()).revokeFeed, {})).data;
