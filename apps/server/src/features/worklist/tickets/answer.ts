import type { BodyOf } from '@platen/contract/endpoint';
import { isTicketEnded, type TicketAnswer, type TicketEffect, type TicketState } from '@platen/contract/ticket-names';
import type { answerTicket as answerCall, TicketSystemForm } from '@platen/contract/tickets';
import type { TicketMark } from '@platen/contract/worklist-item';
import type { WorkState } from '@platen/contract/worklist-names';
import { targetOf } from '@platen/diagnosis/conditions/transitions';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import { minuteMs } from '../../../base/time.ts';
import { type Caller, requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo } from '../../../identity/visibility.ts';
import { hiddenText, recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { lockEntities, reevaluate } from '../../../worklist/evaluate-entities.ts';
import { touchConditions } from '../../../worklist/outbox/add-ticket.ts';
import { addEvents, findVisits, listConditions, readConditions, settleEvents, tidyVisits } from '../action-store.ts';
import { readMarks } from './hand-over.ts';

type Trx = Transaction<Database>;
type Answer = BodyOf<typeof answerCall>;

interface Known {
  readonly deviceId: string;
  readonly state: TicketState;
  readonly changedAt: Date | null;
  readonly sequence: number | null;
  readonly key: string | null;
  readonly effects: TicketSystemForm['effects'];
}

/** State of a ticket by what is reported; `reopened` is open again. */
const stateOf = (answer: TicketAnswer): TicketState => (answer === 'reopened' ? 'open' : answer);
/** Clocks of other systems may be ahead. */
const aheadMs = 10 * minuteMs;

/**
 * Takes what the other system reports of a ticket (TK-07) and does with its conditions what the table of the
 * system says (TK-08). An older instant or a sequence that is known changes nothing. Each step carries the
 * ticket as its origin, so that it is not sent back (TK-09).
 */
export async function answerTicket(
  trx: Trx,
  caller: Caller & { readonly offlineHours: number },
  ticketId: string,
  answer: Answer,
): Promise<{ changed: boolean; ticket: TicketMark }> {
  const { user, now, offlineHours } = caller;
  requireRight(user, 'actOnWorklist');
  if (answer.state === 'planned' && answer.plannedDay === undefined)
    throw new Refusal(202001, 'body.plannedDay: the day is needed with `planned`');
  if (Date.parse(answer.changedAt) > now.getTime() + aheadMs)
    throw new Refusal(202001, 'body.changedAt: lies in the future');
  const found = await readTicketOf(trx, user, ticketId);
  await lockEntities(trx, [found.deviceId]);
  // As it is once no other call is at it.
  const known = await readTicketOf(trx, user, ticketId);
  const isOld =
    (known.changedAt !== null && Date.parse(answer.changedAt) < known.changedAt.getTime()) ||
    (known.sequence !== null && answer.sequence <= known.sequence);
  if (!isOld) {
    await store(trx, ticketId, answer, now);
    await apply(trx, { ...caller, ticketId, deviceId: known.deviceId, offlineHours }, known.effects, answer);
    await sql`
      update ticket_condition set is_live = ${!isTicketEnded(stateOf(answer.state))}
      where ticket_id = ${ticketId} and (${isTicketEnded(stateOf(answer.state))} or not exists (
        select from ticket_condition o where o.device_id = ticket_condition.device_id
          and o.condition_id = ticket_condition.condition_id and o.is_live and o.ticket_id <> ticket_condition.ticket_id))`.execute(
      trx,
    );
    await touchConditions(trx, ticketId);
    await recordChange(trx, {
      actor: user,
      action: 'tickets answer',
      subject: `ticket:${ticketId}`,
      detail: {
        device: known.deviceId,
        before: { state: known.state, key: known.key },
        after: { state: answer.state, key: answer.key ?? known.key, plannedDay: answer.plannedDay },
        ...(answer.note !== undefined && { note: hiddenText }),
      },
    });
  }
  const ticket = (await readMarks(trx, [ticketId])).get(ticketId);
  if (ticket === undefined) throw new Refusal(204001, 'there is no ticket with this id');
  return { changed: !isOld, ticket };
}

/** A ticket of a device that the user sees; another one is refused as unknown (GE-05). */
async function readTicketOf(trx: Trx, user: SignedInUser, ticketId: string): Promise<Known> {
  const { rows } = await sql<Known>`
    select t.device_id as "deviceId", t.state, t.changed_at as "changedAt", t.sequence, t.external_key as key,
      s.form -> 'effects' as effects
    from ticket t join ticket_system s using (system_id) join device d on d.device_id = t.device_id
    where t.ticket_id = ${ticketId} and s.deleted_at is null and ${visibleTo(user)}`.execute(trx);
  const [known] = rows;
  if (known === undefined) throw new Refusal(204001, 'there is no ticket with this id');
  return known;
}

async function store(trx: Trx, ticketId: string, answer: Answer, now: Date): Promise<void> {
  const { state, key = null, url = null, plannedDay = null, assignee = null, note = null } = answer;
  await sql`
    update ticket set state = ${stateOf(state)}, external_key = coalesce(${key}, external_key), url = coalesce(${url}, url),
      planned_day = coalesce(${plannedDay}::date, planned_day), assignee = coalesce(${assignee}, assignee),
      waiting_since = null, not_confirmed_at = null, last_in_at = ${now}::timestamptz,
      changed_at = ${answer.changedAt}::timestamptz, sequence = ${answer.sequence}
    where ticket_id = ${ticketId}`.execute(trx);
  await trx
    .insertInto('ticket_event')
    .values({ ticket_id: ticketId, event_id: newId(), at: now, way: 'in', change: state, note, delivery_id: null })
    .execute();
}

/** The step of the replay for an effect. */
const stepOf: Readonly<
  Record<Exclude<TicketEffect, 'none'>, 'acknowledge' | 'plan' | 'ticketSolved' | 'ticketReopened'>
> = { acknowledge: 'acknowledge', plan: 'plan', resolve: 'ticketSolved', open: 'ticketReopened' };

interface Applied extends Caller {
  readonly ticketId: string;
  readonly deviceId: string;
  readonly offlineHours: number;
}

async function apply(
  trx: Trx,
  { user, now, ticketId, deviceId, offlineHours }: Applied,
  effects: TicketSystemForm['effects'],
  { state, plannedDay, note }: Answer,
): Promise<void> {
  const effect = effects[state];
  const change = effect === 'none' ? 'note' : stepOf[effect];
  if (effect === 'none' && note === undefined) return;
  if (change === 'plan' && plannedDay === undefined) return;
  const { rows } = await sql<{ id: string }>`
    select condition_id as id from ticket_condition where ticket_id = ${ticketId}`.execute(trx);
  const conditions = await readConditions(
    trx,
    rows.map(({ id }) => id),
  );
  // A matter that was resolved here is not planned or acknowledged any more.
  const moved = [...conditions.values()].flatMap((row) => {
    const step = stepFrom(row.work, change, note !== undefined);
    return step === undefined ? [] : { ...row, step };
  });
  if (moved.length === 0) return;
  const actionId = newId();
  const visits =
    change === 'plan' && plannedDay !== undefined
      ? await findVisits(trx, [deviceId], {
          user,
          actionId,
          askedAt: now,
          plannedDay,
          assignee: null,
          kind: 'elsewhere',
        })
      : undefined;
  await addEvents(
    trx,
    moved.map((row) => ({
      entityId: row.entityId,
      conditionId: row.conditionId,
      change: row.step,
      from: row.work,
      detail: {
        origin: ticketId,
        ...(note !== undefined && { note }),
        ...(visits !== undefined && { plannedDay, visitId: visits.get(row.entityId) }),
      },
    })),
    { user, actionId, at: now },
  );
  await reevaluate(trx, [deviceId], { now, offlineHours });
  await settleEvents(trx, actionId);
  const visitId = visits?.get(deviceId);
  if (visitId !== undefined)
    await listConditions(
      trx,
      moved.map(({ conditionId }) => ({ deviceId, conditionId, visitId })),
    );
  await tidyVisits(trx, moved);
}

type Step = (typeof stepOf)[keyof typeof stepOf] | 'note';

/** What is open already needs no reopening, but keeps what the other system wrote of it. */
function stepFrom(work: WorkState, step: Step, hasNote: boolean): Step | undefined {
  if (step === 'ticketReopened' && work === 'open') return hasNote ? 'note' : undefined;
  return targetOf(work, step) === undefined ? undefined : step;
}
