import {
  type CollectorCommand,
  type CommandKind,
  type CommandState,
  commandLimits,
  type ShownCommand,
} from '@platen/contract/collector-commands';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorManagedBy } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;

/** Name of the user who asked; of an erased one the mark (GE-17). */
const askedBy = sql<string>`coalesce((select u.name from app_user u where u.user_id = k.asked_by), 'erased-' || k.asked_by)`;

/** Commands that wait for the collector, the oldest first; they count as fetched from now on. */
export async function handOutCommands(db: Db, collectorId: string, now: Date): Promise<CollectorCommand[]> {
  const { rows } = await sql<CollectorCommand & { askedAt: Date }>`
    update collector_command k set fetched_at = coalesce(k.fetched_at, ${now})
    where k.collector_id = ${collectorId} and k.ended_at is null and k.valid_until > ${now}::timestamptz
      and exists (select from collector c where c.collector_id = k.collector_id and c.remote_off_at is null)
    returning k.command_id as id, k.kind, k.addresses, k.reason, ${askedBy} as by, k.asked_at as "askedAt"`.execute(db);
  return rows
    .toSorted((a, b) => a.askedAt.getTime() - b.askedAt.getTime())
    .map(({ id, kind, addresses, reason, by }) => ({ id, kind, addresses, reason, by }));
}

/**
 * Ends all commands that wait or are under way: the customer has switched remote work off. What a collector
 * sends of them later is not stored.
 */
export async function refuseCommands(db: Db, collectorId: string, reason: string, now: Date): Promise<void> {
  await sql`update collector_command set ended_at = ${now}, outcome = 'refused', result = ${reason}
    where collector_id = ${collectorId} and ended_at is null and valid_until > ${now}::timestamptz`.execute(db);
}

/** Stores what came of a command, once; later ones and those of other collectors change nothing. */
export async function storeResult(
  db: Db,
  collectorId: string,
  { id, state, text }: { readonly id: string; readonly state: 'done' | 'failed' | 'refused'; readonly text: string },
  now: Date,
): Promise<void> {
  await sql`update collector_command set ended_at = ${now}, outcome = ${state}, result = ${text}
    where collector_id = ${collectorId} and command_id = ${id} and ended_at is null and fetched_at is not null`.execute(
    db,
  );
}

interface CommandRow {
  readonly commandId: string;
  readonly kind: CommandKind;
  readonly addresses: string[];
  readonly reason: string;
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly validUntil: Date;
  readonly fetchedAt: Date | null;
  readonly endedAt: Date | null;
  readonly outcome: 'done' | 'failed' | 'refused' | null;
  readonly size: number | null;
  readonly text: string | null;
}

/** Commands of a collector that the user manages, the newest first; `command`: this one, with its result. */
export async function readCommands(
  db: Db,
  user: SignedInUser,
  collectorId: string,
  now: Date,
  command?: string,
): Promise<{ readonly shown: ShownCommand; readonly text: string | null }[]> {
  const text: RawBuilder<string | null> = command === undefined ? sql`null::text` : sql`k.result`;
  const { rows } = await sql<CommandRow>`
    select k.command_id as "commandId", k.kind, k.addresses, k.reason, ${askedBy} as "askedBy",
      k.asked_at as "askedAt", k.valid_until as "validUntil", k.fetched_at as "fetchedAt", k.ended_at as "endedAt",
      k.outcome, octet_length(k.result) as size, ${text} as text
    from collector_command k join collector c using (collector_id)
    where k.collector_id = ${collectorId} and ${collectorManagedBy(user)}
      and k.asked_at > ${now}::timestamptz - ${sql.lit(commandLimits.storedDays)} * interval '1 day'
      ${command === undefined ? sql`` : sql`and k.command_id = ${command}`}
    order by k.asked_at desc limit 200`.execute(db);
  return rows.map((row) => ({ shown: toCommand(row, now), text: row.text }));
}

function toCommand(found: CommandRow, now: Date): ShownCommand {
  const { fetchedAt, outcome, text: _, ...row } = found;
  const state: CommandState =
    outcome ?? (row.validUntil <= now ? 'expired' : fetchedAt === null ? 'waiting' : 'fetched');
  return {
    ...row,
    askedAt: row.askedAt.toISOString(),
    validUntil: row.validUntil.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    state,
  };
}
