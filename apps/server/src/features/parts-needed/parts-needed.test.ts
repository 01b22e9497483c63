import { readPartNeed, readPartsNeeded } from '@platen/contract/parts-needed';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addDevices,
  addGroup,
  agreeForAll,
  createTestApp,
  type TestApp,
  type TestDevice,
} from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'North', 'dealer');
  await addGroup(platen.database, 2, 'South', 'dealer');
  await addGroup(platen.database, 3, 'Elsewhere');
});
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.db.deleteFrom('device').execute();
});

const today = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Devices with what each is expected to need, by item. */
async function addNeeding(
  devices: readonly (Partial<TestDevice> & {
    needs: Readonly<Record<string, number>>;
    asked?: readonly string[];
    judgedOn?: string;
  })[],
): Promise<string[]> {
  const ids = await addDevices(
    platen.database,
    devices.map(({ needs: _needs, asked: _asked, judgedOn: _judged, ...device }) => device),
  );
  await platen.database.db
    .insertInto('device_need')
    .values(
      devices.map(({ needs, asked, judgedOn = today }, at) => ({
        device_id: ids[at] ?? '',
        judged_on: judgedOn,
        items: Object.keys(needs),
        means: Object.values(needs),
        variances: Object.values(needs).map((mean) => mean * (1 - mean)),
        bases: Object.keys(needs).map((item) => (item === 'part.6342' ? ('date' as const) : ('life' as const))),
        // Without one: as a version judged that did not know it.
        ...(asked && { asked: Object.keys(needs).map((item) => Number(asked.includes(item))) }),
      })),
    )
    .execute();
  return ids;
}

