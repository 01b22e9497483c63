import { nicFields } from '@platen/contract/report-sections';
import { expect, test } from 'vitest';
import { networkRows } from './tab.tsx';

test('NW-02..NW-08: the network screen has the seven items of the contract in their order', () => {
  expect(networkRows).toEqual(nicFields);
});
