import type { BodyOf } from '@platen/contract/endpoint';
import type { VisitList } from '@platen/contract/visit-names';
import { visitPageSize } from '@platen/contract/visit-names';
import type { cancelVisit, planVisit, Visit, VisitPage } from '@platen/contract/visits';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/visits'));
const readCalendarSchemas = lazySchemas(() => import('@platen/contract/visit-calendar'));

/** The first part of the key of each query about visits: what a change makes old. */
export const visitsKey = 'visits';
/** Lists are asked for again so often; unchanged, the server answers with 304. */
const refreshMs = 60_000;

/** The lists of the screen: those of the server, and what is open by assignee and of the user alone. */
export const shownLists = ['open', 'byAssignee', 'mine', 'drafts', 'overdue', 'toRead', 'done', 'cancelled'] as const;
export type ShownList = (typeof shownLists)[number];

interface Page {
  readonly page: VisitPage;
  readonly total: number;
  readonly hasMore: boolean;
}

const listOf = (list: ShownList): VisitList => (list === 'mine' || list === 'byAssignee' ? 'open' : list);

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
  /** The first visits of a list, for the column next to the plan. */
  side: (list: VisitList, limit: number) =>
    queryOptions({
      queryKey: [visitsKey, 'list', list, 'side', limit] as const,
      queryFn: async ({ signal }) =>
        (await call((await readSchemas()).listVisits, { query: { list, limit }, signal })).data.visits,
      refetchInterval: refreshMs,
    }),
  visit: (id: string) =>
    queryOptions({
      queryKey: [visitsKey, 'visit', id] as const,
      queryFn: async ({ signal }) =>
        (await call((await readSchemas()).readVisit, { params: { id }, signal })).data.visit,
      refetchInterval: refreshMs,
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
  | { readonly step: 'cancel'; readonly body: BodyOf<typeof cancelVisit> };

/** The same step, for the version that the server has. */
export function toVersion(step: VisitStep, version: number): VisitStep {
  if (step.step === 'plan') return { ...step, body: { ...step.body, version } };
  return step.step === 'cancel' ? { ...step, body: { ...step.body, version } } : step;
}

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
    case 'cancel':
      break;
  }
  return (await call(schemas.cancelVisit, { params, body: step.body })).data.visit;
}

export const sendFeed = async () => (await call((await readCalendarSchemas()).makeFeed, {})).data;
export const sendRevoke = async () => (await call((await readCalendarSchemas()).revokeFeed, {})).data;
