import type { BodyOf } from '@platen/contract/endpoint';
import type { changeVisit, makeVisit, Visit } from '@platen/contract/visits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../api/client.ts';
import { lazySchemas } from '../device/device-query.ts';
import { type Conflict, toConflict } from '../editing/conflict.ts';

const readVisits = lazySchemas(() => import('@platen/contract/visits'));
const readWorklist = lazySchemas(() => import('@platen/contract/worklist'));

/** Rows offered at once; typing narrows them down. */
const offered = 50;

export const planQueries = {
  /** Open rows of a customer, in the order of the worklist; also those that are planned. */
  openRows: (customerNumber: string, search: string) =>
    queryOptions({
      queryKey: ['worklist', 'ofCustomer', customerNumber, search] as const,
      queryFn: async ({ signal }) => {
        const query = { customer: JSON.stringify([customerNumber]), planned: '1', limit: offered } as const;
        const { listWorklist } = await readWorklist();
        return (await call(listWorklist, { query: { ...query, ...(search !== '' && { search }) }, signal })).data.rows;
      },
      placeholderData: keepPreviousData,
    }),
  /** Conditions of a device that can be planned. */
  conditions: (deviceId: string) =>
    queryOptions({
      queryKey: ['worklist', 'plannable', deviceId] as const,
      queryFn: async ({ signal }) => {
        const { readWorklistRow } = await readWorklist();
        const { data } = await call(readWorklistRow, { params: { id: deviceId }, query: {}, signal });
        return data.conditions.filter(
          ({ work, actions }) => work !== 'resolved' && actions?.includes('plan') !== false,
        );
      },
    }),
};

/** Makes a visit; the same key makes it once (GE-07). */
export const sendVisit = async (body: BodyOf<typeof makeVisit>, idempotencyKey: string): Promise<Visit> =>
  (await call((await readVisits()).makeVisit, { body, idempotencyKey })).data.visit;

/** Changes a visit, as a whole or in some of its fields. */
export const sendChange = async (id: string, body: BodyOf<typeof changeVisit>): Promise<Visit> =>
  (await call((await readVisits()).changeVisit, { params: { id }, body })).data.visit;

/** The present visit where a change met that of another person (GE-06). */
export async function readConflict(thrown: unknown): Promise<Conflict<Visit> | undefined> {
  const conflict = toConflict(thrown, (await readVisits()).readVisit.answer);
  return conflict === undefined ? undefined : { by: conflict.by, current: conflict.current.visit };
}
