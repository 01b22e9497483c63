import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { Refusal } from '../base/refusal.ts';
import type { Connection } from '../store/connect.ts';
import { runPrepared } from '../store/statement.ts';
import { challenge, readBearer } from './bearer.ts';
import { type Scope, scopeSchema } from './collector-scope.ts';

/** Whose key a delivery came with. */
export interface Collector {
  readonly collectorId: string;
  readonly name: string;
  /** What the key may report for. */
  readonly scope: Scope;
}

/** A new key: 256 random bits. */
export const makeCollectorKey = (): string => `plk_${randomBytes(32).toString('base64url')}`;

/** The stored form of a key. Keys are long and random, so a plain hash is enough. */
export const hashCollectorKey = (key: string): Buffer => createHash('sha256').update(key, 'utf8').digest();

/** Finds the collector of `authorization: Bearer <key>`. */
export async function readCollector(
  store: Pick<Connection, 'pool'>,
  authorization: string | undefined,
): Promise<Collector> {
  const key = readBearer(authorization);
  const [collector] = await runPrepared(
    store,
    'find-collector',
    sql<Omit<Collector, 'scope'> & { scope: unknown; revoked: boolean }>`
      select collector_id as "collectorId", name, scope, revoked_at is not null as revoked
      from collector where key_hash = ${hashCollectorKey(key)}`,
  );
  if (!collector) throw new Refusal(201002, 'this collector key is not known', challenge('invalid_token'));
  if (collector.revoked) throw new Refusal(201007, 'this collector key was revoked');
  return { collectorId: collector.collectorId, name: collector.name, scope: scopeSchema.parse(collector.scope) };
}
