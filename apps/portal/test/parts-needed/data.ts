import type { NeededPart, PartNeed, PartsNeeded } from '@platen/contract/parts-needed';

const toPart = (more: Partial<NeededPart> & Pick<NeededPart, 'item' | 'expected'>): NeededPart => ({
  series: 'REUSS3',
  devices: 140,
  lower: Math.floor(0.7 * more.expected),
  upper: Math.ceil(1.4 * more.expected),
  stock: Math.ceil(1.4 * more.expected),
  bases: { date: 0, life: more.expected, rate: 0 },
  ...more,
});

/** A fleet with parts that are needed often, seldom, and hardly. */
export const needed: PartsNeeded = {
  days: 91,
  judged: { from: '2026-11-21', to: '2026-11-22' },
  devices: { all: 308, counted: 301 },
  by: 'dealer',
  regions: [
    { region: 'D-2041', name: 'Haldane Office', devices: 120 },
    { region: 'D-2043', name: '北浜ビジネス機器', devices: 101 },
    { region: '', name: null, devices: 87 },
  ],
  regionCount: 3,
  parts: [
    toPart({ item: 'toner.black', expected: 214.3 }),
    toPart({ item: 'part.6342', expected: 12.4, asked: 3, bases: { date: 7.2, life: 5.2, rate: 0 } }),
    toPart({ item: 'part.6250', expected: 6.1, series: 'MATTER', devices: 33 }),
    toPart({ item: 'part.9999', expected: 2.5, series: null, devices: 9, bases: { date: 0, life: 0, rate: 2.5 } }),
    toPart({ item: 'part.6410', expected: 0.04, lower: 0, upper: 0, stock: 0 }),
  ],
};

export const fuserNeed: PartNeed = {
  devices: [
    {
      deviceId: '0190a0b0-0000-7000-8000-000000000001',
      serial: 'CKL248117',
      model: 'MFP 4525C',
      customerName: 'Weir school',
      customerNumber: 'C-10021',
      expected: 1,
      basis: 'date',
      isAsked: true,
    },
    {
      deviceId: '0190a0b0-0000-7000-8000-000000000002',
      serial: null,
      model: null,
      customerName: null,
      customerNumber: null,
      expected: 0.004,
      basis: 'life',
    },
  ],
  deviceCount: 140,
  regions: [
    { region: 'D-2041', name: 'Haldane Office', devices: 60, expected: 7.1, lower: 4, upper: 10, stock: 10 },
    { region: '', name: null, devices: 80, expected: 5.3, lower: 3, upper: 8, stock: 8 },
  ],
  regionCount: 2,
};
