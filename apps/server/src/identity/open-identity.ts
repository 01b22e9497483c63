import { noAccountDetail } from '@platen/contract/no-account';
import { can, roles } from '@platen/contract/rights';
import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet, createRemoteJWKSet } from 'jose';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import * as z from 'zod/mini';
import { challenge } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import { type Settings, toAuthority } from '../settings/settings.ts';
import type { Connection, Database } from '../store/database.ts';
import { runPrepared } from '../store/statement.ts';
import { isConnectionTrouble } from '../store/transactions.ts';
import { closeDevelopmentUsers, ensureDevelopmentUsers } from './development/accounts.ts';
import { ensureKeys } from './development/keys.ts';
import { createStoredSessions } from './development/sessions.ts';
import type { SignedInUser } from './signed-in-user.ts';
import { createTokenCalls } from './token-calls.ts';
import {
  type ClaimedMail,
  createTokenCheck,
  type TokenCheck,
  type TokenProof,
  toClaimedMail,
  type Verification,
} from './token-check.ts';
import { toTokenRules } from './token-rules.ts';
import { createTokenStore, type TokenStore, type TokenUser } from './token-store.ts';

export interface Identity {
  /** Who calls, by the authorization header. Throws a refusal. */
  authenticate(authorization: string | undefined): Promise<SignedInUser>;
  /** Who calls with an API token, from this address. Throws a refusal. */
  authenticateToken(authorization: string | undefined, address: string): Promise<TokenUser>;
  /** The same user as the store knows it this moment; also for calls that changed the user. */
  refresh(user: SignedInUser): Promise<SignedInUser>;
  /**
   * What a good token proves of its holder, also without an account: with the mail that the token or the
   * identity provider names.
   */
  readProof(authorization: string | undefined): Promise<TokenProof>;
  /** When the user of this token signed in; 0: the identity provider does not say so. */
  readSignIn(authorization: string | undefined): Promise<number>;
  /** Forgets what is cached of users and tokens: their rights may have changed. */
  forget(): void;
  /** Ends what the identity provider keeps of this user's sign-ins, where it is the server's own. */
  endSignIns(user: SignedInUser): Promise<void>;
}

interface IdentityParts {
  readonly checkToken: TokenCheck;
  readonly users: UserStore;
  readonly tokens: TokenStore;
  /** Asks the identity provider for the mail of the user of a token. */
  readonly readMail: (authorization: string | undefined, subject: string) => Promise<ClaimedMail | undefined>;
  readonly endSignIns: (subject: string) => Promise<void>;
}

function createIdentity({ checkToken, users, tokens, readMail, endSignIns }: IdentityParts): Identity {
  return {
    async authenticate(authorization) {
      const { subject, signedInAt } = await checkToken(authorization);
      return users.find(subject, signedInAt);
    },
    authenticateToken: (authorization, address) => tokens.find(authorization, address),
    refresh: (user) => users.refresh(user.subject),
    readProof: async (authorization) => {
      const proof = await checkToken(authorization);
      return proof.mail === undefined ? { ...proof, mail: await readMail(authorization, proof.subject) } : proof;
    },
    readSignIn: async (authorization) => (await checkToken(authorization)).signedInAt,
    forget() {
      users.forget();
      tokens.forget();
    },
    endSignIns: ({ subject }) => endSignIns(subject),
  };
}

const discovery = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.optional(z.url()) });
const timeoutMs = 5000;
/** After a failure the authority is left alone for a moment, so that waiting calls do not pile up on it. */
const pauseMs = 2000;

/**
 * Reads the discovery document of an OpenID Connect authority once it is needed, and keeps it.
 * The issuer is the published one (a B2C authority's differs from its address) unless the settings name
 * another.
 */
export function createAuthority(address: string, issuer: string | undefined): () => Promise<Verification> {
  let known: Promise<Verification> | undefined;
  return () => {
    known ??= readAuthority(address, issuer).catch((error: unknown) => {
      setTimeout(() => {
        known = undefined;
      }, pauseMs).unref();
      throw error;
    });
    return known;
  };
}

