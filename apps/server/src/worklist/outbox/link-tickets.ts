import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import type { Database } from '../../store/database.ts';

type Trx = Transaction<Database>;

interface Wanted {
  readonly systemId: string;
  readonly deviceId: string;
  /** A ticket of its own is wanted although one takes notes. */
  readonly isApart: boolean;
  /** Null: a rule of handing over. */
  readonly askedBy: string | null;
  readonly now: Date;
}

/** The ticket of a device that takes notes, or a new one. The device is locked. */
export async function findTicket(
  trx: Trx,
  { systemId, deviceId, isApart, askedBy, now }: Wanted,
): Promise<{ ticketId: string; isNew: boolean }> {
  const { rows } = await sql<{ id: string }>`
    select ticket_id as id from ticket
    where device_id = ${deviceId} and system_id = ${systemId} and state in ('requested', 'open', 'pending', 'planned')
    order by asked_at desc limit 1`.execute(trx);
  const [known] = rows;
  if (known !== undefined && !isApart) return { ticketId: known.id, isNew: false };
  const ticketId = newId();
  await sql`
    insert into ticket (ticket_id, system_id, device_id, serial, state, asked_by, asked_at, waiting_since)
    select ${ticketId}, ${systemId}, device_id, serial, 'requested', ${askedBy}::uuid, ${now}::timestamptz, ${now}::timestamptz
    from device where device_id = ${deviceId}`.execute(trx);
  return { ticketId, isNew: true };
}

interface Link {
  readonly entityId: string;
  readonly conditionId: string;
  readonly ticketId: string;
}

/** Notes which ticket has these conditions from now on. */
export async function linkConditions(trx: Trx, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  await sql`
    insert into ticket_condition (device_id, condition_id, ticket_id, is_live)
    select device_id, condition_id, ticket_id, true from unnest(${links.map(({ entityId }) => entityId)}::uuid[],
      ${links.map(({ conditionId }) => conditionId)}::uuid[], ${links.map(({ ticketId }) => ticketId)}::uuid[])
      as link(device_id, condition_id, ticket_id)
    on conflict (device_id, condition_id, ticket_id) do update set is_live = true`.execute(trx);
}
