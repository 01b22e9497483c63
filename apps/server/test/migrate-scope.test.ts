import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { connect } from '../src/store/database.ts';
import { migrate } from '../src/store/prepare-tables.ts';
import { toItems, toReport } from './reports.ts';
import { silent } from './silent.ts';

const folder = new URL('../src/store/migrations/', import.meta.url);
const own = readdirSync(folder).find((name) => name.endsWith('collector-scope.sql')) ?? '';
const now = new Date('2026-03-10T00:00:00Z');
const at = (day: number) => `2026-03-0${day}T10:00:00.000Z`;
const collectors = { site: randomUUID(), gateway: randomUUID(), unused: randomUUID() };
const devices = [
  { serial: 'ONE', dealer: 'D-1', customer: 'C-1', by: [collectors.site] },
  { serial: 'TWO', dealer: 'D-1', customer: 'C-1', by: [collectors.site, collectors.gateway] },
  { serial: 'THREE', dealer: null, customer: 'C-9', by: [collectors.gateway] },
  { serial: 'FOUR', dealer: null, customer: null, by: [collectors.gateway, collectors.site] },
].map((device, n) => ({ ...device, id: `018f0000-0000-7000-8000-00000000000${n}` }));

/** A database as the version before left it: collectors, and devices that they delivered. */
async function makeOld(client: Client): Promise<void> {
  const names = readdirSync(folder).filter((name) => name < own);
  for (const name of names.sort()) await client.query(readFileSync(new URL(name, folder), 'utf8'));
  // As the migrator notes what was done.
  await client.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`);
  await client.query(`insert into kysely_migration select unnest($1::text[]), '2026-03-01T00:00:00.000Z'`, [
    names.map((name) => name.slice(0, -4)),
  ]);
  await client.query(
    "create table device_report_202603 partition of device_report for values from ('2026-03-01T00:00:00Z') to ('2026-04-01T00:00:00Z')",
  );
  for (const [name, id] of Object.entries(collectors))
    await client.query('insert into collector (collector_id, name, key_hash) values ($1, $2, $3)', [id, name, name]);
  for (const { id, serial, dealer, customer, by } of devices) {
    await client.query(
      `insert into device (device_id, serial, dealer_number, customer_number, status, status_rank, reported_status, created_at, updated_at, received_at)
       values ($1, $2, $3, $4, 'normal', 4, 'normal', now(), $5, now())`,
      [id, serial, dealer, customer, at(by.length)],
    );
    await client.query("insert into device_identity (kind, value, device_id) values ('serial', $1, $2)", [
      `e99999/${serial}`,
      id,
    ]);
    for (const [n, collector] of by.entries())
      await client.query(
        'insert into device_report (device_id, observed_at, received_at, collector_id) values ($1, $2, now(), $3)',
        [id, at(n + 1), collector],
      );
  }
}

test('keys of the version before are bound to what they delivered, and go on delivering it', async () => {
  const url = inject('templateUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const ownUrl = url.replace('/platen?', `/${name}?`);
  const admin = new Client({ connectionString: url.replace('/platen?', '/postgres?') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const client = new Client({ connectionString: ownUrl });
  await client.connect();
  await makeOld(client);
  const { db, close } = connect(ownUrl, { log: silent });
  try {
    expect((await migrate(db))[0]).toBe(own.slice(0, -4));
    const bound = await db
      .selectFrom('collector')
      .select(['name', 'scope', 'scope_reviewed_at'])
      .orderBy('name')
      .execute();
    const customer = { dealerNumber: 'D-1', customerNumber: 'C-1' };
    expect(bound).toEqual([
      {
        name: 'gateway',
        scope: { places: expect.arrayContaining([customer, { customerNumber: 'C-9' }, {}]) },
        scope_reviewed_at: null,
      },
      { name: 'site', scope: { places: [customer, {}] }, scope_reviewed_at: null },
      { name: 'unused', scope: { places: [] }, scope_reviewed_at: null },
    ]);
    expect(bound[0]?.scope.places).toHaveLength(3);
    const owners = await db
      .selectFrom('device')
      .select(['serial', 'owner_id', 'held_by'])
      .orderBy('device_id')
      .execute();
    expect(owners).toEqual(devices.map(({ serial, by }) => ({ serial, owner_id: by.at(-1), held_by: null })));

    // Each device goes on with the key that delivered it last; to the other, one without numbers is foreign.
    const rules = { now, offlineHours: 48, readingMonths: 13, eventMonths: 24 };
    const send = async (collectorId: string, serial: string) => {
      const { scope } = await db
        .selectFrom('collector')
        .select('scope')
        .where('collector_id', '=', collectorId)
        .executeTakeFirstOrThrow();
      const { site: _, ...value } = toReport(serial, at(9));
      return await deliver(db, toItems([value]), { ...rules, collectorId, scope });
    };
    for (const { serial, by } of devices)
      expect(await send(by.at(-1) ?? '', serial)).toEqual([{ index: 0, result: 'stored' }]);
    const count = async () =>
      (await client.query('select count(*)::int as devices, count(held_by)::int as held from device')).rows;
    expect(await count()).toEqual([{ devices: devices.length, held: 0 }]);
    await send(collectors.gateway, 'FOUR');
    expect(await count()).toEqual([{ devices: devices.length + 1, held: 1 }]);
  } finally {
    await close();
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
});
