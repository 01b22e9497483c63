import { confirmWithinHours, handedOverByRule } from '@platen/contract/ticket-names';
import type { HandOverRule, TicketSystemForm } from '@platen/contract/tickets';
import { type Priority, priorities } from '@platen/contract/worklist-names';
import { classOf } from '@platen/diagnosis/conditions/rank';
import { type DaysOff, quietUntil } from '@platen/diagnosis/delivery/times';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { recordChange } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import { inTransaction } from '../store/transactions.ts';
import { lockEntities } from '../worklist/evaluate-entities.ts';
import { readOrganisation, toDaysOff } from '../worklist/organisation.ts';
import { addNotice } from '../worklist/outbox/add-notice.ts';
import { addTicketMessage, touchConditions } from '../worklist/outbox/add-ticket.ts';
import { findTicket, linkConditions } from '../worklist/outbox/link-tickets.ts';
import { findFallbacksOf, findOwnChannels } from '../worklist/outbox/notice-channels.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

/** Devices that one round hands over; the others follow in the next one. */
const devicesARound = 200;

interface System {
  readonly systemId: string;
  readonly rules: readonly HandOverRule[];
  readonly zone: string;
  readonly organisationId: string;
}

interface Candidate {
  readonly conditionId: string;
  readonly entityId: string;
  readonly points: number;
  readonly rulePriority: Priority | 'computed' | null;
}

/**
 * Hands over what the rules of ticket systems take (TK-05), device by device, and returns the number of
 * devices. A judgement is never among it: its source is not one of those that rules take (XC-01). What once
 * had a ticket is left to people.
 */
export async function handOverDue(db: Db, now: Date): Promise<number> {
  const systems = await readSystemsWithRules(db);
  if (systems.length === 0) return 0;
  let count = 0;
  for (const system of systems) {
    const off = toDaysOff(await readOrganisation(db, system.organisationId));
    for (const rule of system.rules) {
      if (isQuiet(rule, system.zone, off, now)) continue;
      const devices = new Set((await readCandidates(db, rule, now)).map(({ entityId }) => entityId));
      for (const deviceId of [...devices].slice(0, devicesARound))
        if (await inTransaction(db, (trx) => handOverDevice(trx, system, { deviceId, rule, now }))) count += 1;
    }
  }
  return count;
}

async function readSystemsWithRules(db: Db): Promise<readonly System[]> {
  const { rows } = await sql<System>`
    select s.system_id as "systemId", s.form -> 'rules' as rules, c.zone, s.organisation_id as "organisationId"
    from ticket_system s join channel c using (channel_id)
    where s.deleted_at is null and c.deleted_at is null and c.state in ('active', 'failing')
      and jsonb_array_length(s.form -> 'rules') > 0
    order by s.system_id`.execute(db);
  return rows;
}

const isQuiet = ({ quiet }: Pick<TicketSystemForm['rules'][number], 'quiet'>, zone: string, off: DaysOff, now: Date) =>
  quiet !== null && quietUntil({ ...quiet, isReallyQuiet: true }, zone, off, now.getTime()) !== null;

async function readCandidates(
  db: Db,
  { scope, kinds, leastPriority, delayMinutes }: HandOverRule,
  now: Date,
  deviceId?: string,
): Promise<readonly Candidate[]> {
  const { rows } = await sql<Candidate>`
    select c.condition_id as "conditionId", c.entity_id as "entityId", c.points, c.facts #>> '{rule,priority}' as "rulePriority"
    from condition c join device d on d.device_id = c.entity_id
    where c.work in ('open', 'acknowledged') and c.source = any(${[...handedOverByRule]}::text[]) and c.inhibited_by is null
      and c.opened_at <= ${now}::timestamptz - ${delayMinutes} * interval '1 minute' and d.held_by is null
      and (${kinds === undefined}::boolean or c.kind = any(${kinds ?? []}::text[]))
      and (${scope.customerNumbers === undefined}::boolean or d.customer_number = any(${scope.customerNumbers ?? []}::text[]))
      and (${scope.groupIds === undefined}::boolean or d.group_ids && ${scope.groupIds ?? []}::int[])
      and (${deviceId === undefined}::boolean or c.entity_id = ${deviceId ?? null}::uuid)
      and not exists (select from ticket_condition tc where tc.device_id = c.entity_id and tc.condition_id = c.condition_id)
    order by c.opened_at, c.condition_id`.execute(db);
  const least = priorities.indexOf(leastPriority);
  return rows.filter((one) => priorities.indexOf(classOfCandidate(one)) <= least);
}

