import { type Job, listJobs, markJobSeen, readJobResult } from '@platen/contract/jobs';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';

/** A job that has not ended is asked for again so often. */
const progressMs = 1000;

/** A result that was left longer ago is not shown by itself: it belongs to the work of another day. */
const recentMs = 24 * 60 * 60_000;
const isRecent = ({ finishedAt }: Job): boolean =>
  finishedAt === null || Date.parse(finishedAt) > Date.now() - recentMs;

const jobsKey = 'jobs';
const seenKey = [jobsKey, 'seen'];

/** Own jobs that go on, or whose result of the last day was not seen. `asked`: id of one asked for since. */
export const jobsQuery = (asked: string | undefined) =>
  queryOptions({
    queryKey: [jobsKey, 'unseen', asked ?? null] as const,
    queryFn: async ({ signal }) => (await call(listJobs, { signal })).data.jobs.filter(isRecent),
    // Who comes back to a screen sees how things are then.
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ finishedAt }) => finishedAt === null) === true ? progressMs : false,
  });

/** The result of a job that has ended, which never changes. */
export const jobResultQuery = (id: string) =>
  queryOptions({
    queryKey: [jobsKey, 'result', id] as const,
    queryFn: async ({ signal }) => (await call(readJobResult, { params: { id }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Ids of jobs that the user closed: lists that were read before may still hold them. */
export const readSeenJobs = (client: QueryClient): readonly string[] => client.getQueryData(seenKey) ?? [];

/** The result was seen: the job is not listed again, here at once and on the server. Rejects as `call`. */
export async function noteJobSeen(client: QueryClient, id: string): Promise<void> {
  client.setQueryData(seenKey, [...readSeenJobs(client), id]);
  await call(markJobSeen, { params: { id } });
  await client.invalidateQueries({ queryKey: [jobsKey, 'unseen'] });
}
