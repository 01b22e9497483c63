import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

const manyEntries = 20_000;

/** What the provider keeps, and a way to end all of one account. */
export interface MemorySessions {
  readonly adapter: (kind: string) => Adapter;
  /** Ends sessions, grants, codes and refresh tokens of an account. */
  readonly endOf: (subject: string) => void;
}

/**
 * Sessions, codes and refresh tokens of the development sign-in, in memory: after a restart people sign in
 * again, access tokens stay good until they expire. One store for all kinds; oldest go first when it is full.
 */
export function createMemorySessions(now: () => number = Date.now): MemorySessions {
  const entries = new Map<string, Entry>();

  const find = (key: string): AdapterPayload | undefined => {
    const entry = entries.get(key);
    if (entry && entry.expiresAt > now()) return entry.payload;
    entries.delete(key);
    return undefined;
  };
  const first = (kind: string, matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined => {
    for (const [key, { payload }] of entries) if (key.startsWith(`${kind}:`) && matches(payload)) return find(key);
    return undefined;
  };
  const makeRoom = () => {
    for (const [key, { expiresAt }] of entries) if (expiresAt <= now()) entries.delete(key);
    for (const key of entries.keys()) {
      if (entries.size < manyEntries) return;
      entries.delete(key);
    }
  };

  const adapter = (kind: string): Adapter => ({
    upsert: async (id, payload, expiresIn) => {
      if (entries.size >= manyEntries) makeRoom();
      const expiresAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : now() + expiresIn * 1000;
      entries.set(`${kind}:${id}`, { payload, expiresAt });
    },
    find: async (id) => find(`${kind}:${id}`),
    findByUid: async (uid) => first(kind, (payload) => payload.uid === uid),
    findByUserCode: async (code) => first(kind, (payload) => payload.userCode === code),
    consume: async (id) => {
      const payload = find(`${kind}:${id}`);
      if (payload) payload.consumed = Math.floor(now() / 1000);
    },
    destroy: async (id) => {
      entries.delete(`${kind}:${id}`);
    },
    revokeByGrantId: async (grantId) => {
      for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key);
    },
  });
  return {
    adapter,
    endOf(subject) {
      for (const [key, { payload }] of entries) if (payload.accountId === subject) entries.delete(key);
    },
  };
}
