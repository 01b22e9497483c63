import type { BodyOf } from '@platen/contract/endpoint';
import { isTicketEnded } from '@platen/contract/ticket-names';
import type { HandOverResult, handOver as handOverCall } from '@platen/contract/tickets';
import type { TicketMark } from '@platen/contract/worklist-item';
import { itemCodes } from '@platen/contract/worklist-names';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import { type Caller, requireRight } from '../../../identity/signed-in-user.ts';
import { hiddenText, recordChanges } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { lockEntities, reevaluate } from '../../../worklist/evaluate-entities.ts';
import { askToDeliver } from '../../../worklist/outbox/add-notice.ts';
import { addTicketMessage, touchConditions } from '../../../worklist/outbox/add-ticket.ts';
import { findTicket, linkConditions } from '../../../worklist/outbox/link-tickets.ts';
import { ticketMarkColumns } from '../../../worklist/ticket-marks.ts';
import { addEvents, readConditions, readTargets, settleEvents } from '../action-store.ts';
import { actionsFor } from '../allowed.ts';
import { type ConditionRow, toCondition } from '../condition-store.ts';
import { readNames } from '../people.ts';
import { readSystem } from './systems.ts';

type Trx = Transaction<Database>;

/** A condition that can be handed over: not resolved, of a device, and without a ticket that is not ended. */
const isFree = ({ work, ticket }: ConditionRow): boolean =>
  work !== 'resolved' && (ticket === null || isTicketEnded(ticket.state));

/**
 * Hands conditions over to a system (TK-03): those of one device become one ticket, or a note on the ticket
 * that the device has there. Each succeeds or fails for itself, as actions do (WL-68).
 */
export async function handOver(
  trx: Trx,
  caller: Caller & { readonly offlineHours: number },
  { systemId, items, apart = [], note }: BodyOf<typeof handOverCall>,
): Promise<HandOverResult> {
  const { user, now, offlineHours } = caller;
  requireRight(user, 'actOnWorklist');
  if (new Set(items.map(({ conditionId }) => conditionId)).size < items.length)
    throw new Refusal(202001, 'items: a condition stands twice');
  await readSystem(trx, user, systemId);
  const ids = items.map(({ conditionId }) => conditionId);
  const targets = await readTargets(trx, user, ids);
  await lockEntities(trx, [...new Set(targets.values())]);
  const devices = await readDeviceIds(trx, [...targets.values()]);
  const before = await readConditions(trx, [...targets.keys()]);
  const decided = items.map(({ conditionId, version }) => {
    const row = before.get(conditionId);
    if (row === undefined) return { conditionId, code: itemCodes.unknown, row };
    if (row.version !== version) return { conditionId, code: itemCodes.changedMeanwhile, row };
    const isPossible = isFree(row) && devices.has(row.entityId);
    return { conditionId, code: isPossible ? itemCodes.done : itemCodes.notPossible, row };
  });
  const done = decided.flatMap(({ code, row }) => (code === itemCodes.done && row !== undefined ? row : []));
  const tickets = new Map<string, { ticketId: string; isNew: boolean }>();
  for (const deviceId of new Set(done.map(({ entityId }) => entityId)))
    tickets.set(
      deviceId,
      await findTicket(trx, {
        systemId,
        deviceId,
        isApart: apart.includes(deviceId),
        askedBy: user.userId,
        now,
      }),
    );
  const ticketOf = ({ entityId }: ConditionRow) => tickets.get(entityId)?.ticketId ?? '';
  const actionId = newId();
  await addEvents(
    trx,
    done.map((row) => ({
      entityId: row.entityId,
      conditionId: row.conditionId,
      change: 'handOver',
      from: row.work,
      detail: { ticketId: ticketOf(row), ...(note !== undefined && { note }) },
    })),
    { user, actionId, at: now },
  );
  await linkConditions(
    trx,
    done.map((row) => ({ ...row, ticketId: ticketOf(row) })),
  );
  if (done.length > 0) await reevaluate(trx, [...tickets.keys()], { now, offlineHours });
  await settleEvents(trx, actionId);
  for (const { ticketId, isNew } of tickets.values()) {
    await addTicketMessage(trx, { ticketId, change: isNew ? 'requested' : 'added', note: note ?? null }, now);
    await touchConditions(trx, ticketId);
  }
  await recordChanges(
    trx,
    done.map((row) => ({
      actor: user,
      action: 'worklist handOver',
      subject: `condition:${row.conditionId}`,
      detail: {
        device: row.entityId,
        ticket: ticketOf(row),
        ...(note !== undefined && { note: hiddenText }),
      },
    })),
  );
  if (tickets.size > 0) await askToDeliver(trx);
  const after = await readConditions(trx, [...targets.keys()]);
  const people = await readNames(
    trx,
    [...after.values()].map(({ assignee }) => assignee),
  );
  const marks = await readMarks(
    trx,
    [...tickets.values()].map(({ ticketId }) => ticketId),
  );
  return {
    results: decided.map(({ conditionId, code }) => {
      const row = after.get(conditionId);
      return { conditionId, code, ...(row && { current: toCondition(row, people, actionsFor(user, [row])) }) };
    }),
    tickets: [...tickets].flatMap(([rowId, { ticketId, isNew }]) => {
      const ticket = marks.get(ticketId);
      return ticket === undefined ? [] : [{ rowId, isNew, ticket }];
    }),
  };
}

/** Of these entities those that are devices, by id. */
async function readDeviceIds(trx: Trx, entityIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select device_id as id from device where device_id = any(${[...new Set(entityIds)]}::uuid[])`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Tickets as they are shown, by id. */
export async function readMarks(trx: Trx, ticketIds: readonly string[]): Promise<ReadonlyMap<string, TicketMark>> {
  const { rows } = await sql<{ id: string; mark: TicketMark }>`
    select t.ticket_id as id, ${ticketMarkColumns} as mark from ticket t join ticket_system s using (system_id)
    where t.ticket_id = any(${[...ticketIds]}::uuid[])`.execute(trx);
  return new Map(rows.map(({ id, mark }) => [id, mark]));
}
