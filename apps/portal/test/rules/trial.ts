import type { TrialAnswer, TrialResult } from '@platen/contract/rule-trials';
import { idOf } from './data.ts';

const dayOf = (index: number): string => new Date(Date.UTC(2025, 7, 22 + index)).toISOString().slice(0, 10);
const days = Array.from({ length: 90 }, (_none, index) => dayOf(index));
const at = (value: number, times: number) => ({ value, times, devices: Math.min(times, 9) });
const device = { deviceId: idOf(801), serial: 'PKRL000801', customerName: 'Rosvik Engineering' };

/** What came of trying `jams`: 14 times on 9 of 41 devices. */
export const result: TrialResult = {
  days: 90,
  from: dayOf(0),
  to: dayOf(89),
  canBeTried: true,
  coverage: {
    inScope: 41,
    tried: 41,
    reporting: 38,
    daysWith: 3211,
    daysWithout: 479,
    firstDay: dayOf(0),
    slower: 6,
  },
  sample: null,
  isByDay: true,
  afterwards: null,
  times: 14,
  devices: 9,
  firingNow: 3,
  mostTogether: 4,
  crowdedDays: 0,
  lastedMedianDays: 5.5,
  lastedLongestDays: 23,
  flickering: 1,
  nearMisses: 5,
  byDay: days.map((day, index) => ({ day, opened: index === 30 ? 2 : 0, open: index >= 30 ? 2 : 0 })),
  worst: [
    {
      ...device,
      times: 2,
      days: 23,
      firings: [
        { deviceId: device.deviceId, subject: 'CST2', from: dayOf(30), to: dayOf(52) },
        { deviceId: device.deviceId, subject: 'CST2', from: dayOf(80), to: null },
      ],
      known: [{ day: dayOf(53), kind: 'replacement', item: 'toner.black' }],
    },
  ],
  customers: [{ name: 'Rosvik Engineering', times: 14, devices: 9 }],
  examples: [
    {
      ...device,
      subject: 'CST2',
      firings: [{ deviceId: device.deviceId, subject: 'CST2', from: dayOf(30), to: dayOf(52) }],
      tests: [days.map((day, index) => ({ day, value: index === 40 ? null : index > 28 && index < 52 ? 6.2 : 1 }))],
      steps: [
        { at: `${dayOf(30)}T06:00:00Z`, change: 'opened', tests: [{ value: 4.4 }] },
        { at: `${dayOf(52)}T06:00:00Z`, change: 'cleared', tests: [{ value: 2.1 }] },
      ],
    },
  ],
  followed: {
    firings: 10,
    replacements: 8,
    serviceCalls: 2,
    visits: null,
    events: 13,
    missed: 3,
    missedOn: [
      {
        deviceId: idOf(802),
        serial: 'PKRL000802',
        customerName: 'Norrby Software',
        day: dayOf(40),
        kind: 'serviceCall',
        item: 'C371',
      },
    ],
  },
  overlap: 12,
  overlapBy: [
    { kind: 'part', times: 10 },
    { kind: 'rule', rule: 'Same code', times: 2 },
  ],
  otherwise: {
    value: [at(2, 71), at(3.4, 22), at(4, 14), at(4.8, 9), at(8, 1)],
    windowHours: [at(168, 22), at(336, 14), at(672, 9)],
    openDelayMinutes: [at(0, 21), at(1440, 14), at(4320, 8)],
    clear: [at(3.8, 16), at(3, 14), at(2, 11)],
  },
};

export const answer = (change: Partial<TrialAnswer> = {}): TrialAnswer => ({
  result,
  comparison: null,
  triedAt: '2025-11-20T08:12:00Z',
  ...change,
});
