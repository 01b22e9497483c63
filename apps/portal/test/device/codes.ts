import type { readCode05, readCode05Setting, readCode13 } from '@platen/contract/codes';
import type { AnswerOf } from '@platen/contract/endpoint';

type FleetCode = AnswerOf<typeof readCode05>['codes'][number];

const fleetCode = (main: number, more: Partial<FleetCode> = {}): FleetCode => ({
  main,
  sub: 0,
  currentValue: '50',
  modeValue: '50',
  averageValue: '50.1',
  outlierLevel: 0,
  alertThreshold: null,
  clearThreshold: null,
  ...more,
});

/** The codes of the design's mockup, and around them as many usual ones as it takes. */
export function fleetCodes(count = 40): AnswerOf<typeof readCode05> {
  const named: FleetCode[] = [
    fleetCode(2092, { currentValue: '219', modeValue: '180', averageValue: '180.4', outlierLevel: 3 }),
    fleetCode(2189, { currentValue: '46', outlierLevel: 1 }),
    fleetCode(2190, {
      currentValue: '63',
      averageValue: '50.3',
      outlierLevel: 3,
      alertThreshold: 59,
      clearThreshold: 55,
    }),
    fleetCode(2194, { sub: 2, currentValue: '479', modeValue: '512', averageValue: '511.7', outlierLevel: 2 }),
    fleetCode(2457, { currentValue: '', averageValue: '50.2', outlierLevel: null }),
    fleetCode(2463, {
      currentValue: '165',
      modeValue: '180',
      averageValue: '180.9',
      outlierLevel: 2,
      alertThreshold: 169,
      clearThreshold: 175,
    }),
    fleetCode(2476, { alertThreshold: 80 }),
    fleetCode(4000, { currentValue: 'A0', modeValue: 'B0', averageValue: null, outlierLevel: 2 }),
    fleetCode(4001, { modeValue: null, averageValue: null, outlierLevel: null }),
  ];
  const more = Array.from({ length: Math.max(0, count - named.length) }, (_, index) =>
    fleetCode(5000 + index, { currentValue: String(index) }),
  );
  return {
    codes: [...named, ...more],
    comparedWith: {
      usual: { scope: 'model', name: 'MFP C1', devices: 20 },
      levels: { scope: 'line', name: 'REUSS2 T100', devices: 50 },
    },
  };
}

export const plainCodes = (): AnswerOf<typeof readCode13> => ({
  codes: [
    { main: 100, currentValue: 'on' },
    { main: 150, currentValue: '7' },
    { main: 400, currentValue: '' },
    { main: 500, currentValue: '12' },
  ],
});

export const codeSetting = (
  more: Partial<AnswerOf<typeof readCode05Setting>> = {},
): AnswerOf<typeof readCode05Setting> => ({
  main: 2190,
  sub: 0,
  alertThreshold: 59,
  clearThreshold: 55,
  changedBy: 'R. Okafor',
  changedAt: '2026-11-20T14:02:00.000Z',
  ...more,
});