/** As machines see it: of the condition alone, since the class of the row may rest on a judgement. */
const classOfCandidate = ({ points, rulePriority }: Candidate): Priority =>
  rulePriority === null || rulePriority === 'computed' ? classOf(points) : rulePriority;

async function handOverDevice(
  trx: Trx,
  { systemId }: System,
  { deviceId, rule, now }: { deviceId: string; rule: HandOverRule; now: Date },
): Promise<boolean> {
  await lockEntities(trx, [deviceId]);
  // Another server or a person may have been first.
  const left = await readCandidates(trx, rule, now, deviceId);
  if (left.length === 0) return false;
  const { ticketId, isNew } = await findTicket(trx, { systemId, deviceId, isApart: false, askedBy: null, now });
  await linkConditions(
    trx,
    left.map((one) => ({ ...one, ticketId })),
  );
  for (const { conditionId } of left)
    await trx
      .insertInto('condition_event')
      .values({
        entity_id: deviceId,
        event_id: newId(),
        condition_id: conditionId,
        at: now,
        user_id: null,
        action_id: null,
        change: 'handOverByRule',
        work_from: null,
        work_to: null,
        detail: JSON.stringify({ ticketId }),
        undone_by: null,
      })
      .execute();
  await addTicketMessage(trx, { ticketId, change: isNew ? 'requested' : 'added' }, now);
  await touchConditions(trx, ticketId);
  await recordChange(trx, {
    actor: 'server',
    action: 'worklist handOver',
    subject: `ticket:${ticketId}`,
    detail: { device: deviceId, conditions: left.map(({ conditionId }) => conditionId) },
  });
  return true;
}

/**
 * Notifies the maker of a system, else the fallback channel, once of each ticket that was not answered within
 * a day (TK-11). Returns the number of tickets.
 */
export const noteNotConfirmed = (db: Db, now: Date): Promise<number> =>
  inTransaction(db, async (trx) => {
    const { rows } = await sql<{
      deviceId: string;
      serial: string | null;
      system: string;
      madeBy: string | null;
      since: Date;
    }>`
      with late as (
        select ticket_id from ticket
        where not_confirmed_at is null and waiting_since <= ${now}::timestamptz - ${sql.lit(`${confirmWithinHours} hours`)}::interval
        order by waiting_since limit 500 for update skip locked
      )
      update ticket t set not_confirmed_at = ${now}::timestamptz from late, ticket_system s
      where t.ticket_id = late.ticket_id and s.system_id = t.system_id
      returning t.device_id as "deviceId", t.serial, s.name as system, s.made_by as "madeBy", t.waiting_since as since`.execute(
      trx,
    );
    if (rows.length === 0) return 0;
    const own = await findOwnChannels(trx, [...new Set(rows.flatMap(({ madeBy }) => madeBy ?? []))]);
    const fallbacks = await findFallbacksOf(
      trx,
      rows.map(({ deviceId }) => deviceId),
    );
    for (const { deviceId, serial, system, madeBy, since } of rows) {
      const channelId = (madeBy === null ? undefined : own.get(madeBy)) ?? fallbacks.get(deviceId);
      if (channelId === undefined) continue;
      const content = { kind: 'ticketNotConfirmed', system, serial, rowId: deviceId, since: since.toISOString() };
      await addNotice(trx, { channelId, kind: 'ticketNotConfirmed', content }, now);
    }
    return rows.length;
  });
