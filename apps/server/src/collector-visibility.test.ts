import { listCollectors, listStoppedDevices } from '@platen/contract/collectors';
import * as fc from 'fast-check';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../test/test-app.ts';
import { markStopped } from './jobs/offline.ts';
import { makePartitions } from './jobs/retention.ts';

const groups = [1, 2, 3];
const names = ['North', 'South', 'West'];
const collectorIds = names.map(() => v7());
let platen: TestApp;

beforeAll(async () => {
  platen = await createTestApp();
  await makePartitions(platen.database.db, new Date('2026-01-02T03:04:05Z'));
  await agreeForAll(platen.database);
  for (const group of groups) await addGroup(platen.database, group, `Group ${group}`);
  for (const [n, name] of names.entries())
    await platen.database.db
      .insertInto('collector')
      .values({ collector_id: collectorIds[n] ?? '', name, key_hash: Buffer.from(name) })
      .execute();
  await platen.database.pool.query(`update app_user set sees_all = false where subject = 'service'`);
});
afterAll(() => platen.close());

const device = fc.record({
  group: fc.constantFrom(0, ...groups),
  owner: fc.nat(names.length - 1),
  /** Who delivered the newest report; null: the device has none. */
  newest: fc.option(fc.nat(names.length - 1)),
});

/** Gives both users these groups, as if the few seconds that rights are kept had passed. */
async function setGroups(own: readonly number[]): Promise<void> {
  await platen.database.pool.query('delete from user_group');
  await platen.database.pool.query(
    `insert into user_group (user_id, group_id) select user_id, g from app_user, unnest($1::int[]) g where subject in ('service', 'dealer')`,
    [own],
  );
  const { identity } = platen.app.platform;
  for (const subject of ['service', 'dealer'])
    await identity.refresh(await identity.authenticate((await platen.bearer(subject)).authorization));
}

test('AU-44: limited staff see the collectors that serve their devices and no other; dealers only names that are theirs', {
  timeout: 120_000,
}, async () => {
  const { pool } = platen.database;
  let hiddenNames = 0;
  let shownNames = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(device, { minLength: 1, maxLength: 6 }),
      fc.uniqueArray(fc.constantFrom(...groups)),
      fc.nat(5),
      async (devices, own, everywhere) => {
        await pool.query('delete from device_report');
        await pool.query('delete from device');
        await pool.query(
          `update collector set scope = case when name = $1 then '{"everywhere": true, "places": []}' else '{"places": []}' end::jsonb`,
          [names[everywhere] ?? ''],
        );
        const ids = await addDevices(
          platen.database,
          devices.map(({ group }, n) => ({ serial: `S-${n}`, group_ids: group === 0 ? [] : [group] })),
        );
        for (const [n, { owner, newest }] of devices.entries()) {
          const [owning, delivering] = [collectorIds[owner], newest === null ? null : collectorIds[newest]];
          await pool.query('update device set owner_id = $2, collector_id = $3 where device_id = $1', [
            ids[n],
            owning,
            delivering,
          ]);
          if (newest !== null)
            await pool.query(
              'insert into device_report (device_id, observed_at, received_at, collector_id) select device_id, updated_at, updated_at, $2 from device where device_id = $1',
              [ids[n], collectorIds[newest]],
            );
        }
        await setGroups(own);
        await markStopped(platen.database.db, new Date());

        const isOwn = (n: number) => own.includes(devices[n]?.group ?? 0);
        const serving = new Set(
          devices.flatMap(({ owner, newest }, n) => (isOwn(n) ? [names[owner], names[newest ?? owner]] : [])),
        );
        const answer = await platen.get('service', '/v1/collectors');
        const { collectors } = listCollectors.answer.parse(await answer.json());
        expect(new Set(collectors.map(({ name }) => name))).toEqual(serving);
        expect(Number(answer.headers.get('total-count'))).toBe(serving.size);
        for (const [n, name] of names.entries()) {
          const { status } = await platen.get('service', `/v1/collector/${collectorIds[n]}`);
          expect([name, status]).toEqual([name, serving.has(name) ? 200 : 404]);
        }

        const foreign = new Set(devices.flatMap(({ owner }, n) => (isOwn(n) ? [] : [owner])));
        const stopped = await (await platen.get('dealer', '/v1/devices/stopped')).json();
        for (const { serial, collector } of listStoppedDevices.answer.parse(stopped).devices) {
          const newest = devices[Number(serial?.slice(2))]?.newest ?? null;
          const isShown = newest !== null && !foreign.has(newest) && newest !== everywhere;
          expect([serial, collector?.name]).toEqual([
            serial,
            newest === null ? undefined : isShown ? names[newest] : '',
          ]);
          shownNames += Number(isShown);
          hiddenNames += Number(newest !== null && !isShown);
        }
      },
    ),
    { numRuns: 60 },
  );
  // The property says something only if both kinds were met.
  expect(Math.min(shownNames, hiddenNames)).toBeGreaterThan(5);
});
