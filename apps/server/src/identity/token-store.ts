import { hash } from 'node:crypto';
import { can } from '@platen/contract/rights';
import { rightOfScope, type TokenScope, tokenScopes } from '@platen/contract/token-scopes';
import { sql } from 'kysely';
import { challenge, readBearer } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import { recordChange } from '../store/audit.ts';
import type { Connection } from '../store/database.ts';
import { runPrepared } from '../store/statement.ts';
import { hashApiToken, isFrom, isWellFormed } from './api-token.ts';
import { readOrganisationUser } from './organisation-user.ts';
import type { SignedInUser } from './signed-in-user.ts';
import type { TokenCalls } from './token-calls.ts';

/** Who calls with an API token. */
export interface TokenUser {
  readonly tokenId: string;
  /** Its scopes, without those whose right its maker no longer has (OA-31). */
  readonly scopes: ReadonlySet<TokenScope>;
  /** Made for the organisation: the terms that its maker agreed to do not count. */
  readonly ofOrganisation: boolean;
  /** Its maker; of a token of the organisation a user who sees all devices. Acts in the token's own name. */
  readonly user: SignedInUser;
}

export interface TokenStore {
  /**
   * The token of `authorization: Bearer plt_…`, called with from this address. Refuses 201001 after its end,
   * 201002 if it is unknown or revoked, 201003 from another address, 201005 if it is malformed, and 200002 if
   * its maker was closed.
   */
  find(authorization: string | undefined, address: string): Promise<TokenUser>;
  /** Forgets what is cached of tokens. */
  forget(): void;
}

interface TokenRow {
  readonly tokenId: string;
  readonly scopes: readonly string[];
  readonly madeBy: string;
  readonly ofOrganisation: boolean;
  readonly organisationId: string | null;
  readonly addresses: readonly string[];
  readonly endsAt: Date;
  readonly isRevoked: boolean;
}

/** What is remembered of a token between calls. */
interface Known {
  readonly at: number;
  readonly row: TokenRow;
  readonly found: TokenUser;
}

/** Revoking takes effect within 3 s on all servers (OA-31), its time in the database included. */
const cachedMs = 2000;
const manyTokens = 2000;
const hourMs = 3_600_000;

/**
 * Looks tokens up and caches each for a moment. `readUser` reads the maker of one; it refuses 200002 if they
 * were closed. `calls` counts what is accepted.
 */
export function createTokenStore(
  store: Pick<Connection, 'db' | 'pool'>,
  readUser: (userId: string) => Promise<SignedInUser>,
  calls?: Pick<TokenCalls, 'count'>,
  now: () => number = Date.now,
): TokenStore {
  const known = new Map<string, Known>();
  /** Hour and address of the last use as it was stored, by token. */
  const uses = new Map<string, string>();

  const read = async (token: string): Promise<Known> => {
    const at = now();
    const row = await readToken(store, token);
    if (row === undefined || row.isRevoked)
      throw new Refusal(201002, 'this API token is not known or was revoked', challenge('invalid_token'));
    return { at, row, found: await toTokenUser(store, row, readUser) };
  };

  const noteUse = async (found: TokenUser, address: string): Promise<void> => {
    const { tokenId } = found;
    const hour = Math.floor(now() / hourMs) * hourMs;
    const use = `${hour} ${address}`;
    if (uses.get(tokenId) === use) return;
    if (uses.size >= manyTokens) uses.clear();
    uses.set(tokenId, use);
    await writeUse(store, found, { hour: new Date(hour), address, at: new Date(now()) });
  };

  return {
    forget: () => known.clear(),
    async find(authorization, address) {
      const token = readBearer(authorization);
      if (!isWellFormed(token)) throw new Refusal(201005, 'this API token is malformed', challenge('invalid_token'));
      const key = hash('sha256', token, 'base64url');
      const stored = known.get(key);
      const age = stored === undefined ? Number.POSITIVE_INFINITY : now() - stored.at;
      if (known.size >= manyTokens) known.clear();
      if (age < 0 || age >= cachedMs) known.delete(key);
      const { row, found } = known.get(key) ?? (await read(token));
      if (!known.has(key)) known.set(key, { at: now(), row, found });
      if (row.endsAt.getTime() <= now())
        throw new Refusal(201001, 'this API token has ended', challenge('invalid_token'));
      if (!isFrom(address, row.addresses))
        throw new Refusal(201003, 'this API token is not accepted from this address', challenge('invalid_token'));
      await noteUse(found, address);
      calls?.count(row.tokenId);
      return found;
    },
  };
}

async function readToken(store: Pick<Connection, 'pool'>, token: string): Promise<TokenRow | undefined> {
  const [row] = await runPrepared(
    store,
    'find-api-token',
    sql<TokenRow>`
      select token_id as "tokenId", scopes, made_by as "madeBy", of_organisation as "ofOrganisation", organisation_id as "organisationId", addresses,
             ends_at as "endsAt", revoked_at is not null as "isRevoked"
        from api_token where hash = ${hashApiToken(token)}`,
  );
  return row;
}

async function toTokenUser(
  store: Pick<Connection, 'db'>,
  row: TokenRow,
  readUser: (userId: string) => Promise<SignedInUser>,
): Promise<TokenUser> {
  const { tokenId, ofOrganisation } = row;
  const maker = ofOrganisation ? await readTokenOrganisation(store, row) : await readUser(row.madeBy);
  const scopes = tokenScopes.filter((scope) => {
    const right = rightOfScope[scope];
    return row.scopes.includes(scope) && (right === null || can(maker, right));
  });
  return {
    tokenId,
    ofOrganisation,
    scopes: new Set(scopes),
    user: { ...maker, subject: `token:${tokenId}`, tokenId },
  };
}

/** A token of an organisation sees what that sees, whatever became of its maker. */
async function readTokenOrganisation(
  { db }: Pick<Connection, 'db'>,
  { madeBy, organisationId }: TokenRow,
): Promise<SignedInUser> {
  const user = await readOrganisationUser(db, organisationId);
  if (!user.seesAll) return { ...user, userId: madeBy, subject: '', agreedTermsVersion: '' };
  const { rows: groups } = await sql<SignedInUser['groups'][number]>`
    select group_id as "groupId", name from device_group order by name, group_id`.execute(db);
  return {
    userId: madeBy,
    subject: '',
    name: '',
    role: 'service',
    seesAll: true,
    groups,
    agreedTermsVersion: '',
  };
}

/** By hour and address (OA-30); several servers may write the same. A new address is an entry (OA-52). */
async function writeUse(
  { db }: Pick<Connection, 'db'>,
  { tokenId, user }: TokenUser,
  { hour, address, at }: { hour: Date; address: string; at: Date },
): Promise<void> {
  await sql`
    update api_token
       set used_at = greatest(used_at, ${hour}), used_from = ${address},
           used_from_since = case when used_from = ${address} then used_from_since else ${at} end
     where token_id = ${tokenId}
       and (used_at is null or used_at < ${hour} or used_from is distinct from ${address})`.execute(db);
  const subject = `token:${tokenId}`;
  const { rows } = await sql`
    select from audit_entry
    where subject = ${subject} and action = ${newAddress} and detail->>'address' = ${address} limit 1`.execute(db);
  if (rows.length > 0) return;
  await recordChange(db, { actor: { ...user, tokenId }, action: newAddress, subject, detail: { address } });
}

const newAddress = 'tokens newAddress';
