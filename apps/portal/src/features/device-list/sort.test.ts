import { type DeviceListItem, deviceStatuses, sortColumns, sortKeysOf, sortOrders } from '@platen/contract/devices';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { aDevice } from '../../../../../packages/contract/test/a-device.ts';
import { mergeSorted, toCompare, toSortText } from './model.ts';

const text = fc.option(fc.constantFrom('a', 'B', 'b', '10', '9', 'é', '東'), { nil: null });
const anyRow: fc.Arbitrary<DeviceListItem> = fc
  .record({
    deviceId: fc.uuid(),
    serial: text,
    model: text,
    status: fc.constantFrom(...deviceStatuses),
    customerNumber: text,
    customerName: text,
    description: text,
  })
  .map(aDevice);
const anySort = fc.record({ sortColumn: fc.constantFrom(...sortColumns), sortOrder: fc.constantFrom(...sortOrders) });

test('DL-09: pages of a server that ignores the order are put in order in the browser, none lost', () => {
  fc.assert(
    fc.property(fc.array(fc.array(anyRow, { maxLength: 8 }), { maxLength: 5 }), anySort, (pages, sort) => {
      let rows: readonly DeviceListItem[] = [];
      for (const page of pages) rows = mergeSorted(rows, page, sort);
      const compare = toCompare(sort);
      expect(rows.every((row, index) => index === 0 || compare(rows[index - 1] ?? row, row) <= 0)).toBe(true);
      expect(new Set(rows)).toEqual(new Set(pages.flat()));
    }),
  );
});

test('DL-09: without a picked column the order of the server stands', () => {
  fc.assert(
    fc.property(fc.array(anyRow), fc.array(anyRow), (first, second) => {
      expect(mergeSorted(mergeSorted([], first, undefined), second, undefined)).toEqual([...first, ...second]);
    }),
  );
});

test('DL-04 DL-09: by status, ascending means the most urgent first', () => {
  const rows = fc.sample(anyRow, 5).map((row, index) => ({ ...row, status: deviceStatuses[4 - index] ?? 'normal' }));
  const sorted = mergeSorted([], rows, { sortColumn: 'status', sortOrder: 'asc' });
  expect(sorted.map((row) => row.status)).toEqual(['error', 'warning', 'unknown', 'offline', 'normal']);
});

test('DL-07: a customer is shown and sorted by name, else by number', () => {
  const [key = []] = sortKeysOf('customer');
  expect(toSortText(aDevice({ customerName: 'Nordhavn', customerNumber: '17' }), key)).toBe('Nordhavn');
  expect(toSortText(aDevice({ customerNumber: '17' }), key)).toBe('17');
  expect(toSortText(aDevice(), key)).toBeNull();
});
