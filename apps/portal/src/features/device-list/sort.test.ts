import { type DeviceListItem, deviceStatuses, sortColumns, sortOrders } from '@platen/contract/devices';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeSorted, toCompare, toCustomer } from './sort.ts';

const text = fc.option(fc.constantFrom('a', 'B', 'b', '10', '9', 'é', '東'), { nil: null });
const anyRow: fc.Arbitrary<DeviceListItem> = fc.record({
  deviceId: fc.uuid(),
  serial: text,
  model: text,
  status: fc.constantFrom(...deviceStatuses),
  deviceCode: fc.constant(null),
  statusReason: fc.constant(null),
  customerNumber: text,
  customerName: text,
  description: text,
  dealerNumber: fc.constant(null),
  dealerName: fc.constant(null),
  firmwareVersion: fc.constant(null),
  updatedAt: fc.constant('2026-01-01T00:00:00Z'),
});
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
  expect(toCustomer({ customerName: 'Nordhavn', customerNumber: '17' })).toBe('Nordhavn');
  expect(toCustomer({ customerName: null, customerNumber: '17' })).toBe('17');
  expect(toCustomer({ customerName: null, customerNumber: null })).toBeNull();
});
