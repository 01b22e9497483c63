import { firmwareFields } from '@platen/contract/report-sections';
import { expect, test } from 'vitest';
import { firmwareRows } from './tab.tsx';

test('FW-15: the firmware screen has the 14 fields of the contract in their order', () => {
  expect(firmwareRows).toEqual(firmwareFields);
});
