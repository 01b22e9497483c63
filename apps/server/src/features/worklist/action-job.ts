import type { ActionsResult, JobAccepted } from '@platen/contract/jobs';
import { type ActionBody, type ActionResult, actOnWorklist } from '@platen/contract/worklist';
import { itemCodes, type WorklistAction, worklistActions } from '@platen/contract/worklist-names';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import * as z from 'zod/mini';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { addJob } from '../../user-jobs/job-store.ts';
import type { JobHandler } from '../../user-jobs/work-jobs.ts';
import { act } from './act.ts';
import { checkAction } from './check-action.ts';

type Trx = Transaction<Database>;

/** Conditions of one step, or as many more as its last device has. */
const itemsOfStep = 50;

/** What the job is given. `ends`: for each step the number of items that are done after it. */
const stored = z.object({
  actionId: z.uuid(),
  of: z.optional(z.enum(worklistActions)),
  ends: z.array(z.int()),
  body: actOnWorklist.body ?? z.never(),
});
const soFar = z.nullable(z.object({ results: z.array(z.unknown()) }));

/** Takes an action in, checked as one that is answered at once; its conditions are worked by a job. */
export async function actInJob(trx: Trx, user: SignedInUser, body: ActionBody): Promise<JobAccepted> {
  await checkAction(trx, user, body, new Date());
  const { items, ends } = await toSteps(trx, body.items);
  const actionId = newId();
  const of = body.action === 'undo' ? await readOwnAction(trx, user.userId, body.actionId) : undefined;
  const jobId = await addJob(trx, user, {
    kind: 'worklistActions',
    total: items.length,
    input: { actionId, ...(of && { of }), ends, body: { ...body, items } },
  });
  await recordChange(trx, {
    actor: user,
    action: 'worklist job',
    subject: `job:${jobId}`,
    detail: { action: body.action, conditions: items.length },
  });
  return { jobId };
}

/** The items device by device, and where steps end: never within a device, which is evaluated as a whole. */
async function toSteps(trx: Trx, items: ActionBody['items']): Promise<{ items: ActionBody['items']; ends: number[] }> {
  const ids = items.map(({ conditionId }) => conditionId);
  const { rows } = await sql<{ conditionId: string; entityId: string }>`
    select condition_id as "conditionId", entity_id as "entityId" from condition
    where condition_id = any(${ids}::uuid[])`.execute(trx);
  const entities = new Map(rows.map(({ conditionId, entityId }) => [conditionId, entityId]));
  const entityOf = ({ conditionId }: { conditionId: string }) => entities.get(conditionId) ?? '';
  const sorted = items.toSorted((a, b) => (entityOf(a) < entityOf(b) ? -1 : entityOf(a) > entityOf(b) ? 1 : 0));
  const ends: number[] = [];
  for (const [index, item] of sorted.entries()) {
    const next = sorted[index + 1];
    const isWhole = next === undefined || entityOf(next) === '' || entityOf(next) !== entityOf(item);
    if (next === undefined || (isWhole && index + 1 - (ends.at(-1) ?? 0) >= itemsOfStep)) ends.push(index + 1);
  }
  return { items: sorted, ends };
}

/** What an action of this user did; undefined for those of others, as for unknown ones (GE-05). */
async function readOwnAction(db: Kysely<Database>, userId: string, actionId: string) {
  const { rows } = await sql<{ change: WorklistAction }>`
    select change from condition_event where action_id = ${actionId} and user_id = ${userId} limit 1`.execute(db);
  return rows[0]?.change;
}

/** Acts on the conditions of a job, some devices at a step, all of them as one action. */
export const createActionJob =
  (offlineHours: number): JobHandler =>
  async (trx, { input, result, user, askedAt, done, total }) => {
    const { actionId, of, ends, body } = stored.parse(input);
    const end = ends.find((one) => one > done) ?? total;
    const part = { ...body, items: body.items.slice(done, end) };
    const { results } = await act(trx, { user, offlineHours }, part, { actionId, askedAt });
    const former = soFar.parse(result)?.results ?? [];
    const made = [...former, ...(await toItems(trx, results))];
    return { done: end, result: { action: body.action, ...(of && { of }), actionId, results: made } };
  };

/** Of what is done only what taking it back needs: a job has many conditions. */
async function toItems(db: Kysely<Database>, results: ActionResult['results']): Promise<ActionsResult['results']> {
  const failed = results.filter(({ code, current }) => code !== itemCodes.done && current !== undefined);
  const { rows } = await sql<{ conditionId: string; serial: string | null }>`
    select condition_id as "conditionId", serial from condition
    where condition_id = any(${failed.map(({ conditionId }) => conditionId)}::uuid[])`.execute(db);
  const serials = new Map(rows.map(({ conditionId, serial }) => [conditionId, serial]));
  return results.map((item) => {
    const { conditionId, code, current } = item;
    if (code === itemCodes.done) return { conditionId, code, ...(current && { version: current.version }) };
    return { ...item, ...(current && { serial: serials.get(conditionId) ?? null }) };
  });
}
