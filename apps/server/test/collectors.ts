import { v7 } from 'uuid';
import { hashCollectorKey } from '../src/identity/collector-key.ts';
import type { TestDatabase } from './database.ts';

/** A collector that may deliver with this key; gives its id. */
export async function addCollector(
  { db }: Pick<TestDatabase, 'db'>,
  { name = 'North site', key = 'key-of-a-test' }: { name?: string; key?: string } = {},
): Promise<string> {
  const id = v7();
  await db
    .insertInto('collector')
    .values({ collector_id: id, name, key_hash: hashCollectorKey(key) })
    .execute();
  return id;
}
