import { expect, test } from 'vitest';
import { toCriteriaSummary } from './search-notice.tsx';

test('DL-03: the notice names every list in force in the order of the form, with the comparison of the firmware', () => {
  const summary = toCriteriaSummary({
    firmwareVersion: { matcher: 'lessThan', versions: ['S310SY0J1650'] },
    dealerNumbers: ['D-2041', 'D-2043'],
    models: ['4525C'],
  });
  expect(summary).toEqual([
    { field: 'models', matcher: undefined, values: ['4525C'], more: 0 },
    { field: 'dealerNumbers', matcher: undefined, values: ['D-2041', 'D-2043'], more: 0 },
    { field: 'firmwareVersion', matcher: 'lessThan', values: ['S310SY0J1650'], more: 0 },
  ]);
});

test('DL-03: of a long list the first values are shown and the others counted', () => {
  const mfpIdentifiers = Array.from({ length: 1200 }, (_, index) => `CKL${index}`);
  expect(toCriteriaSummary({ mfpIdentifiers }, 3)[0]).toMatchObject({ values: ['CKL0', 'CKL1', 'CKL2'], more: 1197 });
});
