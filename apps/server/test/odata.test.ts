import type { ODataPage } from '@platen/contract/odata';
import { readMeterReadingsFeed } from '@platen/contract/odata';
import { addToken } from '@platen/contract/tokens';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { everywhere } from './collectors.ts';
import { toItems, toReport } from './reports.ts';
import { createWorld, type World } from './worklist-world.ts';

let world: World;
let token: string;
const hourMs = 3_600_000;
const start = Math.floor(Date.now() / hourMs) * hourMs - 40 * 24 * hourMs;
const measured = (value: number) => ({ state: 'measured' as const, value });

/** A reading every six hours for five days, 10 pages each. */
const toReports = (serial: string, first: number) =>
  Array.from({ length: 20 }, (_, n) =>
    toReport(serial, new Date(start + n * 6 * hourMs).toISOString(), {
      counters: { total: { unit: 'impressions', reading: measured(first + n * 10) } },
    }),
  );

beforeAll(async () => {
  world = await createWorld();
  const { database } = world.platen;
  for (const [n, serial] of ['OWN-1', 'OWN-2', 'FOREIGN'].entries())
    await deliver(database.db, toItems(toReports(serial, (n + 1) * 1000)), {
      collectorId: v7(),
      scope: everywhere,
      now: new Date(),
      clockOffset: 0,
      offlineHours: 48,
      readingMonths: 13,
      eventMonths: 24,
    });
  await sql`update device set group_ids = case when serial like 'OWN%' then '{1}'::int[] else '{2}'::int[] end,
    customer_number = 'K' || right(serial, 1)`.execute(database.db);
  token = await makeToken('billing', 'meters.read');
}, 60_000);
afterAll(() => world.platen.close());

async function makeToken(subject: string, scope: string): Promise<string> {
  const body = {
    name: 'Sheet',
    scopes: [scope],
    ofOrganisation: false,
    endsOn: new Date(Date.now() + 10 * 24 * hourMs).toISOString().slice(0, 10),
    addresses: [],
  };
  const answer = await world.send(subject, 'POST', '/v1/tokens', JSON.stringify(body));
  return addToken.answer.parse(await answer.json()).token ?? '';
}
const basic = (password: string) => ({ authorization: `Basic ${Buffer.from(`sheet:${password}`).toString('base64')}` });
const ask = (path: string, headers: Record<string, string> = basic(token)) =>
  fetch(path.startsWith('http') ? path : `${world.platen.url}${path}`, { headers });
async function read(query: Record<string, string>): Promise<ODataPage> {
  const answer = await ask(`/odata/MeterReadings?${new URLSearchParams(query).toString()}`);
  expect([answer.status, answer.headers.get('odata-version')]).toEqual([200, '4.0']);
  return readMeterReadingsFeed.answer.parse(await answer.json());
}
const serialsOf = ({ value }: ODataPage) => [...new Set(value.map(({ Serial }) => String(Serial)))].toSorted();
async function refusal(query: string): Promise<unknown> {
  const answer = await ask(`/odata/MeterReadings?${query}`);
  return [answer.status, await answer.json()];
}

test('MX-09 OA-30: a spreadsheet signs in with an API token as password; without one it is asked for it', async () => {
  const without = await ask('/odata/MeterReadings', {});
  expect([without.status, without.headers.get('www-authenticate')]).toEqual([
    401,
    'Basic realm="Platen", charset="UTF-8"',
  ]);
  expect((await ask('/odata', { authorization: `Bearer ${token}` })).status).toBe(200);
  expect((await ask('/odata', basic('plt_wrong'))).status).toBe(401);
  expect((await ask('/odata/MeterReadings', basic(await makeToken('billing', 'devices.read')))).status).toBe(403);
  // No other call takes it: a browser would send it along.
  expect((await ask('/v1/devices', basic(token))).status).toBe(401);
});

