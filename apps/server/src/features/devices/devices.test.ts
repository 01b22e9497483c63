import { type FirmwareMatcher, firmwareMatchers, sortColumns, sortOrders } from '@platen/contract/devices';
import { compareFirmware, toFirmwareKey } from '@platen/diagnosis/firmware-order';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  addDevices,
  addGroup,
  agreeForAll,
  createTestApp,
  type TestApp,
  type TestDevice,
} from '../../../test/test-app.ts';

const versions = ['T130SY0Y2000', 'T130SY0Y2001', 't130sy0y300', 'T9', 'V1', 'V01', null];
const statuses = ['error', 'warning', 'unknown', 'offline', 'normal'] as const;

/** 60 devices with every second one in group 1; values repeat so that order needs the key too. */
const fleet: TestDevice[] = Array.from({ length: 60 }, (_, n) => {
  const version = versions[n % versions.length] ?? null;
  const key = version === null ? undefined : toFirmwareKey(version);
  const rank = (n * 3) % 5;
  return {
    serial: n === 59 ? null : `SN-${String((n * 37) % 60).padStart(3, '0')}`,
    model: n % 10 === 9 ? null : `e-STUDIO ${2000 + (n % 4) * 10}`,
    customer_number: `K/${n % 6}-7`,
    customer_name: n % 3 === 0 ? null : `Kunde ${'ABC'[n % 3]} 100%`,
    description: n % 2 === 0 ? `3rd floor_${n}` : 'back\\slash 東京',
    dealer_number: `D-${n % 2}`,
    dealer_name: n % 2 === 0 ? 'Nord GmbH' : 'Süd AG',
    status: statuses[rank] ?? 'normal',
    status_rank: rank,
    firmware_version: version,
    firmware_line: key?.line ?? null,
    firmware_key: key?.key ?? null,
    group_ids: n % 2 === 0 ? [1] : [2],
  };
});

let platen: TestApp;
let ids: string[];
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer');
  await addGroup(platen.database, 2, 'Two');
  ids = await addDevices(platen.database, fleet);
});
afterAll(() => platen.close());

interface Item {
  deviceId: string;
  serial: string | null;
  [key: string]: unknown;
}
const list = async (query: string, subject = 'service') => {
  const answer = await platen.get(subject, `/v1/devices${query}`);
  const body = (await answer.json()) as { devices: Item[] };
  expect(answer.status).toBe(200);
  return {
    devices: body.devices,
    hasMore: answer.headers.get('has-more'),
    total: answer.headers.get('total-count'),
  };
};
const search = async (criteria: object, subject = 'service') => {
  const answer = await platen.post(subject, '/v1/devices/search', criteria);
  expect(answer.status).toBe(200);
  const body = (await answer.json()) as { devices: Item[] };
  return { devices: body.devices, total: answer.headers.get('total-count'), hasMore: answer.headers.get('has-more') };
};
/** Places in the fleet of the devices found, ascending. */
const places = ({ devices }: { devices: Item[] }) =>
  devices.map(({ deviceId }) => ids.indexOf(deviceId)).sort((a, b) => a - b);
const expected = (matches: (device: TestDevice, n: number) => boolean) =>
  fleet.flatMap((device, n) => (matches(device, n) ? [n] : []));