async function read(query = '', subject = 'service') {
  const answer = await platen.get(subject, `/v1/parts/needed${query}`);
  expect(answer.status).toBe(200);
  return readPartsNeeded.answer.parse(await answer.json());
}
async function readPart(query: string, subject = 'service') {
  const answer = await platen.get(subject, `/v1/parts/needed/devices?${query}`);
  expect(answer.status).toBe(200);
  return readPartNeed.answer.parse(await answer.json());
}
const expectedOf = ({ parts }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(parts.map(({ series, item, expected }) => [`${series} ${item}`, expected]));

test('issue 14.9: needs are summed by series and part, with a range, what to stock and what they rest on', async () => {
  await addNeeding([
    ...Array.from({ length: 40 }, () => ({ series: 'DORADO', needs: { 'part.6342': 0.5, 'part.6250': 0.1 } })),
    { series: 'WEISS', needs: { 'part.6342': 0.25 } },
  ]);
  const { days, devices, judged, parts } = await read();
  expect({ days, devices, judged }).toEqual({
    days: 91,
    devices: { all: 41, counted: 41 },
    judged: { from: today, to: today },
  });
  expect(parts.map(({ series, item, devices }) => [series, item, devices])).toEqual([
    ['DORADO', 'part.6342', 40],
    ['DORADO', 'part.6250', 40],
    ['WEISS', 'part.6342', 1],
  ]);
  const [fuser, drum] = parts;
  expect(fuser?.expected).toBeCloseTo(20, 2);
  expect(fuser?.bases).toEqual({ date: fuser?.expected, life: 0, rate: 0 });
  expect(drum?.bases).toEqual({ date: 0, life: drum?.expected, rate: 0 });
  for (const part of parts) {
    expect(part.lower).toBeLessThanOrEqual(part.expected + 1);
    expect(part.upper).toBeGreaterThanOrEqual(part.lower);
    expect(part.stock).toBe(part.upper);
  }
  expect(fuser?.lower).toBeLessThan(19);
  expect(fuser?.upper).toBeGreaterThan(21);
});

test('issue 14.9 DL-26: the devices of another dealer never count, in sums, regions and details', async () => {
  await addNeeding([
    { group_ids: [1], dealer_number: 'D-1', dealer_name: 'Own', serial: 'OWN', needs: { 'part.6342': 0.5 } },
    { group_ids: [3], dealer_number: 'D-9', dealer_name: 'Other', serial: 'OTHER', needs: { 'part.6342': 0.9 } },
    { group_ids: [], dealer_number: 'D-9', serial: 'UNGROUPED', needs: { 'part.6250': 0.9 } },
  ]);
  const own = await read('', 'dealer');
  expect(expectedOf(own)).toEqual({ 'null part.6342': 0.5 });
  expect(own.regions).toEqual([{ region: 'D-1', name: 'Own', devices: 1 }]);
  expect(own.devices).toEqual({ all: 1, counted: 1 });
  for (const query of ['?groupId=3', '?by=group&region=3', '?region=D-9', '?by=customer&region=x'])
    expect((await read(query, 'dealer')).parts).toEqual([]);
  const part = await readPart('item=part.6342', 'dealer');
  expect(part.devices.map(({ serial }) => serial)).toEqual(['OWN']);
  expect(part.regions.map(({ region }) => region)).toEqual(['D-1']);
  expect(await readPart('item=part.6342&by=group&region=3', 'dealer')).toEqual({
    devices: [],
    deviceCount: 0,
    regions: [],
    regionCount: 0,
  });
  expect((await readPart('item=part.6342')).devices.map(({ serial }) => serial)).toEqual(['OTHER', 'OWN']);
});

test('issue 14.9: regions are dealers, customers or groups; in several groups a device counts in each, and once in all', async () => {
  await addNeeding([
    { group_ids: [1, 2], customer_number: 'C-1', customer_name: 'Mill', needs: { 'part.6342': 0.25 } },
    { group_ids: [2, 3], customer_number: 'C-1', customer_name: 'Mill', needs: { 'part.6342': 0.5 } },
    { group_ids: [1], needs: { 'part.6342': 0.125 } },
  ]);
  const customers = await read('?by=customer', 'dealer');
  expect(customers.regions).toEqual([
    { region: 'C-1', name: 'Mill', devices: 2 },
    { region: '', name: null, devices: 1 },
  ]);
  expect(expectedOf(customers)).toEqual({ 'null part.6342': 0.875 });
  expect(expectedOf(await read('?by=customer&region=C-1', 'dealer'))).toEqual({ 'null part.6342': 0.75 });
  expect(expectedOf(await read('?by=customer&region=', 'dealer'))).toEqual({ 'null part.6342': 0.125 });
  const groups = await read('?by=group', 'dealer');
  expect(groups.regions).toEqual([
    { region: '1', name: 'North', devices: 2 },
    { region: '2', name: 'South', devices: 2 },
  ]);
  expect(expectedOf(groups)).toEqual({ 'null part.6342': 0.875 });
  expect(expectedOf(await read('?by=group&region=2', 'dealer'))).toEqual({ 'null part.6342': 0.75 });
  const part = await readPart('item=part.6342&by=group', 'dealer');
  expect(part.regions.map(({ region, devices, expected }) => [region, devices, expected])).toEqual([
    ['2', 2, 0.75],
    ['1', 2, 0.375],
  ]);
  expect(expectedOf(await read('?groupId=1', 'dealer'))).toEqual({ 'null part.6342': 0.375 });
});

test('issue 14.9: a device that is silent, was judged long ago or not at all does not count, and is missing from the number', async () => {
  await addDevices(platen.database, [{}]);
  await addNeeding([
    { needs: {} },
    { needs: { 'part.6342': 0.5 }, judgedOn: daysAgo(40) },
    { needs: { 'part.6342': 0.25 }, judgedOn: daysAgo(2) },
  ]);
  const { devices, judged, parts } = await read();
  expect({ devices, judged }).toEqual({
    devices: { all: 4, counted: 1 },
    judged: { from: daysAgo(2), to: daysAgo(2) },
  });
  expect(parts.map(({ expected }) => expected)).toEqual([0.25]);
  await platen.database.db.deleteFrom('device').execute();
  expect(await read()).toMatchObject({ judged: null, devices: { all: 0, counted: 0 }, parts: [], regions: [] });
});

test('issue 14.9: the detail of a part names the devices that need it most, of its series alone', async () => {
  await addNeeding([
    ...Array.from({ length: 25 }, (_, at) => ({
      serial: `S${String(at).padStart(2, '0')}`,
      series: 'DORADO',
      model: 'M',
      needs: { 'part.6342': at / 50 },
    })),
    { serial: 'OTHER', series: 'WEISS', needs: { 'part.6342': 0.9 } },
  ]);
  const { devices, deviceCount, regions } = await readPart('item=part.6342&series=DORADO');
  expect(deviceCount).toBe(24);
  expect(devices).toHaveLength(20);
  expect(devices[0]).toMatchObject({ serial: 'S24', model: 'M', expected: 0.48, basis: 'date' });
  expect(regions).toMatchObject([{ region: '', name: null, devices: 24 }]);
});

test('0940: what the worklist asks to bring now is contained in the lower bound and in the stock, and is named', async () => {
  const asking = Array.from({ length: 12 }, (_, at) => ({
    serial: `A${String(at)}`,
    series: 'DORADO',
    needs: { 'part.6342': 1 },
    asked: ['part.6342'],
  }));
  await addNeeding([...asking, { series: 'DORADO', needs: { 'part.6342': 0.3 } }]);
  const [fuser] = (await read()).parts;
  expect(fuser).toMatchObject({ devices: 13, expected: 12.3, lower: 12, asked: 12 });
  expect(fuser?.stock).toBeGreaterThanOrEqual(12);
  const { devices, regions } = await readPart('item=part.6342&series=DORADO');
  expect(devices.map(({ isAsked }) => isAsked)).toEqual([...asking.map(() => true), false]);
  expect(regions).toMatchObject([{ asked: 12, lower: 12 }]);
});

test.each([
  '?by=town',
  '?groupId=x',
  '?region=a&town=b',
  '/devices?item=drum',
  '/devices',
  '/devices?item=part.1;drop',
])('a wrong question %s is refused with what is wrong', async (query) => {
  const answer = await platen.get('service', `/v1/parts/needed${query}`);
  expect([answer.status, await answer.json()]).toMatchObject([422, { errorCode: 202001 }]);
});
