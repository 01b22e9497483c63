import { deviceStatuses } from '@platen/contract/device-names';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { addDevices } from '../../../test/test-app.ts';
import type { Query } from '../../device-list/distinct-texts.ts';
import { type DeviceRow, toKey } from '../../device-list/selection.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { type PageWay, type PreparedRequest, readPage, toFound } from './page.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.close();
});

const service: SignedInUser = {
  userId: '01900000-0000-7000-8000-00000000000a',
  subject: 'service',
  name: 'Service',
  role: 'service',
  seesAll: true,
  groups: [],
  agreedTermsVersion: '1.0.1',
};
const dealer: SignedInUser = {
  ...service,
  role: 'dealer',
  seesAll: false,
  groups: [2, 3].map((groupId) => ({ groupId, name: String(groupId) })),
};

type Place = Omit<Parameters<typeof readPage>[2], 'way'>;
/** A number: of each cell at first. */
type Way = PageWay | 'found' | 'foundInLarge';

const fleet = fc.array(
  fc.record({
    serial: fc.constantFrom(null, '', 'A', 'B', 'C'),
    customer_name: fc.constantFrom(null, 'a', 'b'),
    ranked: fc.constantFrom(...deviceStatuses.entries()),
    group_ids: fc.subarray([1, 2, 3]),
  }),
  { maxLength: 30 },
);
const request = fc.record({
  user: fc.constantFrom(service, dealer),
  groupId: fc.constantFrom(0, 1, 2),
  column: fc.constantFrom('status' as const, 'customer' as const),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  limit: fc.integer({ min: 1, max: 5 }),
  offset: fc.nat({ max: 8 }),
});

test('AP-35 DL-09 DL-14: each way of reading pages gives the same devices in the same order', async () => {
  const query: Query = async (statement) => (await statement.execute(database.db)).rows;
  const read = (asked: PreparedRequest, place: Place, way: Way): Promise<DeviceRow[]> =>
    way === 'found' || way === 'foundInLarge'
      ? query(toFound(asked, { ...place, isLargeGroup: way === 'foundInLarge' }))
      : readPage(query, asked, { ...place, way });
  await fc.assert(
    fc.asyncProperty(fleet, request, async (devices, { column, order, ...rest }) => {
      await database.owner.query('truncate device, fleet_total, fleet_total_change cascade');
      await addDevices(
        database,
        devices.map(({ ranked: [status_rank, status], ...device }) => ({ ...device, status, status_rank })),
      );
      const asked: PreparedRequest = { ...rest, sort: { column, order }, filter: { search: '' } };
      const all = await read(asked, { after: undefined, skip: 0, rows: 1000 }, 'walk');
      const isSeen = ({ group_ids: groups }: (typeof devices)[number]) =>
        asked.groupId === 0
          ? asked.user.seesAll || groups.some((group) => group !== 1)
          : (asked.user.seesAll || asked.groupId !== 1) && groups.includes(asked.groupId);
      expect(all).toHaveLength(devices.filter(isSeen).length);
      const { offset, limit } = asked;
      const last = all[offset - 1];
      const places = [
        { after: undefined, skip: offset, rows: limit + 1 },
        ...(last === undefined ? [] : [{ after: toKey(asked.sort, last), skip: 0, rows: limit + 1 }]),
      ];
      for (const place of places) {
        // By skipping, the row before the page comes along.
        const from = place.skip > 0 ? offset - 1 : offset;
        const expected = all.slice(from, offset + limit + 1).map(({ deviceId }) => deviceId);
        for (const way of [
          'walk',
          'find',
          'found',
          'foundInLarge',
          ...(column === 'status' ? [1, 2, 20] : []),
        ] as const)
          expect([way, (await read(asked, place, way)).map(({ deviceId }) => deviceId)]).toEqual([way, expected]);
      }
    }),
    { numRuns: 60 },
  );
});