test('MX-09: service and metadata name the sets', async () => {
  const service = (await (await ask('/odata')).json()) as { value: { name: string }[] };
  expect(service.value.map(({ name }) => name)).toContain('MeterReadings');
  const metadata = await ask('/odata/$metadata');
  expect(metadata.headers.get('content-type')).toBe('application/xml');
  expect(await metadata.text()).toContain('<EntityContainer Name="Feed">');
});

test('MX-09 GE-05: readings of the devices that the maker of the token sees, and of no others', async () => {
  const page = await read({});
  expect(serialsOf(page)).toEqual(['OWN-1', 'OWN-2']);
  expect(page.value[0]).toMatchObject({ Meter: 'total', Unit: 'impressions', Source: 'report', State: 'good' });
  expect((await read({ $filter: "Serial eq 'FOREIGN'" })).value).toEqual([]);
  // An alternative that every device may meet does not reach past what the user sees.
  expect(serialsOf(await read({ $filter: "Serial eq 'FOREIGN' or Meter eq 'total'" }))).toEqual(['OWN-1', 'OWN-2']);
});

test('MX-09: filter by customer, serial and date, select, order, top, skip and count', async () => {
  expect(serialsOf(await read({ $filter: "CustomerNumber eq 'K2'" }))).toEqual(['OWN-2']);
  const from = new Date(start + 2 * 24 * hourMs).toISOString();
  const page = await read({
    $filter: `Serial eq 'OWN-1' and ReadAt ge ${from}`,
    $orderby: 'ReadAt desc',
    $select: 'Serial,Billed',
    $top: '2',
    $skip: '1',
    $count: 'true',
  });
  const { value: all } = await read({ $filter: `Serial eq 'OWN-1' and ReadAt ge ${from}` });
  expect(page['@odata.count']).toBe(all.length);
  expect(page.value.map(({ Billed }) => Billed)).toEqual(
    all
      .map(({ Billed }) => Number(Billed))
      .toSorted((a, b) => b - a)
      .slice(1, 3),
  );
  expect(Object.keys(page.value[0] ?? {}).toSorted()).toEqual(['Billed', 'Id', 'Serial']);
  const either = await read({ $filter: "(Serial eq 'OWN-1' or Serial eq 'OWN-2') and Meter eq 'total'" });
  expect(serialsOf(either)).toEqual(['OWN-1', 'OWN-2']);
});

test('MX-09: pages go on at nextLink until all rows came, each once', async () => {
  const { value: all } = await read({});
  for (const query of ['$select=Serial', '$select=Serial&$orderby=ReadAt', '$top=23&$skip=5']) {
    const rows: ODataPage['value'] = [];
    let pages = 0;
    for (let path: string | undefined = `/odata/MeterReadings?${query}`; path !== undefined; pages++) {
      const answer = await ask(path, { ...basic(token), prefer: 'odata.maxpagesize=7' });
      const page = readMeterReadingsFeed.answer.parse(await answer.json());
      expect(page.value.length).toBeLessThanOrEqual(7);
      rows.push(...page.value);
      const next = page['@odata.nextLink'];
      path = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
    }
    const ids = rows.map(({ Id }) => String(Id));
    expect(pages).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(
      (query.startsWith('$top') ? all.slice(5, 28) : all).map(({ Id }) => String(Id)).toSorted(),
    );
  }
});

test.each([
  ["$filter=contains(Serial,'A')", '$filter: the function contains is not offered'],
  ['$filter=Raw gt 5', '$filter: Raw cannot be filtered by'],
  ['$select=Password', '$select: there is no Password'],
  ['$orderby=Raw', '$orderby: Raw cannot be ordered by'],
  ['$skiptoken=1', '$skiptoken: not one of this feed'],
])('MX-09: what is not offered is refused in words: %s', async (query, msg) => {
  expect(await refusal(query)).toEqual([422, { errorCode: 202001, detail: [{ msg }] }]);
});

test.each(['$expand=Device', '$search=x', '$apply=aggregate(Raw)', '$top=-1', '$format=xml'])(
  'MX-09: options that are not offered are refused: %s',
  async (query) => {
    expect(await refusal(query)).toMatchObject([422, { errorCode: 202001 }]);
  },
);
