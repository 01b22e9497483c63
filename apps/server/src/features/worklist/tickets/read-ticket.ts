import type { Ticket } from '@platen/contract/tickets';
import type { TicketMark } from '@platen/contract/worklist-item';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../../base/errors.ts';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import { ticketMarkColumns } from '../../../worklist/ticket-marks.ts';
import { readConditions } from '../action-store.ts';
import { actionsFor } from '../allowed.ts';
import { toCondition } from '../condition-store.ts';
import { personOf, readNames } from '../people.ts';

interface Row
  extends Omit<Ticket, keyof TicketMark | 'conditions' | 'askedBy' | 'askedAt' | 'lastOutAt' | 'lastInAt' | 'events'> {
  readonly mark: TicketMark;
  readonly askedBy: string | null;
  readonly askedAt: Date;
  readonly lastOutAt: Date | null;
  readonly lastInAt: Date | null;
  readonly conditionIds: readonly string[];
}

/** A ticket of a device that the user sees, with what became of it; another one is unknown (GE-05). */
export async function readTicket(db: Kysely<Database>, user: SignedInUser, ticketId: string): Promise<Ticket> {
  requireRight(user, 'readWorklist');
  const { rows } = await sql<Row>`
    select ${ticketMarkColumns} as mark, t.system_id as "systemId", t.device_id as "deviceId", t.serial, t.asked_by as "askedBy",
      t.asked_at as "askedAt", t.planned_day as "plannedDay", t.assignee, t.last_out_at as "lastOutAt", t.last_in_at as "lastInAt",
      array(select tc.condition_id from ticket_condition tc where tc.device_id = d.device_id and tc.ticket_id = t.ticket_id) as "conditionIds"
    from ticket t join ticket_system s using (system_id) join device d on d.device_id = t.device_id
    where t.ticket_id = ${ticketId} and ${visibleTo(user)}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Refusal(204001, 'there is no ticket with this id');
  const conditions = [...(await readConditions(db, row.conditionIds)).values()];
  const people = await readNames(db, [row.askedBy, ...conditions.map(({ assignee }) => assignee)]);
  const events = await db
    .selectFrom('ticket_event')
    .select(['at', 'way', 'change', 'note', 'delivery_id'])
    .where('ticket_id', '=', ticketId)
    .orderBy('at')
    .orderBy('event_id')
    .execute();
  const { mark, conditionIds: _ids, ...ticket } = row;
  return {
    ...ticket,
    ...mark,
    conditions: conditions.map((one) => toCondition(one, people, actionsFor(user, [one]))),
    askedBy: personOf(people, row.askedBy),
    askedAt: row.askedAt.toISOString(),
    lastOutAt: row.lastOutAt?.toISOString() ?? null,
    lastInAt: row.lastInAt?.toISOString() ?? null,
    events: events.map(({ at, delivery_id: deliveryId, ...event }) => ({ ...event, at: at.toISOString(), deliveryId })),
  };
}
