import type { AnsweredFigures, AnsweredVisitFigures } from '@platen/contract/visit-figures';
import { fewerJams, nearUsual, tooEarly } from './effects.ts';

const some: AnsweredFigures = {
  problems: 17,
  callBacks: 3,
  returns: 1,
  callBackShare: null,
  returnShare: null,
  firstTime: null,
  spans: 11,
  pagesBetween: null,
  brought: 21,
  unused: 4,
};
const many: AnsweredFigures = {
  problems: 164,
  callBacks: 21,
  returns: 14,
  callBackShare: 12.8,
  returnShare: 7.6,
  firstTime: { value: 79.6, lower: 75.1, upper: 83.4 },
  spans: 96,
  pagesBetween: 28_600,
  brought: 212,
  unused: 38,
};
const deviceId = '0193e0a0-0000-7000-8000-000000000001';

/** Half a year of visits: some groups with enough of them, some without. */
export const visitFigures: AnsweredVisitFigures = {
  from: '2026-06-01',
  to: '2026-11-26',
  all: many,
  months: [
    { month: '2026-06', ...some },
    { month: '2026-07', ...many },
  ],
  models: [
    { model: 'Platen M3210', ...many },
    { model: null, ...some },
  ],
  modelCount: 2,
  customers: [{ customerNumber: 'C-20044', customerName: 'Bexholm Outfitters', ...many }],
  customerCount: 61,
  technicians: [],
  parts: [
    {
      kind: 'feedRoller',
      entries: 38,
      better: 24,
      noClearChange: 9,
      worse: 1,
      notYetKnown: 4,
      ratio: 0.31,
      lower: 0.24,
      upper: 0.4,
    },
    {
      kind: 'other',
      entries: 3,
      better: 0,
      noClearChange: 0,
      worse: 0,
      notYetKnown: 3,
      ratio: null,
      lower: null,
      upper: null,
    },
  ],
  changes: [fewerJams, tooEarly, nearUsual].map((effect) => ({ deviceId, serial: 'PAAX000260', effect })),
  changeCount: 143,
  advice: [
    { component: 'drum', family: 'C5500', advised: 31, replaced: 22, foundGood: 3, notLookedAt: 6, open: 0 },
    { component: 'feedRoller', family: null, advised: 41, replaced: 30, foundGood: 3, notLookedAt: 8, open: 0 },
  ],
  countedAt: '2026-11-26T12:31:00.000Z',
};

const none: AnsweredFigures = { ...some, problems: 0, callBacks: 0, returns: 0, spans: 0, brought: 0, unused: 0 };

/** A fleet without visits. */
export const noFigures: AnsweredVisitFigures = {
  ...visitFigures,
  all: none,
  months: [{ month: '2026-11', ...none }],
  models: [],
  modelCount: 0,
  customers: [],
  customerCount: 0,
  parts: [],
  changes: [],
  changeCount: 0,
  advice: [],
  countedAt: null,
};
