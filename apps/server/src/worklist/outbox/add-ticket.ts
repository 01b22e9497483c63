import { reopenWithinDays, type TicketChange, type TicketState } from '@platen/contract/ticket-names';
import type { Action } from '@platen/diagnosis/conditions/model';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';
import type { StoredEntity } from '../load-stored.ts';

type Trx = Transaction<Database>;

/** What goes to a ticket system; its fields are loaded when it is sent (delivery/ticket-content.ts). */
export interface StoredTicketMessage {
  readonly kind: 'ticket';
  readonly ticketId: string;
  readonly change: TicketChange;
  readonly note: string | null;
}

/**
 * Adds a message about a ticket to the outbox, in the transaction of what it is about (DE-16), and to the
 * past of the ticket. Without the channel of the system nothing is added.
 */
export async function addTicketMessage(
  trx: Kysely<Database>,
  { ticketId, change, note = null }: Omit<StoredTicketMessage, 'kind' | 'note'> & { readonly note?: string | null },
  now: Date,
): Promise<void> {
  const deliveryId = newId();
  const content: StoredTicketMessage = { kind: 'ticket', ticketId, change, note };
  const { numAffectedRows } = await sql`
    insert into delivery (delivery_id, channel_id, kind, at, entity_id, entity, state, due_at, message_id, composed_at, content)
    select ${deliveryId}, s.channel_id, 'ticket', ${now}::timestamptz, t.device_id, 'device', 'waiting', ${now}::timestamptz,
      ${deliveryId}, ${now}::timestamptz, ${JSON.stringify(content)}::jsonb
    from ticket t join ticket_system s using (system_id) where t.ticket_id = ${ticketId} and s.deleted_at is null`.execute(
    trx,
  );
  if (numAffectedRows === 0n) return;
  await trx
    .insertInto('ticket_event')
    .values({ ticket_id: ticketId, event_id: newId(), at: now, way: 'out', change, note, delivery_id: deliveryId })
    .execute();
  await sql`update ticket set last_out_at = ${now}::timestamptz where ticket_id = ${ticketId}`.execute(trx);
}

/** A change of a condition, as far as tickets are concerned. */
export interface TicketedEvent {
  readonly conditionId: string;
  readonly entityId: string;
  readonly event: string;
}

interface Link {
  readonly ticketId: string;
  readonly conditionId: string;
  readonly state: TicketState;
  readonly isLive: boolean;
  readonly isRecent: boolean;
}

/** Steps of people that explain an event, for its origin. */
const explainedBy: Readonly<Record<string, readonly Action['action'][]>> = {
  acknowledged: ['acknowledge', 'assign'],
  visitPlanned: ['plan'],
  resolved: ['resolve', 'visitFixed', 'ticketSolved'],
};

/**
 * Reports to ticket systems what happened to the conditions of their tickets (TK-09): acknowledged, planned,
 * resolved, came back; never what the system itself reported. What came back after it was solved asks for the
 * same ticket, and opens no other (TK-10); a device that recovered closes no ticket.
 */
export async function updateTickets(
  trx: Trx,
  events: readonly TicketedEvent[],
  stored: ReadonlyMap<string, StoredEntity>,
  resolutionOf: (event: TicketedEvent) => string | null,
  now: Date,
): Promise<void> {
  const about = events.filter(({ event }) => event in explainedBy || event === 'cameBack');
  if (about.length === 0) return;
  const links = await readLinks(trx, about, now);
  const out = new Map<string, TicketChange>();
  for (const event of about)
    for (const link of links.filter(({ conditionId }) => conditionId === event.conditionId)) {
      const change = toChange(event, link, originOf(event, stored), resolutionOf(event));
      if (change !== undefined) out.set(`${link.ticketId} ${change}`, change);
    }
  for (const [key, change] of out) {
    const [ticketId = ''] = key.split(' ');
    if (change === 'reopen') await awaitReopening(trx, ticketId, now);
    await addTicketMessage(trx, { ticketId, change }, now);
  }
}

async function readLinks(trx: Trx, events: readonly TicketedEvent[], now: Date): Promise<readonly Link[]> {
  const { rows } = await sql<Link>`
    select distinct on (tc.condition_id) t.ticket_id as "ticketId", tc.condition_id as "conditionId", t.state, tc.is_live as "isLive",
      coalesce(t.changed_at, t.asked_at) > ${now}::timestamptz - ${sql.lit(`${reopenWithinDays} days`)}::interval as "isRecent"
    from ticket_condition tc join ticket t using (ticket_id) join ticket_system s using (system_id)
    where tc.device_id = any(${uuids(events.map(({ entityId }) => entityId))})
      and tc.condition_id = any(${uuids(events.map(({ conditionId }) => conditionId))}) and s.deleted_at is null
    order by tc.condition_id, t.asked_at desc`.execute(trx);
  return rows;
}

function toChange(
  { event }: TicketedEvent,
  { ticketId, state, isLive, isRecent }: Link,
  origin: string | undefined,
  resolution: string | null,
): TicketChange | undefined {
  if (event === 'cameBack') {
    if (state === 'solved' || state === 'closed') return isRecent ? 'reopen' : undefined;
    return isLive ? 'cameBack' : undefined;
  }
  if (!isLive || origin === ticketId) return undefined;
  if (event === 'acknowledged') return 'acknowledged';
  if (event === 'visitPlanned') return 'planned';
  return resolution === 'device' ? 'goneByItself' : 'resolved';
}

/** The ticket by which the newest step behind an event came; undefined: it was done here. */
function originOf(
  { conditionId, entityId, event }: TicketedEvent,
  stored: ReadonlyMap<string, StoredEntity>,
): string | undefined {
  const names = explainedBy[event] ?? [];
  return (stored.get(entityId)?.actions ?? [])
    .filter((one) => one.conditionId === conditionId && names.includes(one.action))
    .toSorted((a, b) => b.at - a.at)[0]?.origin;
}

/** The ticket is asked for again: its conditions belong to it unless another ticket has them by now. */
async function awaitReopening(trx: Trx, ticketId: string, now: Date): Promise<void> {
  await sql`
    update ticket set state = 'requested', waiting_since = ${now}::timestamptz, not_confirmed_at = null
    where ticket_id = ${ticketId}`.execute(trx);
  await sql`
    update ticket_condition tc set is_live = true where ticket_id = ${ticketId} and not is_live
      and not exists (select from ticket_condition o where o.device_id = tc.device_id and o.condition_id = tc.condition_id and o.is_live)`.execute(
    trx,
  );
}

/** Those who fetch changes hear of conditions whose ticket changed (TK-12). */
export async function touchConditions(trx: Kysely<Database>, ticketId: string): Promise<void> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp()::text as at`.execute(trx);
  await sql`
    update condition c set changed_at = ${rows[0]?.at}::timestamptz from ticket_condition tc
    where tc.ticket_id = ${ticketId} and c.condition_id = tc.condition_id and c.entity_id = tc.device_id`.execute(trx);
}

/** The request could not be sent: the conditions can be handed over again (TK-02). */
export async function failTicket(trx: Kysely<Database>, ticketId: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update ticket set state = 'failed', waiting_since = null where ticket_id = ${ticketId} and state = 'requested'`.execute(
    trx,
  );
  if (numAffectedRows === 0n) return;
  await sql`update ticket_condition set is_live = false where ticket_id = ${ticketId}`.execute(trx);
  await touchConditions(trx, ticketId);
}