describe('device list', () => {
  test('AP-12 DL-10 DL-13 OQ-29: an item says who the device is and how it is', async () => {
    const { devices } = await list('?limit=1&search=SN-000');
    expect(devices[0]).toEqual({
      deviceId: ids[0],
      serial: 'SN-000',
      model: 'e-STUDIO 2000',
      status: 'error',
      deviceCode: null,
      statusReason: null,
      customerNumber: 'K/0-7',
      customerName: null,
      description: '3rd floor_0',
      dealerNumber: 'D-0',
      dealerName: 'Nord GmbH',
      firmwareVersion: 'T130SY0Y2000',
      updatedAt: '2026-01-02T03:04:05.000Z',
    });
  });

  test('AP-35 AP-36 DL-20 DL-21 OQ-34: headers say True while more follow, and how many there are', async () => {
    expect(await list('?limit=59')).toMatchObject({ hasMore: 'True', total: '60' });
    expect(await list('?limit=60')).toMatchObject({ hasMore: 'False', total: '60' });
    expect(await list('?offset=59')).toMatchObject({ hasMore: 'False', total: '60' });
    expect(await list('?offset=60')).toMatchObject({ hasMore: 'False', total: '60', devices: [] });
    expect(await list('?search=nowhere')).toMatchObject({ hasMore: 'False', total: '0', devices: [] });
  });

  test('AP-12 CN-02 DL-12 OQ-113: offset from 0, limit 1 to 100, both optional; all else is 422 with 202001', async () => {
    expect((await list('')).devices).toHaveLength(60);
    for (const query of [
      'limit=0',
      'limit=101',
      'offset=-1',
      'offset=x',
      'limit=1e2',
      'offset=99999999999',
      'limit=',
      'limit=5&limit=6',
      'unknown=1',
      'groupId=-1',
      'sortColumn=updatedAt',
      'sortOrder=up',
      'search=%3Cscript',
    ]) {
      const answer = await platen.get('service', `/v1/devices?${query}`);
      expect([query, answer.status, await answer.json()]).toMatchObject([
        query,
        422,
        { errorCode: 202001, detail: [{ msg: expect.any(String) }] },
      ]);
    }
  });

  test('DL-09 OQ-39: without a sort column the list is ordered by serial number, ascending, unknown ones first', async () => {
    const serials = (await list('')).devices.map(({ serial }) => serial);
    const known = fleet.flatMap(({ serial }) => serial ?? []);
    expect(serials).toEqual([null, ...known.toSorted()]);
    const found = (await search({ models: ['studio'] })).devices.map(({ serial }) => serial);
    expect(found.length).toBeGreaterThan(10);
    expect(found).toEqual(serials.filter((serial) => found.includes(serial)));
  });

  test.each(sortColumns.flatMap((column) => sortOrders.map((order) => [column, order] as const)))(
    'DL-09 DL-14 OQ-31: pages by %s %s hold every device once, in order, whatever the page size',
    async (column, order) => {
      const all = (await list(`?sortColumn=${column}&sortOrder=${order}`)).devices.map(({ deviceId }) => deviceId);
      expect(new Set(all)).toEqual(new Set(ids));
      const value = (id: string): string => {
        const device = fleet[ids.indexOf(id)];
        const of = {
          serial: device?.serial,
          model: device?.model,
          customer: device?.customer_name ?? device?.customer_number,
          description: device?.description,
        };
        return column === 'status' ? `${device?.status_rank} ${device?.serial ?? ''}` : (of[column] ?? '');
      };
      const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
      const sorted = [...ids].sort((a, b) => compare(value(a), value(b)) || compare(a, b));
      expect(all).toEqual(order === 'asc' ? sorted : sorted.reverse());

      const paged: string[] = [];
      for (let offset = 0; offset < 60; offset += 7)
        paged.push(
          ...(await list(`?sortColumn=${column}&sortOrder=${order}&limit=7&offset=${offset}`)).devices.map(
            ({ deviceId }) => deviceId,
          ),
        );
      expect(paged).toEqual(all);
      // A jump to a page that was not read before, and one shortly after a known position.
      for (const offset of [33, 45, 44])
        expect(
          (await list(`?sortColumn=${column}&sortOrder=${order}&limit=5&offset=${offset}`)).devices.map(
            ({ deviceId }) => deviceId,
          ),
        ).toEqual(all.slice(offset, offset + 5));
    },
  );

  test('DL-14 DL-19 OQ-33: a device that arrives between two pages shifts nothing into the next page', async () => {
    const first = await list('?sortColumn=model&limit=10', 'admin');
    const [extra] = await addDevices(platen.database, [{ serial: 'AAA', model: 'AAA first of all' }]);
    const second = await list('?sortColumn=model&limit=10&offset=10', 'admin');
    await platen.database.db
      .deleteFrom('device')
      .where('device_id', '=', extra ?? '')
      .execute();
    const seen = new Set(first.devices.map(({ deviceId }) => deviceId));
    expect(second.devices.filter(({ deviceId }) => seen.has(deviceId))).toEqual([]);
  });

  test('DL-23 OQ-32: free search finds a text anywhere in serial, model, customer or description, in any case', async () => {
    expect(places(await list('?search=sn-01'))).toEqual(expected(({ serial }) => serial?.includes('SN-01') ?? false));
    expect(places(await list('?search=STUDIO%202010'))).toEqual(
      expected(({ model }) => model?.includes('2010') ?? false),
    );
    expect(places(await list('?search=k/3-7'))).toEqual(expected((_, n) => n % 6 === 3));
    expect(places(await list('?search=kunde%20c'))).toEqual(expected((_, n) => n % 3 === 2));
    expect(places(await list(`?search=${encodeURIComponent('東京')}`))).toEqual(expected((_, n) => n % 2 === 1));
    expect(places(await list('?search=%20%20floor_7%20'))).toEqual([]);
    expect(await list('?search=')).toMatchObject({ total: '60' });
  });

  test('DL-23: free search finds number and name of the dealer, and full-width letters as half-width ones and back', async () => {
    expect(places(await list('?search=d-1'))).toEqual(expected((_, n) => n % 2 === 1));
    expect(places(await list('?search=nord'))).toEqual(expected((_, n) => n % 2 === 0));
    expect(await list('?search=nord', 'dealer')).toMatchObject({ total: '30' });
    expect(await list(`?search=${encodeURIComponent('süd')}`, 'dealer')).toMatchObject({ total: '0' });
    expect(places(await list(`?search=${encodeURIComponent('ｓｎ－０１')}`))).toEqual(
      expected(({ serial }) => serial?.includes('SN-01') ?? false),
    );
    // A full-width percent sign is no pattern either.
    expect(places(await list(`?search=${encodeURIComponent('０％')}`))).toEqual(expected((_, n) => n % 3 !== 0));
  });

  test('DL-23: one or two characters find what they find, with signs of patterns as themselves', async () => {
    expect(places(await list('?search=5'))).toEqual(
      expected((device) =>
        [
          device.serial,
          device.model,
          device.customer_number,
          device.customer_name,
          device.description,
          device.dealer_number,
          device.dealer_name,
        ].some((text) => text?.includes('5')),
      ),
    );
    expect(places(await list(`?search=${encodeURIComponent('東')}`))).toEqual(expected((_, n) => n % 2 === 1));
    expect(places(await list('?search=0%25'))).toEqual(expected((_, n) => n % 3 !== 0));
    expect(await list('?search=_x')).toMatchObject({ total: '0' });
    expect(places(await search({ models: ['1'] }))).toEqual(expected(({ model }) => model?.includes('1') ?? false));
  });

  test('DL-23: characters with a meaning in a pattern are searched literally', async () => {
    expect(places(await list('?search=100%25'))).toEqual(expected((_, n) => n % 3 !== 0));
    expect(await list('?search=1%25%25')).toMatchObject({ total: '0' });
    expect(places(await list('?search=floor_1'))).toEqual(
      expected(({ description }) => description?.includes('floor_1') ?? false),
    );
    expect(await list('?search=r_n')).toMatchObject({ total: '0' });
    expect(places(await list(`?search=${encodeURIComponent('back\\slash')}`))).toEqual(expected((_, n) => n % 2 === 1));
    expect(await list(`?search=${encodeURIComponent("'; drop table device; --")}`)).toMatchObject({ total: '0' });
  });

  test('DL-26 GR-04 AP-12: a dealer sees the devices of the own groups; group 0 filters nothing, a foreign group is empty', async () => {
    expect(places(await list('', 'dealer'))).toEqual(expected((_, n) => n % 2 === 0));
    expect(await list('?groupId=0', 'dealer')).toMatchObject({ total: '30' });
    expect(await list('?groupId=1', 'dealer')).toMatchObject({ total: '30' });
    expect(await list('?groupId=2', 'dealer')).toEqual(await list('?groupId=999', 'dealer'));
    expect(places(await list('?groupId=2'))).toEqual(expected((_, n) => n % 2 === 1));
    expect(await list('?groupId=0')).toMatchObject({ total: '60' });
  });

  test('DL-04 OQ-30: an offline device gives the hours without a report as the reason', async () => {
    const { devices } = await list('?sortColumn=status');
    const offline = devices.filter(({ status }) => status === 'offline');
    const hours = Math.floor((Date.now() - Date.parse('2026-01-02T03:04:05Z')) / 3_600_000);
    expect(offline.length).toBeGreaterThan(0);
    for (const { statusReason } of offline)
      expect(statusReason).toMatchObject({ source: 'noReport', code: String(hours) });
  });
});

