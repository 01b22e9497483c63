import type { AnswerOf } from '@platen/contract/endpoint';
import type { readCounter } from '@platen/contract/readings';

type CounterAnswer = AnswerOf<typeof readCounter>;

/** Months up to the running one, `YYYY-MM`, oldest first. */
export function recentMonths(count: number): string[] {
  const now = new Date();
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - n), 1)).toISOString().slice(0, 7),
  );
}
const [first = '', second = '', third = '', fourth = '', fifth = '', running = ''] = recentMonths(6);

/** A colour device: the oldest month without a report, some sources not reported. */
export const richCounter = (): CounterAnswer => ({
  monthly: [
    { label: first, black: null, color: null },
    { label: second, black: 9120, color: 5410 },
    { label: third, black: 6240, color: 3180 },
    { label: fourth, black: 9870, color: 6105 },
    { label: fifth, black: 10_140, color: 6420 },
    { label: running, black: 6142, color: 3890 },
  ],
  summary: {
    month3: { black: 26_152, color: 16_415 },
    month6: { black: 41_512, color: 25_005 },
    total: { black: 791_400, color: 492_906 },
  },
  module: {
    ADF: 402_118,
    bypass: 8412,
    CST1: 611_902,
    CST2: 498_204,
    CST3: 121_806,
    CST4: null,
    LCF: 0,
    SFB: 77,
    ADU: 318_440,
    TLCF: 12,
    OLCF: 34,
    O2LCF: 56,
  },
  scanModule: { large: 13_324, small: 392_922 },
});

/** A device that counts all pages as one, and no sources. */
export const plainCounter = (): CounterAnswer => ({
  monthly: recentMonths(6).map((label, n) => ({ label, black: null, color: null, total: n * 100 })),
  summary: {
    month3: { black: null, color: null, total: 1200 },
    month6: { black: null, color: null, total: 1500 },
    total: { black: null, color: null, total: 51_000 },
  },
  module: {
    ADF: null,
    bypass: null,
    CST1: null,
    CST2: null,
    CST3: null,
    CST4: null,
    LCF: null,
    SFB: null,
    ADU: null,
  },
  scanModule: { large: null, small: 12 },
});

/** A device that reports no counters at all. */
export const silentCounter = (): CounterAnswer => ({
  monthly: recentMonths(6).map((label) => ({ label, black: null, color: null })),
  summary: {
    month3: { black: null, color: null },
    month6: { black: null, color: null },
    total: { black: null, color: null },
  },
  module: plainCounter().module,
  scanModule: { large: null, small: null },
});
