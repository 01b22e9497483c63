import type { ActionBody, ActionResult } from '@platen/contract/worklist';
import { itemCodes } from '@platen/contract/worklist-names';
import { mayUndo } from '@platen/diagnosis/conditions/transitions';
import type { Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { hiddenText, recordChanges } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { lockEntities, reevaluate } from '../../worklist/evaluate-entities.ts';
import { addVisitEvents, readVisitSnapshots } from '../../worklist/outbox/add-visit-events.ts';
import {
  addEvents,
  findVisits,
  listConditions,
  markUndone,
  readChangers,
  readConditions,
  readTargets,
  readUndoable,
  settleEvents,
  tidyVisits,
} from './action-store.ts';
import { actionsFor, mayDo } from './allowed.ts';
import { checkAction } from './check-action.ts';
import { type ConditionRow, toCondition } from './condition-store.ts';
import { findUnseen, personOf, readNames } from './people.ts';

type Trx = Transaction<Database>;

export interface Caller {
  readonly user: SignedInUser;
  /** Hours without a report after which a device is offline. */
  readonly offlineHours: number;
}

/** An action of which this is a part: its id, and when it was asked for. */
interface Whole {
  readonly actionId: string;
  readonly askedAt: Date;
}

/**
 * Does what a person asks for with some conditions, at once (WL-68) or as a part of a job; each succeeds or
 * fails for itself. A condition of another version stays as it is (GE-06), and so does one of a device that
 * the person who is to have it does not see. States follow from the replay
 * alone: what is written here are the entries it replays, and the audit record. Throws what `checkAction`
 * does.
 */
export async function act(
  trx: Trx,
  caller: Caller,
  body: ActionBody,
  { actionId, askedAt }: Whole = { actionId: newId(), askedAt: new Date() },
): Promise<ActionResult> {
  const { user, offlineHours } = caller;
  await checkAction(trx, user, body, askedAt);
  const ids = body.items.map(({ conditionId }) => conditionId);
  const targets = await readTargets(trx, user, ids);
  const entities = [...new Set(targets.values())];
  await lockEntities(trx, entities);
  const now = new Date();
  const before = await readConditions(trx, [...targets.keys()]);
  const undone =
    body.action === 'undo'
      ? await readUndoable(trx, body.actionId, (action) => mayUndo(action, user.userId, askedAt.getTime()))
      : undefined;
  const assignee = body.action === 'assign' || body.action === 'plan' ? body.assignee : null;
  const unseen = assignee === null ? new Set() : await findUnseen(trx, assignee, entities);
  const decided = body.items.map(({ conditionId, version }) => {
    const row = before.get(conditionId);
    if (row === undefined) return { conditionId, code: itemCodes.unknown, row };
    if (row.version !== version) return { conditionId, code: itemCodes.changedMeanwhile, row };
    const isPossible =
      mayDo(user, row, body.action) && (undone === undefined || undone.has(conditionId)) && !unseen.has(row.entityId);
    return { conditionId, code: isPossible ? itemCodes.done : itemCodes.notPossible, row };
  });
  const done = decided.flatMap(({ code, row }) => (code === itemCodes.done && row !== undefined ? row : []));
  if (done.length > 0) {
    const formerVisits = done.flatMap(({ visitId }) => visitId ?? []);
    const left = await readVisitSnapshots(trx, formerVisits);
    const visits =
      body.action === 'plan'
        ? await findVisits(trx, [...new Set(done.map(({ entityId }) => entityId))], {
            ...body,
            user,
            actionId,
            askedAt,
          })
        : undefined;
    const planned = [...new Set(visits?.values())];
    const joined = [...(await readVisitSnapshots(trx, planned))].filter(([, { isNew }]) => !isNew);
    const events = done.map((row) => ({
      entityId: row.entityId,
      conditionId: row.conditionId,
      change: body.action,
      from: row.work,
      detail: { ...toDetail(body), ...(visits && { visitId: visits.get(row.entityId) }) },
    }));
    const eventIds = await addEvents(trx, events, { user, actionId, at: now });
    if (undone !== undefined)
      await markUndone(
        trx,
        done.flatMap((row) => undone.get(row.conditionId) ?? []),
        eventIds,
      );
    if (body.action === 'note') await addNotes(trx, user, done, body.note, now);
    await reevaluate(trx, [...new Set(done.map(({ entityId }) => entityId))], { now, offlineHours });
    await settleEvents(trx, actionId);
    if (visits !== undefined)
      await listConditions(
        trx,
        done.flatMap(({ entityId: deviceId, conditionId }) => {
          const visitId = visits.get(deviceId);
          return visitId === undefined ? [] : { deviceId, conditionId, visitId };
        }),
      );
    await tidyVisits(trx, done);
    const touched = [...new Set([...formerVisits, ...planned])];
    await addVisitEvents(trx, new Map([...left, ...joined]), touched, { by: user.userId, now });
  }
  const after = await readConditions(trx, [...targets.keys()]);
  await recordChanges(
    trx,
    done.map((row) => ({
      actor: user,
      action: `worklist ${body.action}`,
      subject: `condition:${row.conditionId}`,
      detail: {
        device: row.entityId,
        before: toAudited(row),
        after: toAudited(after.get(row.conditionId) ?? row),
        ...('note' in body && body.note !== undefined ? { note: hiddenText } : {}),
      },
    })),
  );
  const changed = decided.flatMap(({ code, conditionId }) => (code === itemCodes.changedMeanwhile ? conditionId : []));
  const changers = await readChangers(trx, changed);
  const people = await readNames(trx, [...[...after.values()].map(({ assignee }) => assignee), ...changers.values()]);
  return {
    actionId,
    results: decided.map(({ conditionId, code }) => {
      const row = after.get(conditionId);
      return {
        conditionId,
        code,
        ...(row && { current: toCondition(row, people, actionsFor(user, [row])) }),
        ...(code === itemCodes.changedMeanwhile && { changedBy: personOf(people, changers.get(conditionId) ?? null) }),
      };
    }),
  };
}

/** The fields of an action in the form of packages/diagnosis: instants in milliseconds. */
function toDetail(body: ActionBody): Record<string, unknown> {
  const note = 'note' in body && body.note !== undefined ? { note: body.note } : {};
  if (body.action === 'assign') return { assignee: body.assignee, ...note };
  if (body.action === 'plan') return { plannedDay: body.plannedDay, assignee: body.assignee, ...note };
  if (body.action === 'resolve') return { reason: body.reason, ...note };
  if (body.action === 'undo') return { taken: body.actionId };
  if (body.action !== 'snooze') return note;
  const { until, untilWorse, reason } = body;
  return { until: until === undefined ? null : Date.parse(until), untilWorse, reason, ...note };
}

async function addNotes(
  trx: Trx,
  user: SignedInUser,
  rows: readonly ConditionRow[],
  text: string,
  at: Date,
): Promise<void> {
  const devices = await trx
    .selectFrom('device')
    .select('device_id')
    .where('device_id', 'in', [...new Set(rows.map(({ entityId }) => entityId))])
    .execute();
  if (devices.length > 0)
    await trx
      .insertInto('device_note')
      .values(devices.map(({ device_id }) => ({ device_id, note_id: newId(), at, user_id: user.userId, text })))
      .execute();
}

const toAudited = ({ work, assignee, plannedDay, resolution }: ConditionRow) => ({
  work,
  assignee,
  plannedDay,
  resolution,
});
