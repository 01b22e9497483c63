import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { expect, inject, test } from 'vitest';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { connect } from '../src/store/database.ts';
import { migrate } from '../src/store/prepare-tables.ts';
import { everywhere } from './collectors.ts';
import { toItems, toReport } from './reports.ts';
import { silent } from './silent.ts';

const folder = new URL('../src/store/migrations/', import.meta.url);
const deviceId = '018f0000-0000-7000-8000-000000000001';
const reportedAt = '2026-03-01T10:00:00.123Z';

/** A database as the version before left it, with one device in it. */
async function makeOld(client: Client): Promise<void> {
  const names = readdirSync(folder)
    .filter((name) => name < '0006')
    .sort();
  for (const name of names) await client.query(readFileSync(new URL(name, folder), 'utf8'));
  await client.query(`insert into device (device_id, serial, model, status, status_rank, reported_status, created_at, updated_at, received_at)
    values ('${deviceId}', 'OLD', 'MFP 1', 'normal', 4, 'normal', now(), '${reportedAt}', now())`);
  await client.query(`insert into device_identity (kind, value, device_id) values ('serial', 'e7/OLD', '${deviceId}')`);
  await client.query(`insert into device_section (device_id, section, observed_at, received_at, source_name, body, field_times) values
    ('${deviceId}', 'identity', '${reportedAt}', now(), 'North', '{"serial":{"state":"measured","value":"OLD"},"enterprise":7,"model":{"state":"measured","value":"MFP 1"}}', '{"model":"2026-02-01T00:00:00.000Z"}'),
    ('${deviceId}', 'firmware', '${reportedAt}', now(), 'South', '{"system":{"state":"measured","value":"T1"}}', null)`);
}

test('a database of the version before keeps its sections, their times and senders, and takes reports on from there', async () => {
  const url = inject('templateUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = new Client({ connectionString: url.replace('/platen?', '/postgres?') });
  await admin.connect();
  await admin.query(`create database ${name}`);
  const client = new Client({ connectionString: url.replace('/platen?', `/${name}?`) });
  await client.connect();
  await makeOld(client);
  // As the migrator notes what was done.
  await client.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    insert into kysely_migration select unnest(array['0001-devices', '0002-telemetry', '0003-judging', '0004-sections-as-text', '0005-summaries']), '2026-03-01T00:00:00.000Z'`);
  const before = await client.query(
    'select device_id, section, observed_at, received_at, source_name, field_times, body from device_section order by section',
  );
  const { db, close } = connect(url.replace('/platen?', `/${name}?`), { log: silent });
  try {
    expect((await migrate(db))[0]).toBe('0006-told');
    const read =
      'select device_id, section, observed_at, received_at, source_name, field_times, body from reported_section order by section';
    const after = await client.query(read);
    expect(after.rows).toEqual(before.rows);

    const now = new Date('2026-03-03T00:00:00Z');
    const rules = {
      collectorId: randomUUID(),
      scope: everywhere,
      now,
      offlineHours: 48,
      readingMonths: 13,
      eventMonths: 24,
    };
    const system = (value: string) => ({ firmware: { system: { state: 'measured', value } } });
    const reports = toItems(
      [
        // Reported before the stored report, and after it.
        { ...toReport('OLD', new Date('2026-02-20T00:00:00Z')), ...system('T0') },
        { ...toReport('OLD', new Date('2026-03-02T00:00:00Z')), ...system('T2') },
      ].map((report) => ({ ...report, identity: { ...report.identity, enterprise: 7 } })),
    );
    const [late, newer] = reports;
    for (const one of [late, newer]) {
      const results = await deliver(db, one === undefined ? [] : [one], rules);
      expect(results).toMatchObject([{ result: 'stored' }]);
      const { rows } = await client.query("select body from reported_section where section = 'firmware'");
      expect(rows).toEqual([{ body: system(one === late ? 'T1' : 'T2').firmware }]);
    }
  } finally {
    await close();
    await client.end();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  }
});
