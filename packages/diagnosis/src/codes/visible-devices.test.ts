import { describe, expect, it } from 'vitest';
import { levelBy } from './stored-codes.ts';
import { toVisibleComparison } from './visible-devices.ts';

const tables = (count: number, valueOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => ({
    firmware: `T${at % 3}`,
    codes: new Map([['1.0', valueOf(at)]]),
  }));

describe('codes of devices that the user may see', () => {
  it('CD-07 CD-08: from five devices on they have a mode and an average, of any dealer', () => {
    expect(toVisibleComparison(tables(4, () => '5'))).toBeNull();
    expect(toVisibleComparison(tables(5, (at) => (at === 0 ? '10' : '5')))).toEqual({
      devices: 5,
      usual: { '1.0': ['5', '6'] },
      levels: null,
    });
  });

  it('CD-07: a value that only one device has is no mode', () => {
    expect(toVisibleComparison(tables(6, String))?.usual).toEqual({ '1.0': [null, '3'] });
  });

  it('CD-09: twenty devices of the firmware of the device compared, the first, are compared among themselves', () => {
    const same = tables(20, () => '5').map((table) => ({ ...table, firmware: 'T9' }));
    const { levels } = toVisibleComparison([...same, ...tables(30, () => '7')]) ?? {};
    expect(levels).toMatchObject({ devices: 20, firmware: 'T9' });
    expect(levelBy('7', levels?.rules['1.0'])).toBe(1);
  });

  it('CD-09: a level is given from twenty devices on, by the limits of wider groups', () => {
    const few = toVisibleComparison(tables(19, (at) => String(100 + (at % 7))));
    expect(few?.levels).toBeNull();
    const enough = toVisibleComparison(tables(30, (at) => String(100 + (at % 7))));
    expect(levelBy('103', enough?.levels?.rules['1.0'])).toBe(0);
    expect(levelBy('300', enough?.levels?.rules['1.0'])).toBe(3);
  });
});
