import type { CollectorState } from '@platen/contract/collectors';
import type { RemoteLevel } from '@platen/contract/enrolment';
import type { EffectiveSettings } from '@platen/contract/remote-settings';
import { type RemoteAction, type SiteCollector, shownActions } from '@platen/contract/site-collectors';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorOverseenBy, isSharedCollector } from '../../identity/visibility.ts';
import { lastContact } from '../../status/status-values.ts';
import type { Database } from '../../store/database.ts';
import { type RemoteOffRow, remoteOffColumn, toRemoteOff } from './remote-off.ts';
import { toStateColumn } from './store.ts';

type Db = Kysely<Database>;

interface HeadRow {
  readonly collectorId: string;
  readonly name: string;
  readonly organisation: string;
  readonly state: CollectorState;
  readonly lastContactAt: Date | null;
  readonly level: RemoteLevel | null;
  readonly remoteOff: RemoteOffRow | null;
}

const columns = (now: Date) => sql`c.collector_id as "collectorId", c.name, g.name as organisation,
  ${toStateColumn(now)} as state, ${lastContact} as "lastContactAt", s.head -> 'remote' ->> 'level' as level,
  ${remoteOffColumn} as "remoteOff"`;
const tables = sql`from collector c join collector_enrolment e using (collector_id)
  join organisation g on g.organisation_id = e.organisation_id left join collector_status s using (collector_id)`;

export const toSiteCollector = ({ level, remoteOff, lastContactAt, ...row }: HeadRow): SiteCollector => ({
  collectorId: row.collectorId,
  name: row.name,
  organisation: row.organisation,
  state: row.state,
  lastContactAt: lastContactAt?.toISOString() ?? null,
  remote: { level, off: toRemoteOff(remoteOff) },
});

/** A page of the collectors that a customer's user sees, and how many there are. */
export async function readSitePage(
  db: Db,
  user: SignedInUser,
  now: Date,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ collectors: SiteCollector[]; hasMore: boolean; total: number }> {
  const [page, count] = await Promise.all([
    sql<HeadRow>`select * from (select ${columns(now)} ${tables} where ${collectorOverseenBy(user)}) found
      order by state = 'revoked', state <> 'silent', name, "collectorId" limit ${limit + 1} offset ${offset}`.execute(
      db,
    ),
    sql<{ n: number }>`select count(*)::int as n ${tables} where ${collectorOverseenBy(user)}`.execute(db),
  ]);
  return {
    collectors: page.rows.slice(0, limit).map(toSiteCollector),
    hasMore: page.rows.length > limit,
    total: count.rows[0]?.n ?? 0,
  };
}

export interface SheetRow extends HeadRow {
  readonly version: string | null;
  readonly host: string | null;
  readonly isShared: boolean;
  readonly commands: string[];
  readonly effective: EffectiveSettings | null;
}

/** One of them; undefined: there is none of this id that the user sees. */
export async function readSheetRow(
  db: Db,
  user: SignedInUser,
  collectorId: string,
  now: Date,
): Promise<SheetRow | undefined> {
  const { rows } = await sql<SheetRow>`
    select ${columns(now)}, c.version, coalesce(e.host, s.head ->> 'host') as host, ${isSharedCollector(user, collectorId)} as "isShared",
      coalesce(s.head -> 'remote' -> 'commands', '[]') as commands, w.effective
    ${tables} left join collector_settings w on w.collector_id = c.collector_id
    where c.collector_id = ${collectorId} and ${collectorOverseenBy(user)}`.execute(db);
  return rows[0];
}

/** Name of one of them, locked to be changed. */
export async function lockOverseen(
  db: Db,
  user: SignedInUser,
  collectorId: string,
): Promise<{ readonly name: string; readonly isOff: boolean } | undefined> {
  const { rows } = await sql<{ name: string; isOff: boolean }>`
    select c.name, c.remote_off_at is not null as "isOff" from collector c
    where c.collector_id = ${collectorId} and ${collectorOverseenBy(user)} for update of c`.execute(db);
  return rows[0];
}

interface ActionRow extends Omit<RemoteAction, 'at'> {
  readonly at: Date;
}

/** What was done with a collector through the portal, the newest first, from the audit. */
export async function readRemoteActions(db: Db, name: string): Promise<RemoteAction[]> {
  const { rows } = await sql<ActionRow>`
    select a.at, coalesce((select u.name from app_user u where u.subject = a.actor), a.actor) as by,
      case a.action when 'collectors settings' then 'settings' when 'collectors command' then 'command'
        when 'collectors remote off' then 'remoteOff' else 'remoteOn' end as kind,
      a.detail ->> 'kind' as command, coalesce(a.detail -> 'addresses', '[]') as addresses
    from audit_entry a where a.subject = ${`collector:${name}`}
      and a.action in ('collectors settings', 'collectors command', 'collectors remote off', 'collectors remote on')
    order by a.at desc, a.audit_id desc limit ${sql.lit(shownActions)}`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
