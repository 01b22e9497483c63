import type { FastifyInstance } from 'fastify';
import { createLocalJWKSet } from 'jose';
import type { Log } from '../base/log.ts';
import { type Settings, toAuthority } from '../settings.ts';
import type { Connection } from '../store/connect.ts';
import { createAuthority } from './authority.ts';
import { closeDevelopmentUsers, ensureDevelopmentUsers } from './development/accounts.ts';
import { ensureKeys } from './development/keys.ts';
import { createIdentity, type Identity } from './identity.ts';
import { createTokenCheck, type Verification } from './token-check.ts';
import { toTokenRules } from './token-rules.ts';
import { createUserStore } from './user-store.ts';

interface OpenIdentity {
  readonly identity: Identity;
  /** Adds the development sign-in to the server; does nothing where an authority is set. */
  readonly registerProvider: (app: FastifyInstance) => void;
}

/** Sign-in as the settings say: the external authority, or without one the development sign-in. */
export async function openIdentity(
  settings: Settings,
  store: Pick<Connection, 'db' | 'pool'>,
  log: Log,
): Promise<OpenIdentity> {
  const rules = toTokenRules(settings);
  const users = createUserStore(store);
  const open = (verification: () => Promise<Verification>) =>
    createIdentity(createTokenCheck({ verification, rules }), users);

  if (settings.authority !== undefined) {
    const closed = await closeDevelopmentUsers(store);
    if (closed > 0) log.warn({ closed }, 'users of the development sign-in were closed');
    return {
      identity: open(createAuthority(toAuthority(settings), settings.issuer)),
      registerProvider: () => undefined,
    };
  }
  const keys = await ensureKeys(settings.dataDirectory);
  await ensureDevelopmentUsers(store);
  log.warn({ authority: toAuthority(settings) }, 'development sign-in with published passwords is on');
  const { d: _private, ...publicKey } = keys.signing;
  const local = createLocalJWKSet({ keys: [publicKey] });
  const { registerDevelopmentProvider } = await import('./development/routes.ts');
  return {
    identity: open(async () => ({ issuer: toAuthority(settings), keys: local })),
    registerProvider: (app) => {
      registerDevelopmentProvider(app, settings, keys);
    },
  };
}
