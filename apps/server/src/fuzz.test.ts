import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollector } from '../test/collectors.ts';
import { toReport } from '../test/reports.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../test/test-app.ts';

let platen: TestApp;
let headers: { authorization: string };
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addDevices(platen.database, [{ serial: 'A', model: 'M' }, { serial: 'B' }]);
  headers = await platen.bearer('service');
});
afterAll(() => platen.close());

/** Never a 500, and every refusal carries a code of the catalogue. */
async function isSane(answer: Response): Promise<boolean> {
  const text = await answer.text();
  if (answer.status < 400) return true;
  const { errorCode, detail } = JSON.parse(text) as { errorCode: unknown; detail: unknown };
  return answer.status < 500 && Number.isInteger(errorCode) && Array.isArray(detail);
}

/** Half a surrogate pair cannot stand in an address. */
const toWellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8');

const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    '\ud800',
    '%00',
    '../..',
    '1e308',
    '-0',
    'NaN',
    '__proto__',
    'constructor',
    '𝟙',
    '{}',
    '[]',
    "' or 1=1 --",
    '\\',
    'a'.repeat(3000),
  ),
);
const names = fc.constantFrom(
  'offset',
  'limit',
  'search',
  'groupId',
  'sortColumn',
  'sortOrder',
  '__proto__',
  'toString',
);

test('EH-05 AP-12 CN-02: whatever the query of the list, the answer is the list or a refusal, never a 500', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(names, nasty), { maxLength: 5 }), async (pairs) => {
      const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(toWellFormed(value))}`).join('&');
      expect(await isSane(await fetch(`${platen.url}/v1/devices?${query}`, { headers }))).toBe(true);
    }),
    { numRuns: 150 },
  );
}, 60_000);

test('EH-05 AP-13: whatever the body of a search or of the terms, never a 500', async () => {
  const keys = fc.constantFrom(
    'mfpIdentifiers',
    'models',
    'customerNumbers',
    'customerNamesAndDescriptions',
    'dealerNames',
    'firmwareVersion',
    'offset',
    'limit',
    'groupId',
    'version',
    'sortColumn',
    '__proto__',
  );
  const value = fc.oneof(
    nasty,
    fc.array(nasty, { maxLength: 3 }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.record({ matcher: fc.constantFrom('equal', 'lessThan', 'x'), versions: fc.array(nasty, { maxLength: 2 }) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/v1/devices/search', '/v1/termsOfUse', '/v1/users/loginAt'),
      fc.array(fc.tuple(keys, value), { maxLength: 3 }),
      async (path, fields) => {
        const body = `{${fields.map(([key, of]) => `${JSON.stringify(key)}:${JSON.stringify(of)}`).join(',')}}`;
        expect(
          await isSane(
            await fetch(`${platen.url}${path}`, {
              method: 'POST',
              headers: { ...headers, 'content-type': 'application/json' },
              body,
            }),
          ),
        ).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
}, 60_000);

test('EH-05 AP-14: whatever stands in the path or in the headers, never a 500', async () => {
  await fc.assert(
    fc.asyncProperty(
      nasty,
      fc.constantFrom('profile', 'firmware', 'networkInformation', 'evidence', ''),
      async (id, part) => {
        expect(
          await isSane(
            await fetch(`${platen.url}/v1/device/${encodeURIComponent(toWellFormed(id))}/${part}`, { headers }),
          ),
        ).toBe(true);
      },
    ),
    { numRuns: 100 },
  );
  for (const [name, value] of [
    ['accept-language', ';;;q=,ja;q=x'],
    ['accept-encoding', 'br;q=0, gzip;q=0.0, *'],
    ['if-none-match', '"'],
    ['authorization', 'Bearer'],
    ['authorization', `Bearer ${'a.'.repeat(2000)}`],
    ['content-type', 'application/json; charset=utf-7'],
  ] as const)
    expect(
      await isSane(await fetch(`${platen.url}/v1/notifications`, { headers: { ...headers, [name]: value } })),
    ).toBe(true);
}, 60_000);

test('EH-05: whatever day or time a call names, in any call with one, never a 500', async () => {
  const days = fc.oneof(
    fc.constantFrom(
      '0000-01-01',
      '0001-01-01',
      '9999-12-31',
      '10000-01-01',
      '-0001-01-01',
      '-000001-01-01',
      '+010000-01-01',
      '2024-02-29',
      '2023-02-29',
      '1900-02-29',
      '2000-02-29',
      '1969-12-31',
      '2199-12-31',
      '2200-01-01',
      '2026-00-10',
      '2026-02-30',
      '2026-1-1',
      'infinity',
      'now',
      'epoch',
      '',
    ),
    nasty,
  );
  const [id = ''] = await addDevices(platen.database, [{ serial: 'DAYS' }]);
  const key = 'key-of-a-test';
  await addCollector(platen.database, { key });
  const send = (method: string, path: string, body: unknown, authorization = headers.authorization) =>
    fetch(`${platen.url}${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const round = (at: string) => ({
    name: 'c',
    version: '1',
    startedAt: at,
    sentAt: at,
    everyMs: null,
    round: null,
    queue: { reports: 0, bytes: 0, refused: 0 },
    failures: [{ target: 't', kind: 'silent', reason: '', since: at }],
    findings: [],
  });
  const report = (at: string, day: string) => {
    const { identity, ...rest } = toReport('DAYS', at);
    return { ...rest, identity: { ...identity, unpackingDate: day } };
  };
  await fc.assert(
    fc.asyncProperty(days, fc.constantFrom('T00:00:00Z', 'T23:59:59.999Z', ''), async (day, time) => {
      const calls = [
        await send('PUT', `/v1/device/${id}/counter/break`, { day, cause: 'misread' }),
        await send('POST', '/v1/ingest/status', round(`${day}${time}`), `Bearer ${key}`),
        await send('POST', '/v1/ingest/reports', report(`${day}${time}`, day), `Bearer ${key}`),
        await send('POST', '/v1/ingest/reports', report(new Date().toISOString(), day), `Bearer ${key}`),
      ];
      for (const answer of calls) expect(await isSane(answer)).toBe(true);
    }),
    { numRuns: 100 },
  );
}, 60_000);

test('M6: a day of the year 0 in a counter break is a bad parameter that names the place', async () => {
  const [id = ''] = await addDevices(platen.database, [{ serial: 'YEAR0' }]);
  const answer = await fetch(`${platen.url}/v1/device/${id}/counter/break`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ day: '0000-01-01', cause: 'misread' }),
  });
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    errorCode: 202001,
    detail: [{ msg: expect.stringContaining('day: the year must be from 1970 to 2199') as unknown }],
  });
});
