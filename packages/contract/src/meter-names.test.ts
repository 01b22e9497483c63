import { expect, test } from 'vitest';
import { splitMeter, toReportedMeters } from './meter-names.ts';
import type { DeviceReport } from './report.ts';

const measured = (value: number) => ({ state: 'measured' as const, value });
const byFunction = (counter: object, value: number, unit = 'impressions') => ({
  ...counter,
  unit,
  reading: measured(value),
});
const counters = {
  total: { unit: 'impressions', reading: measured(900) },
  black: { unit: 'impressions', reading: measured(700) },
  color: { unit: 'impressions', reading: { state: 'unknown' } },
  byFunction: [
    byFunction({ function: 'copy', size: 'all', color: 'black' }, 40),
    byFunction({ function: 'all', size: 'large', color: 'black' }, 5),
    byFunction({ function: 'scan', size: 'all', color: 'all' }, 60),
    byFunction({ function: 'all', size: 'all', color: 'all' }, 450, 'sheets'),
    byFunction({ function: 'copy', size: 'all', color: 'black' }, 41),
  ],
};

test('LG-01: a meter is a counter by name and unit; sheets and impressions are two meters, what is not measured is none', () => {
  // The form of a report, without what this is not about.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const meters = toReportedMeters({ counters } as unknown as DeviceReport);
  expect(meters.map(({ meter, value }) => [meter, value])).toEqual([
    ['total', 900],
    ['black', 700],
    ['copy.black', 40],
    ['large.black', 5],
    ['scan', 60],
    ['all@sheets', 450],
  ]);
  expect(splitMeter('all@sheets')).toEqual({ name: 'all', unit: 'sheets' });
  expect(splitMeter('total')).toEqual({ name: 'total', unit: 'impressions' });
});
