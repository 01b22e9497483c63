import type { AnswerOf } from '@platen/contract/endpoint';
import type { readJams, readPmParts, readToner } from '@platen/contract/readings';
import { dayFromNow } from './prediction-data.ts';

const days = (...counts: readonly (number | null)[]) =>
  counts.map((count, at) => ({ date: dayFromNow(at - counts.length + 1), count }));

/** Errors of 14 days; of the sixth nothing was reported. */
export const jams = (): AnswerOf<typeof readJams> => ({
  dailyJam: {
    jamDF: days(0, 1, 0, 0, 0, null, 0, 2, 0, 0, 1, 0, 0, 0),
    jamPrint: days(1, 0, 2, 1, 0, null, 3, 2, 4, 2, 3, 5, 4, 6),
    jamFinisher: days(0, 0, 0, 1, 0, null, 0, 0, 0, 0, 0, 0, 1, 0),
    serviceCall: days(0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 1, 0, 1),
    other: days(0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 0, 0, 0),
  },
});

const judged = (daysLeft: number, lower: number, upper: number) => ({ days: daysLeft, lower, upper });
const short = { rule: 'tonerUse', readings: 9, neededReadings: 14, from: null, to: null };

/** Days left of three colours; too few readings of cyan, nothing at all of erasable blue. */
export const toner = (): AnswerOf<typeof readToner> => ({
  toner: { black: null, yellow: null, magenta: null, cyan: null, eBlue: null },
  cartridgeReplacement: { black: [], yellow: [], magenta: [], cyan: [], eBlue: [] },
  tonerNearEmpty: null,
  tonerLeftDays: { black: 27, yellow: 49, magenta: 4, cyan: null, eBlue: null },
  tonerLeftDaysRange: {
    black: judged(27, 22, 33),
    yellow: judged(49, 40, 61),
    magenta: judged(4, 3, 6),
    cyan: { days: null, basis: short },
    eBlue: null,
  },
});

const part = (partsCode: string, lifeNow: number | null, life4Weeks: number | null) => ({
  partsCode,
  lifeNow,
  life1Week: lifeNow,
  life2Weeks: lifeNow,
  life4Weeks,
  counter: null,
  consumedLife: lifeNow,
});
export const pmParts = (): AnswerOf<typeof readPmParts> => ({
  threshold: 100,
  parts: [
    part('6250', 93, 100),
    part('6342', 118, 124),
    part('6321', 104, 109),
    part('6254', 40, 52),
    part('6422', 101, 112),
    part('6420', null, null),
  ],
});
