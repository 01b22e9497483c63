import type { BodyOf } from '@platen/contract/endpoint';
import type { JobAccepted } from '@platen/contract/jobs';
import type { ActionBody, ActionResult, enterCall, setPriority, setWeight } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { itemCodes, mostActionItems } from '@platen/contract/worklist-names';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { lazySchemas } from '../../device/device-query.ts';
import { loadResource } from '../../platform/load-texts.ts';
import { type ActionDraft, type ChangedItem, toItems } from './actions.ts';

const readSchemas = lazySchemas(() => import('@platen/contract/worklist'));

/** The first part of the key of each query about the worklist: what an action makes old. */
export const worklistKey = 'worklist';

export const worklistQueries = {
  /** The drawer of a row; `offset` of its conditions. */
  row: (id: string, offset = 0) =>
    queryOptions({
      queryKey: [worklistKey, 'row', id, offset] as const,
      queryFn: async ({ signal }) => {
        const { readWorklistRow } = await readSchemas();
        return (await call(readWorklistRow, { params: { id }, query: { offset }, signal })).data;
      },
    }),
};

/** An action with the conditions as the user saw them. */
export interface Act {
  readonly draft: ActionDraft;
  readonly conditions: readonly Condition[];
}

/**
 * Sends an action (WL-68); the answer has the id for `undo` and a code for each condition. More than 200
 * conditions are worked by a job, which the answer names (GE-13).
 */
export async function sendAct({ draft, conditions }: Act): Promise<ActionResult | JobAccepted> {
  return await send({ ...draft, items: toItems(conditions) });
}

type Undo = Omit<Extract<ActionBody, { action: 'undo' }>, 'action'>;

export const sendUndo = (undo: Undo): Promise<ActionResult | JobAccepted> => send({ action: 'undo', ...undo });

async function send(body: ActionBody): Promise<ActionResult | JobAccepted> {
  const { actOnWorklist } = await readSchemas();
  if (body.items.length <= mostActionItems) return (await call(actOnWorklist, { body })).data;
  const { jobAccepted: answer } = await loadResource(() => import('@platen/contract/jobs'));
  return (await call({ ...actOnWorklist, answer }, { body })).data;
}

/** Conditions of an action that another person had changed, with the values of both sides (GE-06). */
export function toChanged({ results }: ActionResult, { conditions }: Act): ChangedItem[] {
  return results.flatMap(({ conditionId, code, current, changedBy }) => {
    const before = conditions.find((condition) => condition.conditionId === conditionId);
    if (code !== itemCodes.changedMeanwhile || current === undefined || before === undefined) return [];
    return [{ before, current, ...(changedBy === undefined || changedBy === null ? {} : { by: changedBy.name }) }];
  });
}

/** Everything of the worklist is asked for again. */
export const forgetWorklist = (client: QueryClient) => client.invalidateQueries({ queryKey: [worklistKey] });

/** A change of the worklist; whatever came of it, the list and the drawer are read again. */
function useChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({ mutationFn: change, onSettled: () => void forgetWorklist(client) });
}

/** Enters a customer's call (WL-19). */
export const useEnterCall = () =>
  useChange(async (body: BodyOf<typeof enterCall>) => (await call((await readSchemas()).enterCall, { body })).data);

/** Sets the class of a row by hand, or takes it back (WL-52). */
export const useSetPriority = (id: string) =>
  useChange(
    async (body: BodyOf<typeof setPriority>) =>
      (await call((await readSchemas()).setPriority, { params: { id }, body })).data,
  );

/** Gives a device a weight by hand (WL-48). */
export const useSetWeight = (id: string) =>
  useChange(
    async (body: BodyOf<typeof setWeight>) =>
      (await call((await readSchemas()).setWeight, { params: { id }, body })).data,
  );
