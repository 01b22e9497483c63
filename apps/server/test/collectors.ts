import { v7 } from 'uuid';
import { hashCollectorKey, type Scope } from '../src/identity/collector-scope.ts';
import type { TestDatabase } from './database.ts';

/** For tests that are not about what a key may report for. */
export const everywhere: Scope = { everywhere: true, places: [] };

/** A collector that may deliver with this key, by default for anybody; gives its id. */
export async function addCollector(
  { db }: Pick<TestDatabase, 'db'>,
  {
    name = 'North site',
    key = 'key-of-a-test',
    scope = everywhere,
  }: { name?: string; key?: string; scope?: Scope } = {},
): Promise<string> {
  const id = v7();
  await db
    .insertInto('collector')
    .values({ collector_id: id, name, key_hash: hashCollectorKey(key), scope: JSON.stringify(scope) })
    .execute();
  return id;
}
