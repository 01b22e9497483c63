import type { EvidenceEntry } from '@platen/contract/details';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts, readToner } from '@platen/contract/readings';

type Toner = AnswerOf<typeof readToner>;
type Part = AnswerOf<typeof readPmParts>['parts'][number];
const dayMs = 86_400_000;
const midnight = (back: number) => `${new Date(Date.now() - back * dayMs).toISOString().slice(0, 10)}T00:00:00.000Z`;

const basis = (rule: string, readings: number) => ({
  rule,
  readings,
  neededReadings: 14,
  from: '2026-08-01',
  to: '2026-11-20',
});
const cartridges = (newest: number, every: number, count: number, pixels: number) =>
  Array.from({ length: count }, (_, place) => ({
    replacedAt: midnight(newest + place * every),
    counter: 1_267_016 - place * 31_000,
    averagePixelCount: pixels + (place % 3) / 10,
  }));

/** Four colours: black usual, yellow without a range, magenta near its end, cyan with too few readings. */
export const toner = (): Toner => ({
  toner: {
    black: { percent: 34, averagePixelCount: 5 },
    yellow: { percent: 58, averagePixelCount: 4.4 },
    magenta: { percent: 7, averagePixelCount: 6.8 },
    cyan: { percent: 41, averagePixelCount: null },
    eBlue: null,
  },
  cartridgeReplacement: {
    black: cartridges(36, 65, 10, 5),
    yellow: cartridges(44, 111, 9, 4.4),
    magenta: cartridges(61, 99, 10, 6.8),
    cyan: [{ replacedAt: midnight(56), counter: null, averagePixelCount: 4.8 }],
    eBlue: [],
  },
  tonerNearEmpty: { mode: 'centre', percent: null, sheets: null },
  tonerLeftDays: { black: 27, yellow: 49, magenta: 4, cyan: null, eBlue: null },
  tonerLeftDaysRange: {
    black: { days: 27, lower: 22, upper: 33, basis: basis('toner', 34) },
    yellow: { days: 49 },
    magenta: { days: 4, lower: 3, upper: 6, basis: basis('toner', 34) },
    cyan: { days: null, basis: basis('toner', 9) },
    eBlue: null,
  },
});

export const silentToner = (): Toner => {
  const none = { black: null, yellow: null, magenta: null, cyan: null, eBlue: null };
  return {
    toner: none,
    cartridgeReplacement: { black: [], yellow: [], magenta: [], cyan: [], eBlue: [] },
    tonerNearEmpty: null,
    tonerLeftDays: none,
  };
};

const part = (partsCode: string, lifeNow: number | null, in4Weeks: number | null, more: Partial<Part> = {}): Part => {
  const at = (share: number) =>
    lifeNow === null || in4Weeks === null ? null : Math.round((lifeNow + (in4Weeks - lifeNow) * share) * 10) / 10;
  const around = (value: number | null) => (value === null ? null : { lower: value - 1.4, upper: value + 2.2 });
  return {
    partsCode,
    lifeNow,
    life1Week: at(0.25),
    life2Weeks: at(0.5),
    life4Weeks: at(1),
    counter: lifeNow === null ? null : Math.round(lifeNow * 1200),
    consumedLife: lifeNow,
    messageId: null,
    ...(in4Weeks === null
      ? {}
      : { ranges: { life1Week: around(at(0.25)), life2Weeks: around(at(0.5)), life4Weeks: around(at(1)) } }),
    replacedAt: '2025-03-14',
    basis: basis('pmParts', 34),
    ...more,
  };
};

/**
 * Two due, one to watch, one sound, one with too few readings, one of unknown life; `codes` are those of a
 * family.
 */
export const pmParts = (codes: readonly string[]): AnswerOf<typeof readPmParts> => {
  const [first = 'A', second = 'B', third = 'C', fourth = 'D'] = codes;
  return {
    threshold: 100,
    parts: [
      part(first, 118.4, 124.2),
      part(second, 101, 112),
      part(fourth, 61, 66, { replacedAt: null }),
      part(third, 95, 102),
      part('9901', 40, null, { name: 'Ozone filter', basis: basis('pmParts', 9) }),
      part('9902', null, null, { basis: basis('pmParts', 0) }),
    ],
  };
};

const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const judged = (source: string): EvidenceEntry => ({
  protocol: 'report',
  source,
  name: 'readings',
  raw: '34 (2026-08-01/2026-11-20)',
  rule: 'derived',
  also: [
    { source, name: 'neededReadings', raw: '14' },
    { source, name: 'judgedAt', raw: '2026-11-20T12:58:00.000Z' },
  ],
  observedAt: at(490),
  receivedAt: at(488),
  collector: null,
});
const reported = (source: string, raw: string): EvidenceEntry => ({
  protocol: 'report',
  source,
  raw,
  rule: 'asReported',
  observedAt: at(18),
  receivedAt: at(17),
  collector: 'Collector 03',
});

/** Evidence of the history screens, as the server keys it. */
export const historyEvidence = (partsCode = 'A'): Record<string, EvidenceEntry> => ({
  'toner.leftDays.black': judged('toner'),
  'toner.averagePixelCount.black': reported('sensors.pixelCount.black', '5'),
  'toner.nearEmpty': reported('sensors.nearEmptyMode', '2'),
  [`parts.${partsCode}`]: reported(`parts.${partsCode}.consumedLife`, '118.4'),
  [`parts.${partsCode}.life4Weeks`]: judged('pmParts'),
  [`parts.${partsCode}.counter`]: reported(`parts.${partsCode}.pages`, '142080'),
  'errors.daily': { ...reported('errors', '41 (2026-11-01/2026-11-20)'), rule: 'derived' },
  'errors.monthly': { ...reported('errors', '96 (2026-01-02/2026-06-20)'), rule: 'derived' },
  'errors.logs': reported('errors', '6 (2026-11-01/2026-11-20)'),
});
