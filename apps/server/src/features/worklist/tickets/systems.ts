import type { BodyOf } from '@platen/contract/endpoint';
import { can } from '@platen/contract/rights';
import { mostTicketSystems } from '@platen/contract/ticket-names';
import type { changeTicketSystem as changeCall, TicketSystem, TicketSystemForm } from '@platen/contract/tickets';
import type { Person } from '@platen/contract/worklist-item';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../../base/errors.ts';
import type { Caller, SignedInUser } from '../../../identity/signed-in-user.ts';
import { managesTicketSystems, visibleTo } from '../../../identity/visibility.ts';
import { recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import { sqlPerson } from '../../../store/person-of.ts';
import { readOrganisation } from '../../../worklist/organisation.ts';
import { isNotConfirmed } from '../../../worklist/ticket-marks.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;

interface Row extends Omit<TicketSystem, 'channel' | 'madeAt' | 'lastAnswerAt' | 'own' | keyof TicketSystemForm> {
  readonly name: string;
  readonly channelId: string;
  readonly form: Omit<TicketSystemForm, 'name' | 'channelId'>;
  readonly channelKind: TicketSystem['channel']['kind'];
  readonly channelName: string;
  readonly channelState: TicketSystem['channel']['state'];
  readonly madeAt: Date;
  readonly lastAnswerAt: Date | null;
}

/** Systems to which this user may hand over, with counts of what the user sees; rules only for managers. */
export async function readSystems(
  db: Db,
  user: SignedInUser,
  which: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<TicketSystem[]> {
  if (!can(user, 'actOnWorklist') && !can(user, 'manageDelivery')) return [];
  const { rows } = await sql<Row>`
    select s.system_id as "systemId", s.name, s.channel_id as "channelId", s.form, c.kind as "channelKind", c.name as "channelName",
      case when c.deleted_at is null then c.state else 'disabled' end as "channelState", s.made_at as "madeAt", s.version,
      case when u.user_id is not null then json_build_object('userId', u.user_id, 'name', u.name) end as "madeBy",
      count(t.ticket_id) filter (where t.state in ('requested', 'open', 'pending', 'planned', 'solved'))::int as live,
      count(t.ticket_id) filter (where ${isNotConfirmed})::int as "notConfirmed", max(t.last_in_at) as "lastAnswerAt"
    from ticket_system s join channel c using (channel_id) left join app_user u on u.user_id = s.made_by
      left join (ticket t join device d on d.device_id = t.device_id and ${visibleTo(user)}) on t.system_id = s.system_id
    where s.deleted_at is null and ${which}
    group by s.system_id, c.channel_id, u.user_id
    order by lower(s.name), s.system_id`.execute(db);
  const own = managesTicketSystems(user);
  return rows.map(({ form, channelKind, channelName, channelState, ...row }) => ({
    ...row,
    ...form,
    rules: own ? form.rules : [],
    channel: { kind: channelKind, name: channelName, state: channelState },
    lastAnswerAt: row.lastAnswerAt?.toISOString() ?? null,
    madeAt: row.madeAt.toISOString(),
    own,
  }));
}

/** A system that is connected; one that is not is refused as unknown (GE-05). */
export async function readSystem(db: Db, user: SignedInUser, systemId: string): Promise<TicketSystem> {
  const [found] = await readSystems(db, user, sql<boolean>`s.system_id = ${systemId}`);
  if (found === undefined) throw new Refusal(204001, 'there is no ticket system with this id');
  return found;
}

/** Connects a system. Refuses 202004 beyond the limit, and 202001 for a way that only people read. */
export async function addSystem(trx: Trx, caller: Caller, form: TicketSystemForm): Promise<TicketSystem> {
  const { user } = caller;
  requireManager(user);
  await checkChannel(trx, form.channelId);
  const { organisationId } = await readOrganisation(trx);
  // Two calls at once must not pass the limit together.
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from ticket_system where deleted_at is null`.execute(trx);
  if ((rows[0]?.n ?? 0) >= mostTicketSystems) throw new Refusal(202004, `ticket systems: at most ${mostTicketSystems}`);
  const systemId = newId();
  const { name, channelId, ...rest } = form;
  await trx
    .insertInto('ticket_system')
    .values({
      system_id: systemId,
      organisation_id: organisationId,
      channel_id: channelId,
      name,
      form: JSON.stringify(rest),
      made_by: user.userId,
    })
    .execute();
  await note(trx, caller, 'add', systemId, { after: form });
  return await readSystem(trx, user, systemId);
}

/** Changes a system. Refuses 202002 with the present one where another version was meant (GE-06). */
export async function changeSystem(
  trx: Trx,
  caller: Caller,
  systemId: string,
  { version, ...form }: BodyOf<typeof changeCall>,
): Promise<TicketSystem> {
  const before = await lockSystem(trx, caller.user, systemId, version);
  if (form.channelId !== before.channelId) await checkChannel(trx, form.channelId);
  const { name, channelId, ...rest } = form;
  await sql`
    update ticket_system set name = ${name}, channel_id = ${channelId}, form = ${JSON.stringify(rest)}::jsonb, version = version + 1,
      changed_by = ${caller.user.userId}, changed_in = version + 1
    where system_id = ${systemId}`.execute(trx);
  await note(trx, caller, 'change', systemId, { before: toForm(before), after: form });
  return await readSystem(trx, caller.user, systemId);
}

/** Disconnects a system: its tickets end, and their conditions can be handed over elsewhere. */
export async function removeSystem(trx: Trx, caller: Caller, systemId: string, version: number): Promise<void> {
  const before = await lockSystem(trx, caller.user, systemId, version);
  await sql`update ticket_system set deleted_at = ${caller.now}, version = version + 1 where system_id = ${systemId}`.execute(
    trx,
  );
  await sql`
    update ticket_condition tc set is_live = false from ticket t where t.ticket_id = tc.ticket_id and t.system_id = ${systemId}`.execute(
    trx,
  );
  await sql`
    update ticket set state = 'closed', waiting_since = null
    where system_id = ${systemId} and state not in ('closed', 'rejected', 'failed')`.execute(trx);
  await note(trx, caller, 'remove', systemId, { before: toForm(before) });
}

async function lockSystem(trx: Trx, user: SignedInUser, systemId: string, version: number): Promise<TicketSystem> {
  await sql`select 1 from ticket_system where system_id = ${systemId} for update`.execute(trx);
  const before = await readSystem(trx, user, systemId);
  requireManager(user);
  if (before.version !== version) {
    const { rows } = await sql<{ person: Person | null }>`
      select case when changed_in = version then ${sqlPerson('changed_by')} end as person
      from ticket_system where system_id = ${systemId}`.execute(trx);
    throw new Refusal(202002, 'the ticket system was changed meanwhile', {
      body: { current: before, changedBy: rows[0]?.person ?? null },
    });
  }
  return before;
}

function requireManager(user: SignedInUser): void {
  if (!managesTicketSystems(user))
    throw new Refusal(200002, 'ticket systems need the right to manage delivery, and to see every device');
}

async function checkChannel(trx: Trx, channelId: string): Promise<void> {
  const { rows } = await sql<{ kind: string }>`
    select c.kind from channel c join organisation o on o.organisation_id = c.organisation_id
    where channel_id = ${channelId} and owner_id is null and deleted_at is null and o.kind = 'operator'`.execute(trx);
  const kind = rows[0]?.kind;
  if (kind !== 'webhook' && kind !== 'mail')
    throw new Refusal(202001, 'body.channelId: expected a webhook or mail channel of the organisation');
}

const toForm = ({ name, channelId, withNetworkAddress, effects, rules }: TicketSystem): TicketSystemForm => ({
  name,
  channelId,
  withNetworkAddress,
  effects,
  rules,
});

const note = (trx: Trx, { user }: Caller, action: string, systemId: string, detail: object) =>
  recordChange(trx, {
    actor: user,
    action: `ticket systems ${action}`,
    subject: `ticketSystem:${systemId}`,
    detail: { ...detail },
  });
