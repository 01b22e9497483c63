import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../test/test-app.ts';
import { markStopped } from './jobs/offline.ts';

const groups = [1, 2, 3, 4];
let platen: TestApp;

beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  for (const group of groups) await addGroup(platen.database, group, `Group ${group}`);
});
afterAll(() => platen.close());

const words = fc.constantFrom('a', 'A1', 'alpha', '%', '_', 'Kunde', '', ' ', "'", '\\', '\u0000', '東京', 'null');
const device = fc.record({
  serial: fc.option(words),
  model: fc.option(words),
  customer_name: fc.option(words),
  description: fc.option(words),
  group_ids: fc.uniqueArray(fc.constantFrom(...groups)),
});
const list = fc.record(
  {
    offset: fc.constantFrom('0', '1', '3', '100', '-1'),
    limit: fc.constantFrom('1', '2', '100', '0'),
    search: words,
    groupId: fc.constantFrom('0', '1', '2', '3', '4', '77', 'x'),
    sortColumn: fc.constantFrom('status', 'serial', 'model', 'customer', 'description', 'deviceId'),
    sortOrder: fc.constantFrom('asc', 'desc'),
  },
  { requiredKeys: [] },
);
const criteria = fc.record(
  {
    offset: fc.constantFrom(0, 1, 3),
    limit: fc.constantFrom(1, 2, 100),
    groupId: fc.constantFrom(0, 1, 2, 3, 4, 77),
    mfpIdentifiers: fc.array(words, { minLength: 1, maxLength: 3 }),
    models: fc.array(words, { minLength: 1, maxLength: 3 }),
    customerNamesAndDescriptions: fc.array(words, { minLength: 1, maxLength: 3 }),
    firmwareVersion: fc.record({
      matcher: fc.constantFrom('equal', 'notEqual', 'lessThan', 'greaterThanEqual'),
      versions: fc.constantFrom(['T1'], ['A', 'B']),
    }),
    sortColumn: fc.constantFrom('status', 'customer'),
  },
  { requiredKeys: [] },
);

test('DL-26 AU-44 AP-12 AP-13 AP-14 AP-20 AP-25: no call with any input shows a dealer a device outside the groups', {
  timeout: 120_000,
}, async () => {
  const { db } = platen.database;
  const dealer = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('subject', '=', 'dealer')
    .executeTakeFirstOrThrow();
  const headers = await platen.bearer('dealer');
  let shown = 0;
  let hidden = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(device, { maxLength: 8 }),
      fc.uniqueArray(fc.constantFrom(...groups)),
      fc.array(list, { minLength: 2, maxLength: 4 }),
      fc.array(criteria, { minLength: 2, maxLength: 4 }),
      async (devices, own, queries, searches) => {
        await db.deleteFrom('device').execute();
        await db.deleteFrom('user_group').execute();
        const clean = (text: string | null) => text?.replaceAll('\u0000', '') ?? null;
        const ids = await addDevices(
          platen.database,
          devices.map((row) => ({
            ...row,
            serial: clean(row.serial),
            model: clean(row.model),
            customer_name: clean(row.customer_name),
            description: clean(row.description),
          })),
        );
        for (const group_id of own)
          await db.insertInto('user_group').values({ user_id: dealer.user_id, group_id }).execute();
        // As if the few seconds that rights are kept had passed.
        await platen.app.platform.identity.refresh(
          await platen.app.platform.identity.authenticate(headers.authorization),
        );
        const outside = ids.filter((_, n) => !devices[n]?.group_ids.some((group) => own.includes(group)));

        // All are of a time so long ago that they count as stopped.
        await markStopped(platen.database.db, new Date());
        const answers: Response[] = [];
        for (const query of queries) {
          answers.push(await fetch(`${platen.url}/v1/devices?${new URLSearchParams(query)}`, { headers }));
          const page = Object.entries(query).filter(([name]) => ['offset', 'limit', 'groupId'].includes(name));
          answers.push(await fetch(`${platen.url}/v1/devices/stopped?${new URLSearchParams(page)}`, { headers }));
        }
        for (const body of searches)
          answers.push(
            await fetch(`${platen.url}/v1/devices/search`, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            }),
          );
        for (const id of ids)
          for (const part of ['profile', 'firmware', 'networkInformation', 'evidence']) {
            const answer = await fetch(`${platen.url}/v1/device/${id}/${part}`, { headers });
            const isHidden = outside.includes(id);
            hidden += Number(isHidden);
            const refusal = { errorCode: 200003, detail: [{ msg: 'this device is in none of your groups' }] };
            const body: unknown = await answer.json();
            expect([part, answer.status]).toEqual([part, isHidden ? 403 : 200]);
            expect(isHidden ? body : refusal).toEqual(refusal);
          }
        for (const answer of answers) {
          expect([200, 422]).toContain(answer.status);
          const text = await answer.text();
          for (const id of outside) expect(text).not.toContain(id);
          for (const id of ids) if (text.includes(id)) shown += 1;
          const total = Number(answer.headers.get('total-count') ?? 0);
          expect(total).toBeLessThanOrEqual(ids.length - outside.length);
        }
      },
    ),
    { numRuns: 60 },
  );
  // The property says something only if both kinds were met.
  expect(Math.min(shown, hidden)).toBeGreaterThan(20);
});