describe('advanced search', () => {
  test('AP-13 AS-01 OQ-46: whole identifiers and numbers, parts of models and names, in any case; or inside, and between', async () => {
    expect(places(await search({ mfpIdentifiers: ['sn-001', 'SN-01', 'SN-002'] }))).toEqual(
      expected(({ serial }) => serial === 'SN-001' || serial === 'SN-002'),
    );
    expect(places(await search({ models: ['studio 2010', '2030'] }))).toEqual(
      expected(({ model }) => /2010|2030/.test(model ?? '')),
    );
    expect(places(await search({ customerNumbers: ['k/1-7', 'K/2'] }))).toEqual(expected((_, n) => n % 6 === 1));
    expect(places(await search({ customerNamesAndDescriptions: ['kunde b', 'FLOOR_10'] }))).toEqual(
      expected((_, n) => n % 3 === 1 || n === 10),
    );
    expect(places(await search({ dealerNumbers: ['d-1'] }))).toEqual(expected((_, n) => n % 2 === 1));
    expect(places(await search({ dealerNames: ['süd'] }))).toEqual(expected((_, n) => n % 2 === 1));
    expect(
      places(await search({ dealerNames: ['SÜD'], models: ['2010'], customerNumbers: ['K/1-7', 'K/5-7'] })),
    ).toEqual(
      expected(({ model }, n) => n % 2 === 1 && (model ?? '').includes('2010') && (n % 6 === 1 || n % 6 === 5)),
    );
    expect(await search({})).toMatchObject({ total: '60', hasMore: 'False' });
  });

  test('AP-13 AS-10 CN-05: thousands of identifiers at once are served', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => `sn-${String(n).padStart(3, '0')}`);
    expect(await search({ mfpIdentifiers: many })).toMatchObject({ total: '59' });
  });

  test('AP-13 GR-04 DL-26 OQ-36: the group narrows the search too, and a dealer finds nothing outside', async () => {
    expect(places(await search({ models: ['2010'], groupId: 2 }))).toEqual(
      expected(({ model }, n) => n % 2 === 1 && (model ?? '').includes('2010')),
    );
    expect(places(await search({ models: ['studio'] }, 'dealer'))).toEqual(
      expected(({ model }, n) => model !== null && n % 2 === 0),
    );
    expect(await search({ models: ['studio'], groupId: 2 }, 'dealer')).toMatchObject({ total: '0' });
  });

  test('AP-13 DL-14: pages and sorting work as in the list', async () => {
    const all = (await search({ models: ['studio'], sortColumn: 'description', sortOrder: 'desc' })).devices;
    const second = await search({
      models: ['studio'],
      sortColumn: 'description',
      sortOrder: 'desc',
      offset: 20,
      limit: 10,
    });
    expect(second.devices).toEqual(all.slice(20, 30));
    expect(second).toMatchObject({ total: '54', hasMore: 'True' });
  });

  const matches = (matcher: FirmwareMatcher, own: string, wanted: string): boolean => {
    const order = compareFirmware(own, wanted);
    if (matcher === 'equal') return order === 0;
    if (matcher === 'notEqual') return order !== 0;
    if (order === undefined) return false;
    return { lessThan: order < 0, greaterThan: order > 0, lessThanEqual: order <= 0, greaterThanEqual: order >= 0 }[
      matcher
    ];
  };
  test.each(
    firmwareMatchers.flatMap((matcher) =>
      ['T130SY0Y2001', 't130sy0y0300', 'V1', 'X5'].map((wanted) => [matcher, wanted] as const),
    ),
  )(
    'AS-02 AS-32 OQ-44 OQ-45: firmware %s %s matches as the order of versions says, never an unknown version',
    async (matcher, wanted) => {
      expect(places(await search({ firmwareVersion: { matcher, versions: [wanted] } }))).toEqual(
        expected(({ firmware_version: own }) => own !== null && own !== undefined && matches(matcher, own, wanted)),
      );
    },
  );

  test('AS-32 AS-35 OQ-42: several versions for equal and notEqual only', async () => {
    const both = ['T9', 'v001'];
    const is = (own: string | null | undefined) => own === 'T9' || own === 'V1' || own === 'V01';
    expect(places(await search({ firmwareVersion: { matcher: 'equal', versions: both } }))).toEqual(
      expected(({ firmware_version: own }) => is(own)),
    );
    expect(places(await search({ firmwareVersion: { matcher: 'notEqual', versions: both } }))).toEqual(
      expected(({ firmware_version: own }) => own !== null && !is(own)),
    );
    const refused = await platen.post('service', '/v1/devices/search', {
      firmwareVersion: { matcher: 'lessThan', versions: both },
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { errorCode: 202001, detail: [{ msg: expect.stringContaining('firmwareVersion.versions') }] },
    ]);
  });

  test('AP-13 AS-09 AS-12 AS-29: criteria that break the rules are 422 and say where', async () => {
    for (const [body, where] of [
      [{ mfpIdentifiers: ['a b'] }, 'mfpIdentifiers[0]'],
      [{ mfpIdentifiers: [] }, 'mfpIdentifiers'],
      [{ models: ['<b'] }, 'models[0]'],
      [{ customerNumbers: 'K' }, 'customerNumbers'],
      [{ dealerNumbers: ['a_b'] }, 'dealerNumbers[0]'],
      [{ limit: 101 }, 'limit'],
      [{ search: 'x' }, 'body'],
      [{ firmwareVersion: { matcher: 'like', versions: ['T'] } }, 'firmwareVersion.matcher'],
    ] as const) {
      const answer = await platen.post('service', '/v1/devices/search', body);
      expect([where, answer.status, await answer.json()]).toMatchObject([
        where,
        422,
        { errorCode: 202001, detail: [{ msg: expect.stringContaining(where) }] },
      ]);
    }
  });
});
