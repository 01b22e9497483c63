import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silent } from '../../../test/silent.ts';
import { openStore } from '../open-store.ts';
import { findUsed, startEmbedded } from './start-embedded.ts';

let dataDirectory: string;
beforeAll(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'platen-roles-'));
  chmodSync(dataDirectory, 0o755);
});
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }));

/** Everything of the database that the given role owns, extensions aside. */
const ownedBy = `
  select count(*)::int as owned from (
    select oid from pg_class where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relowner = $1::regrole
      and relkind <> 'i'
    union all
    select oid from pg_proc where pronamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and proowner = $1::regrole
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
    union all
    select oid from pg_namespace where nspname = 'graphile_worker' and nspowner = $1::regrole
  ) one`;

async function asSuperuser<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const count = async (client: Client, role: string) =>
  (await client.query<{ owned: number }>(ownedBy, [role])).rows[0]?.owned ?? -1;

test('a database whose objects belong to the superuser, as earlier versions made them, is handed over at start', async () => {
  const first = await openStore({ dataDirectory, log: silent });
  await first.db
    .insertInto('notification')
    .values({
      notification_id: '018f0000-0000-7000-8000-000000000001',
      published_at: new Date(),
      expires_at: null,
      content_en: 'kept',
      content_ja: 'kept',
    })
    .execute();
  await first.close();

  // Back to what an earlier version leaves, with half of the tables handed over as after a crash in between.
  const before = await startEmbedded({ dataDirectory, log: silent });
  const total = await asSuperuser(before.administrationUrl, async (client) => {
    const all = await count(client, 'platen_owner');
    await client.query(`
      alter role platen_app superuser;
      alter database platen owner to platen;
      do $$ declare name text; begin
        for name in select oid::regclass from pg_class where relowner = 'platen_owner'::regrole and relkind in ('r', 'p', 'v')
          and oid::int % 2 = 0 loop execute 'alter table ' || name || ' owner to platen'; end loop;
        for name in select oid::regprocedure from pg_proc where proowner = 'platen_owner'::regrole loop
          execute 'alter function ' || name || ' owner to platen'; end loop;
      end $$;
      alter schema graphile_worker owner to platen;`);
    expect(await count(client, 'platen')).toBeGreaterThan(20);
    return all;
  });
  await before.close();

  const after = await openStore({ dataDirectory, log: silent });
  try {
    await asSuperuser(String((await findUsed(dataDirectory))?.administrationUrl), async (client) => {
      expect([await count(client, 'platen_owner'), await count(client, 'platen')]).toEqual([total, 0]);
      const { rows } = await client.query(
        "select pg_get_userbyid(datdba) as owner, (select rolsuper from pg_roles where rolname = 'platen_app') as super from pg_database where datname = 'platen'",
      );
      expect(rows).toEqual([{ owner: 'platen_owner', super: false }]);
    });
    expect(await after.db.selectFrom('notification').select('content_en').execute()).toEqual([{ content_en: 'kept' }]);
    await expect(after.pool.query('create table own (n int)')).rejects.toThrow(/permission denied/);
  } finally {
    await after.close();
  }
});