async function readAuthority(address: string, issuer: string | undefined): Promise<Verification> {
  const document = await readDocument(`${address}/.well-known/openid-configuration`);
  const parsed = discovery.safeParse(document);
  if (!parsed.success) throw new Refusal(301003, 'the identity provider publishes no usable configuration');
  const keysAddress = new URL(parsed.data.jwks_uri);
  // An attacker who can change the keys in transit can sign tokens.
  if (address.startsWith('https:') && keysAddress.protocol !== 'https:')
    throw new Refusal(301003, 'the identity provider publishes its keys without https');
  const keys = createRemoteJWKSet(keysAddress, {
    timeoutDuration: timeoutMs,
    cooldownDuration: 30_000,
    cacheMaxAge: 600_000,
  });
  return { issuer: issuer ?? parsed.data.issuer, keys, userInfo: parsed.data.userinfo_endpoint };
}

async function readDocument(url: string): Promise<unknown> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (error) {
    throw new Refusal(301001, 'the identity provider cannot be reached', { cause: error });
  }
}

/** The mail that the provider names for a token; undefined: none, or it answers for another subject. */
async function readUserInfo(
  address: string,
  authorization: string | undefined,
  subject: string,
): Promise<ClaimedMail | undefined> {
  const response = await fetch(address, {
    headers: { authorization: authorization ?? '', accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  }).catch((error: unknown) => {
    throw new Refusal(301001, 'the identity provider cannot be reached', { cause: error });
  });
  if (!response.ok) return undefined;
  const claims = z.record(z.string(), z.unknown()).safeParse(await response.json().catch(() => undefined));
  return claims.success && claims.data['sub'] === subject ? toClaimedMail(claims.data) : undefined;
}

interface OpenIdentity {
  readonly identity: Identity;
  /** Adds the development sign-in to the server; does nothing where an authority is set. */
  readonly registerProvider: (app: FastifyInstance) => void;
  /** Stores what is still in memory: the last calls of API tokens. */
  readonly close: () => Promise<void>;
}

/** Sign-in by the settings: the external authority, or without one the development sign-in. */
export async function openIdentity(
  settings: Settings,
  store: Pick<Connection, 'db' | 'pool'>,
  log: Log,
): Promise<OpenIdentity> {
  const rules = toTokenRules(settings);
  const users = createUserStore(store);
  const calls = createTokenCalls(store, log);
  const tokens = createTokenStore(store, (userId) => readUserById(store.db, userId), calls);
  const open = (verification: () => Promise<Verification>, endSignIns: IdentityParts['endSignIns']) =>
    createIdentity({
      checkToken: createTokenCheck({ verification, rules, groupsClaim: settings.groupsClaim }),
      users,
      tokens,
      readMail: async (authorization, subject) => {
        const { userInfo } = await verification();
        return userInfo === undefined ? undefined : await readUserInfo(userInfo, authorization, subject);
      },
      endSignIns,
    });

  if (settings.authority !== undefined) {
    const closed = await closeDevelopmentUsers(store);
    if (closed > 0) log.warn({ closed }, 'users of the development sign-in were closed');
    return {
      // Its sessions are its own: tokens that it issued before are refused (decision 0440).
      identity: open(createAuthority(toAuthority(settings), settings.issuer), async () => undefined),
      registerProvider: () => undefined,
      close: () => calls.flush(),
    };
  }
  const keys = await ensureKeys(settings.dataDirectory);
  await ensureDevelopmentUsers(store);
  log.warn({ authority: toAuthority(settings) }, 'development sign-in with published passwords is on');
  const { d: _private, ...publicKey } = keys.signing;
  const local = createLocalJWKSet({ keys: [publicKey] });
  const { registerDevelopmentProvider } = await import('./development/routes.ts');
  const sessions = createStoredSessions(store);
  return {
    identity: open(async () => ({ issuer: toAuthority(settings), keys: local }), sessions.endOf),
    registerProvider: (app) => {
      registerDevelopmentProvider(app, settings, keys, sessions);
    },
    close: () => calls.flush(),
  };
}

interface UserRow extends SignedInUser {
  readonly disabled: boolean;
  readonly signedOutAt: Date | null;
}

const rolesThatSeeAll = roles.filter((role) => can(role, 'seeEveryDevice'));

/** A dealer never sees everything, whatever the row says (OQ-110). */
const selectUser = (whom: RawBuilder<boolean>) => sql<UserRow>`
  select u.user_id as "userId", u.subject, u.name, u.role, u.disabled_at is not null as disabled,
         u.signed_out_at as "signedOutAt",
         u.organisation_id as "organisationId",
         u.agreed_terms_version as "agreedTermsVersion",
         (select json_build_object('organisationId', t.organisation_id, 'version', t.number || '.0.0',
             'agreed', coalesce(g.number, 0) || '.0.0')
            from organisation_terms t join organisation a on a.organisation_id = t.organisation_id
              left join terms_agreement g on g.user_id = u.user_id and g.organisation_id = t.organisation_id
           where t.ended_at is null and (a.kind = 'operator' or t.organisation_id = any((
             select o.path from organisation o where o.organisation_id = u.organisation_id)::uuid[]))
           order by cardinality(a.path) desc limit 1) as "ownTerms",
         u.sees_all and u.role = any(${rolesThatSeeAll}) as "seesAll",
         array(select r.action from user_right r
           where r.user_id = u.user_id and (r.ends_on is null or r.ends_on >= current_date) order by 1) as rights,
         coalesce((select json_agg(json_build_object('groupId', g.group_id, 'name', g.name) order by g.name, g.group_id)
                     from device_group g
                    where (u.sees_all and u.role = any(${rolesThatSeeAll}))
                       or exists (select from user_group m where m.user_id = u.user_id and m.group_id = g.group_id)),
                  '[]') as groups
    from app_user u where ${whom}`;

export interface UserStore {
  /**
   * The user of a subject with a token of a sign-in at that time. Refuses 200002 where the subject is unknown
   * or disabled (AU-43), 201001 where the user has signed out everywhere since (OA-19).
   */
  find(subject: string, signedInAt: number): Promise<SignedInUser>;
  /** The same, past the cache. */
  refresh(subject: string): Promise<SignedInUser>;
  /** Forgets what is cached. */
  forget(): void;
}

/**
 * How long a user is cached: a change of rights takes effect within this time, also where no notice arrives.
 */
const cachedMs = 3000;
const manyUsers = 2000;

/** Looks users up and caches each for a few seconds: a screen makes several calls at once. */
export function createUserStore(store: Pick<Connection, 'pool'>, now: () => number = Date.now): UserStore {
  const known = new Map<string, { at: number; user: Promise<KnownUser> }>();

  const read = (subject: string): Promise<KnownUser> => {
    const user = readUser(store, subject);
    if (known.size >= manyUsers) known.clear();
    known.set(subject, { at: now(), user });
    user.catch(() => known.delete(subject));
    return user;
  };

  return {
    refresh: async (subject) => (await read(subject)).user,
    forget: () => known.clear(),
    async find(subject, signedInAt) {
      const found = known.get(subject);
      const age = found ? now() - found.at : Number.POSITIVE_INFINITY;
      // A clock set back makes the age negative: then it is not trusted either.
      const { user, signedOutAt } = await (found && age >= 0 && age < cachedMs ? found.user : read(subject));
      if (signedOutAt !== null && signedInAt <= signedOutAt.getTime())
        throw new Refusal(201001, 'the user has signed out everywhere since', challenge('invalid_token'));
      return user;
    },
  };
}

/** A user, and up to when all sign-ins were ended. */
interface KnownUser {
  readonly user: SignedInUser;
  readonly signedOutAt: Date | null;
}

async function readUser(store: Pick<Connection, 'pool'>, subject: string): Promise<KnownUser> {
  const [row] = await runPrepared(store, 'find-user', selectUser(sql<boolean>`u.subject = ${subject}`)).catch(
    (error: unknown) => {
      if (isConnectionTrouble(error)) throw error;
      throw new Refusal(302001, 'access rights cannot be read', { cause: error });
    },
  );
  if (row === undefined) throw new Refusal(200002, [noAccountDetail, ...(await readHelp(store))]);
  return toOpen(row);
}

/** What to do without an account, and whom to ask: a text of the operator (OA-14). */
async function readHelp(store: Pick<Connection, 'pool'>): Promise<string[]> {
  const rows = await runPrepared(
    store,
    'no-account-text',
    sql<{ text: string | null }>`
      select settings ->> 'noAccountText' as text from organisation where kind = 'operator'`,
  );
  return rows.flatMap(({ text }) => text ?? []);
}

/** The user of an id, for work that goes on after its call. Refuses 200002 as the call would be. */
export async function readUserById(db: Kysely<Database>, userId: string): Promise<SignedInUser> {
  const { rows } = await selectUser(sql<boolean>`u.user_id = ${userId}`).execute(db);
  return toOpen(rows[0]).user;
}

function toOpen(row: UserRow | undefined): KnownUser {
  if (!row) throw new Refusal(200002, noAccountDetail);
  const { disabled, signedOutAt, ...user } = row;
  if (disabled) throw new Refusal(200002, 'this account is closed');
  return { user, signedOutAt };
}
