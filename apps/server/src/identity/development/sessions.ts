import { type RawBuilder, sql } from 'kysely';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Connection } from '../../store/database.ts';

/** What the provider keeps, and a way to end all of one account. */
export interface StoredSessions {
  readonly adapter: (kind: string) => Adapter;
  /** Ends sessions, grants, codes and refresh tokens of an account. */
  readonly endOf: (subject: string) => Promise<void>;
}

/** Rows that stay at most, the newest: anybody may begin to sign in. */
const manyEntries = 20_000;
const tidyEveryMs = 60_000;
/**
 * A refresh token may be used again so long after its first use: a page that is reloaded while it is renewed
 * has no other one (decision 0922). Seconds.
 */
const graceSeconds = 30;

/**
 * Sessions, codes and refresh tokens of the development sign-in, in the database: each of several servers
 * knows them, and people stay signed in over a restart. A code or refresh token is used up for all servers at
 * once. Rows past their end go while others are written.
 */
export function createStoredSessions({ db }: Pick<Connection, 'db'>, now: () => number = Date.now): StoredSessions {
  const state = { tidiedAt: 0 };
  const tidy = async (): Promise<void> => {
    if (now() - state.tidiedAt < tidyEveryMs) return;
    state.tidiedAt = now();
    await sql`delete from sign_in_state where expires_at <= ${new Date(now())}`.execute(db);
    await sql`
      delete from sign_in_state where (kind, id) in (
        select kind, id from sign_in_state order by expires_at desc nulls first offset ${sql.lit(manyEntries)})`.execute(
      db,
    );
  };
  const find = async (kind: string, where: RawBuilder<boolean>): Promise<AdapterPayload | undefined> => {
    const { rows } = await sql<{ payload: AdapterPayload }>`
      select payload from sign_in_state
      where kind = ${kind} and ${where} and (expires_at is null or expires_at > ${new Date(now())}) limit 1`.execute(
      db,
    );
    return rows[0]?.payload;
  };
  const drop = async (where: RawBuilder<boolean>): Promise<void> => {
    await sql`delete from sign_in_state where ${where}`.execute(db);
  };

  // From the first use on: further ones do not make it longer.
  const isInGrace = ({ consumed }: AdapterPayload): boolean =>
    typeof consumed === 'number' && now() / 1000 - consumed < graceSeconds;

  const adapter = (kind: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      await tidy();
      const expiresAt = expiresIn === undefined ? null : new Date(now() + expiresIn * 1000);
      await sql`
        insert into sign_in_state (kind, id, payload, expires_at)
        values (${kind}, ${id}, ${JSON.stringify(payload)}::jsonb, ${expiresAt})
        on conflict (kind, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`.execute(db);
    },
    find: async (id) => {
      const payload = await find(kind, sql<boolean>`id = ${id}`);
      if (kind !== 'RefreshToken' || payload === undefined || !isInGrace(payload)) return payload;
      const { consumed: _consumed, ...usable } = payload;
      return usable;
    },
    findByUid: (uid) => find(kind, sql<boolean>`payload ->> 'uid' = ${uid}`),
    findByUserCode: (code) => find(kind, sql<boolean>`payload ->> 'userCode' = ${code}`),
    consume: async (id) => {
      await sql`
        update sign_in_state set payload = payload || jsonb_build_object('consumed', ${Math.floor(now() / 1000)}::bigint)
        where kind = ${kind} and id = ${id} and not payload ? 'consumed'`.execute(db);
    },
    destroy: (id) => drop(sql<boolean>`kind = ${kind} and id = ${id}`),
    revokeByGrantId: (grantId) => drop(sql<boolean>`payload ->> 'grantId' = ${grantId}`),
  });
  return { adapter, endOf: (subject) => drop(sql<boolean>`payload ->> 'accountId' = ${subject}`) };
}
