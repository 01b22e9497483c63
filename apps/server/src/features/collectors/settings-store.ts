import type { EffectiveSettings } from '@platen/contract/remote-settings';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { collectorManagedBy } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { type RemoteOffRow, remoteOffColumn } from './remote-off.ts';
import type { StatusHead } from './status-store.ts';

type Db = Kysely<Database>;

/** When the secret of a credential was sealed, and by which user. */
export type SealedNotes = Readonly<Record<string, { readonly at: string; readonly by: string }>>;

export interface SettingsRow {
  readonly name: string;
  readonly version: number;
  readonly document: string | null;
  readonly hash: string | null;
  readonly changedAt: Date | null;
  readonly changedBy: string | null;
  readonly sealed: SealedNotes;
  readonly effective: EffectiveSettings | null;
  readonly effectiveAt: Date | null;
  readonly remote: StatusHead['remote'] | null;
  readonly remoteOff: RemoteOffRow | null;
  readonly encryptionKey: Buffer | null;
}

/**
 * Settings of a collector that the user manages; undefined: there is none of this id. `lock`: to change
 * them.
 */
export async function readSettingsRow(
  db: Db,
  user: SignedInUser,
  collectorId: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select c.name, coalesce(w.version, 0) as version, w.document, w.hash, w.changed_at as "changedAt",
      w.changed_by as "changedBy", coalesce(w.sealed, '{}') as sealed, w.effective, w.effective_at as "effectiveAt",
      s.head -> 'remote' as remote, ${remoteOffColumn} as "remoteOff", e.encryption_key as "encryptionKey"
    from collector c left join collector_settings w using (collector_id)
    left join collector_status s using (collector_id) left join collector_enrolment e using (collector_id)
    where c.collector_id = ${collectorId} and ${collectorManagedBy(user)}
    ${lock ? sql`for update of c` : sql``}`.execute(db);
  return rows[0];
}

/** Names of users by id; of erased ones the mark (GE-17). */
export async function readNames(db: Db, ids: readonly string[]): Promise<(id: string) => string> {
  const { rows } = await sql<{ id: string; name: string }>`
    select user_id as id, name from app_user where user_id = any(${[...new Set(ids)]}::uuid[])`.execute(db);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? `erased-${id}`;
}

export interface Wanted {
  readonly version: number;
  readonly document: string;
  readonly hash: string;
  readonly sealed: SealedNotes;
  readonly changedAt: Date;
  readonly changedBy: string;
}

export async function writeWanted(trx: Transaction<Database>, collectorId: string, wanted: Wanted): Promise<void> {
  const values = {
    version: wanted.version,
    document: wanted.document,
    hash: wanted.hash,
    sealed: JSON.stringify(wanted.sealed),
    changed_at: wanted.changedAt,
    changed_by: wanted.changedBy,
  };
  await trx
    .insertInto('collector_settings')
    .values({
      collector_id: collectorId,
      ...values,
      effective: null,
      effective_hash: null,
      effective_at: null,
    })
    .onConflict((conflict) => conflict.column('collector_id').doUpdateSet(values))
    .execute();
}

/** What the collector fetches; undefined: nothing is wanted, or the customer has switched remote work off. */
export async function readWanted(
  db: Db,
  collectorId: string,
): Promise<{ number: number; hash: string; text: string } | undefined> {
  const { rows } = await sql<{ number: number; hash: string; text: string }>`
    select w.version as number, w.hash, w.document as text
    from collector_settings w join collector c using (collector_id)
    where w.collector_id = ${collectorId} and w.hash is not null and c.remote_off_at is null`.execute(db);
  return rows[0];
}

/**
 * Stores the settings in force under the hash that the newest status named. Without such a status: nothing.
 */
export async function storeEffective(db: Db, collectorId: string, effective: EffectiveSettings, now: Date) {
  await sql`
    insert into collector_settings as w (collector_id, effective, effective_hash, effective_at)
    select collector_id, ${JSON.stringify(effective)}::jsonb, head -> 'remote' ->> 'effective', ${now}
    from collector_status where collector_id = ${collectorId} and head -> 'remote' ->> 'effective' is not null
    on conflict (collector_id) do update set effective = excluded.effective,
      effective_hash = excluded.effective_hash, effective_at = excluded.effective_at`.execute(db);
}

/** The collector no longer shows its settings (CF-10). */
export async function forgetEffective(db: Db, collectorId: string): Promise<void> {
  await sql`update collector_settings set effective = null, effective_hash = null, effective_at = null
    where collector_id = ${collectorId}`.execute(db);
}
