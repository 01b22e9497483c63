import type { ListHealth } from '@platen/contract/list-health';

const weeks = (...values: (number | null)[]) => values;

/** Eight weeks of a list: P1, flickering and the frequent ones are missed, stale ones are not known. */
export const listHealth: ListHealth = {
  from: '2025-09-26',
  to: '2025-11-20',
  measures: {
    openingsAnHour: { value: 4.2, target: 6, met: true, weeks: weeks(5, 4.8, 6.1, 5.7, 4.6, 4.9, 4.4, 4.2) },
    shareP1: { value: 0.19, target: 0.05, met: false, weeks: weeks(0.24, 0.26, 0.22, 0.2, 0.21, 0.19, 0.19, 0.18) },
    shareP2: { value: 0.12, target: 0.15, met: true, weeks: weeks(0.1, 0.1, 0.12, 0.12, 0.14, 0.12, 0.13, 0.12) },
    flickering: { value: 1, target: 0, met: false, weeks: weeks(4, 3, 3, 2, 5, 2, 2, 1) },
    stale: { value: null, target: 5, met: null, weeks: weeks(null, null, null, null, null, null, null, null) },
    fleeting: { value: 0.02, target: 0.05, met: true, weeks: weeks(0.02, null, 0.01, 0.02, 0.02, 0.02, 0.02, 0.02) },
    nuisance: { value: 0.14, target: 0.2, met: true, weeks: weeks(0.24, 0.22, 0.2, 0.2, 0.16, 0.16, 0.14, 0.14) },
  },
  acknowledged: { median: 18, ninety: 110, weeks: weeks(31, 29, 27, 20, 22, 19, 18, 18) },
  frequent: [
    {
      kind: 'down',
      subject: 'C371',
      rowId: '01900000-0000-7000-8000-000000000101',
      name: 'CNDR71234',
      count: 14,
      share: 0.04,
    },
    { kind: 'supply', subject: 'black', count: 10, share: 0.03 },
  ],
  causes: {
    shareP1: [
      { kind: 'down', count: 41 },
      { kind: 'supply', count: 9 },
    ],
    flickering: [{ kind: 'down', count: 5 }],
  },
  zone: 'Europe/Berlin',
};
