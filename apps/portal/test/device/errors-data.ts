import type { AnswerOf } from '@platen/contract/endpoint';
import type { readErrorLogs, readErrorTrend, readJams } from '@platen/contract/readings';

type Log = AnswerOf<typeof readErrorLogs>['errorLogs'][number];
const dayMs = 86_400_000;
const day = (back: number) => new Date(Date.now() - back * dayMs).toISOString().slice(0, 10);
const strip = (counts: readonly (number | null)[]) =>
  counts.map((count, place) => ({ date: day(counts.length - 1 - place), count }));

/** Fourteen days, the sixth without a report; no error of kind other. */
export const jams = (): AnswerOf<typeof readJams> => ({
  dailyJam: {
    jamDF: strip([0, 1, 0, 0, 0, null, 0, 2, 0, 0, 1, 0, 0, 0]),
    jamPrint: strip([1, 0, 2, 1, 0, null, 3, 2, 4, 2, 3, 5, 4, 6]),
    jamFinisher: strip([0, 0, 0, 1, 0, null, 0, 0, 0, 0, 0, 0, 1, 0]),
    serviceCall: strip([0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 1, 0, 1]),
    other: strip([0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 0, 0, 0]),
  },
});

export const silentJams = (): AnswerOf<typeof readJams> => {
  const none = strip(Array.from({ length: 14 }, () => null));
  return { dailyJam: { jamDF: none, jamPrint: none, jamFinisher: none, serviceCall: none, other: none } };
};

const log = (hours: number, errorCode: string, category: Log['category'], more: Partial<Log> = {}): Log => ({
  errorCode,
  occurredAt: new Date(Date.now() - hours * 3_600_000).toISOString(),
  category,
  counter: 1_284_306 - hours * 21,
  conditions: {},
  ...more,
});

/** Newest first, as sent. */
export const logs = (): AnswerOf<typeof readErrorLogs> => ({
  errorLogs: [
    log(1, 'E010', 'jamPrint', {
      conditions: { paperSource: '1', paperSize: '1', sort: '0', ADF: '0', APS: '1', duplex: '1', function: '0' },
    }),
    log(5, 'E712', 'jamDF', { counter: null, conditions: { paperSource: '2' } }),
    log(30, 'C911', 'serviceCall'),
    log(52, 'E010', 'jamPrint', { conditions: { paperSize: '1' } }),
    log(90, 'EA10', 'jamFinisher'),
    log(200, 'ZZ99', 'other'),
  ],
});

/** As many as a troubled device sends in 30 days. */
export const manyLogs = (count: number): AnswerOf<typeof readErrorLogs> => ({
  errorLogs: Array.from({ length: count }, (_, place) =>
    log(place, place % 7 === 0 ? 'C911' : 'E010', place % 7 === 0 ? 'serviceCall' : 'jamPrint'),
  ),
});

/** Six months, the third without a report; the last is June 2026. */
export const trend = (): AnswerOf<typeof readErrorTrend> => ({
  monthly: ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'].map((month, place) => {
    const of = (count: number) => (place === 2 ? null : count);
    return {
      month,
      jamDF: of(place),
      jamPrint: of(10 + place * 4),
      jamFinisher: of(2),
      serviceCall: of(place % 2),
      other: of(0),
    };
  }),
});
