import { dayMs } from '@platen/contract/constants';
import { predictFeedRoller } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import type { DeviceHistory, ErrorEvent } from '../history/day-reading.ts';
import type { UsageForecast } from '../usage/forecast-usage.ts';
import { type FeedRollerModel, fitFeedRollers, judgeFeedRollers, summariseFeedRollers } from './feed-roller.ts';

const today = 20_000;

interface Plan {
  readonly days: number;
  /** Retries on a day, by its number. */
  readonly retries?: (day: number) => number;
  readonly errors?: readonly ErrorEvent[];
  readonly replacedAt?: number;
  readonly counted?: boolean;
}

/** 200 sheets a day from the first cassette and 100 originals. */
function historyOf({ days, retries = usual, errors = [], replacedAt, counted = true }: Plan): DeviceHistory {
  let sum = 0;
  return {
    family: 'F',
    model: null,
    firmware: null,
    days: Array.from({ length: days }, (_, i) => {
      sum += retries(i);
      const fed = 200 * (i - (replacedAt !== undefined && i >= replacedAt ? replacedAt : 0));
      const values: [string, number][] = [
        ['pages.total', 250 * i],
        ['source.CST1', 200 * i],
        ['source.ADF', 100 * i],
        ['sensor.feedRetries.CST1', sum],
        ...(counted ? [['part.6411.pages', fed] satisfies [string, number]] : []),
      ];
      return { day: today - days + 1 + i, values: new Map(values) };
    }),
    errors,
    replacements: replacedAt === undefined ? [] : [{ item: 'part.6411', day: today - days + 1 + replacedAt }],
  };
}
const usual = (day: number) => (day % 5 === 0 ? 1 : 0);
const drifting = (from: number, every: number) => (day: number) =>
  day < from ? usual(day) : Number(day % every === 0);
const model: FeedRollerModel = {
  rates: {
    paper: { events: 20, exposure: 20_000, size: 2 },
    'ADF.jams': { events: 10, exposure: 40_000, size: 1 },
  },
  lives: { paper: { shape: 4, scale: 60_000 } },
};
const usage: UsageForecast = {
  readings: 100,
  cumulative: (days) => ({ value: 250 * days, lower: 200 * days, upper: 300 * days }),
  daysUntil: (amount) => {
    const value = amount / 250;
    return value > 365 ? undefined : { value, lower: value * 0.8, upper: value * 1.2 };
  },
};
const judge = (plan: Plan) =>
  judgeFeedRollers(historyOf(plan), { today, model, usage }).answer?.predictionFeedRollers ?? [];
const of = (plan: Plan, source: string) => judge(plan).find((one) => one.paperSource === source);
const jam = (day: number, category: ErrorEvent['category'], paperSource?: string): ErrorEvent => ({
  at: day * dayMs,
  code: 'E130',
  category,
  counter: null,
  conditions: paperSource === undefined ? {} : { paperSource },
});

describe('feed rollers', () => {
  it('FS-04: a source at its usual rate has no sign; each counted source is there', () => {
    expect(judge({ days: 200 }).map(({ paperSource, messageId }) => [paperSource, messageId])).toEqual([
      ['ADF', null],
      ['CST1', null],
    ]);
  });

  it('FS-04 FS-24: a lasting rise is a sign of its source: at the next visit, from four times the usual rate on now', () => {
    expect(of({ days: 200, retries: drifting(120, 2) }, 'CST1')?.messageId).toBe('30211002');
    expect(of({ days: 200, retries: drifting(160, 1) }, 'CST1')?.messageId).toBe('30211003');
  });

  it('FS-24: where the device says which paper is in the source, advice and name of the rollers say it too', () => {
    const worn = historyOf({ days: 200, retries: drifting(160, 1) });
    const papers = { CST1: 'thick', CST2: 'plain' } as const;
    const rollers = judgeFeedRollers({ ...worn, papers }, { today, model, usage }).answer?.predictionFeedRollers;
    expect(rollers?.map(({ messageId, replacementPart }) => [messageId, replacementPart.partsMessageId])).toEqual([
      [null, '30111000'],
      ['30213303', '30213300'],
    ]);
  });

  it('OQ-92: jams count for the source that was set, jams of originals for the feeder', () => {
    const many = (category: ErrorEvent['category'], paperSource?: string) =>
      Array.from({ length: 60 }, (_, i) => jam(today - 60 + i, category, paperSource));
    expect(of({ days: 200, errors: many('jamPrint', '3') }, 'CST1')?.messageId).not.toBeNull();
    expect(of({ days: 200, errors: many('jamPrint', '4') }, 'CST1')?.messageId).toBeNull();
    expect(of({ days: 200, errors: many('jamPrint') }, 'CST1')?.messageId).toBeNull();
    expect(of({ days: 200, errors: many('jamFinisher', '3') }, 'CST1')?.messageId).toBeNull();
    expect(of({ days: 200, errors: many('jamDF') }, 'ADF')?.messageId).toMatch(/^301110/);
  });

  it('FS-18: after a replacement the rate is judged from the new part on', () => {
    const worn = (day: number) => (day >= 100 && day < 160 ? 1 : usual(day));
    const roller = of({ days: 180, retries: worn, replacedAt: 160 }, 'CST1');
    expect(roller?.messageId).toBeNull();
    expect(roller?.replacementPart.lastReplacementDate).toBe('2024-09-15');
  });

  it('FS-15 FS-16 FS-17: consumed life against the median of the family, and a date with its range', () => {
    const part = of({ days: 200 }, 'CST1')?.replacementPart;
    const median = 60_000 * Math.log(2) ** 0.25;
    expect(part?.lifeRate).toBeCloseTo((100 * 39_800) / median, 0);
    expect(part?.partsMessageId).toBe('30211000');
    const { lower, upper } = part?.predictionFailureRange ?? { lower: '', upper: '' };
    const date = part?.predictionFailureDate ?? '';
    expect(lower < date && date < upper).toBe(true);
    expect(date > '2024-10-04').toBe(true);
  });

  it('OQ-105: a source is judged alike when the window of readings moves on by a day', () => {
    const whole = historyOf({ days: 400, retries: drifting(360, 2) });
    const sources = (from: number) => {
      const days = whole.days.slice(from);
      return summariseFeedRollers({ ...whole, days })?.sources.map(({ events, exposure }) => [events, exposure]);
    };
    // The first whole period of 56 days begins 55 days after the first reading.
    expect(sources(1)).toEqual(sources(0));
    expect(sources(50)).toEqual(sources(0));
    expect(sources(60)).not.toEqual(sources(0));
  });

  it('FS-17: the late end of a range goes beyond 12 months, the predicted day does not', () => {
    const lasting = { ...model, lives: { paper: { shape: 2, scale: 90_000 } } };
    const judged = judgeFeedRollers(historyOf({ days: 200 }), { today, model: lasting, usage });
    const part = judged.answer?.predictionFeedRollers.find(({ paperSource }) => paperSource === 'CST1');
    const inDays = (date = '') => Date.parse(date) / dayMs - today;
    expect(inDays(part?.replacementPart.predictionFailureDate ?? '')).toBeLessThan(365);
    expect(inDays(part?.replacementPart.predictionFailureRange?.upper)).toBeGreaterThan(365);
    const longer = { ...model, lives: { paper: { shape: 2, scale: 300_000 } } };
    const none = judgeFeedRollers(historyOf({ days: 200 }), { today, model: longer, usage });
    expect(none.answer?.predictionFeedRollers[0]?.replacementPart.predictionFailureDate ?? null).toBeNull();
  });

  it('a date is not given for a roller that fails already, or of unknown age', () => {
    expect(of({ days: 200, retries: drifting(100, 1) }, 'CST1')?.replacementPart.predictionFailureDate).toBeNull();
    expect(of({ days: 200, counted: false }, 'CST1')?.replacementPart).toMatchObject({
      exhaustionRate: null,
      lifeRate: null,
      predictionFailureDate: null,
    });
  });

  it('with too few readings it says how many there are and are needed', () => {
    expect(of({ days: 10, retries: () => 9 }, 'CST1')).toMatchObject({
      messageId: null,
      basis: { readings: 9, neededReadings: 14 },
    });
    const alone = judgeFeedRollers(historyOf({ days: 20 }), { today, model: undefined, usage: undefined });
    expect(alone.answer?.predictionFeedRollers[1]?.basis).toMatchObject({ readings: 19, neededReadings: 30 });
  });

  it('a device without sheet counters has no answer', () => {
    expect(judgeFeedRollers({ ...historyOf({ days: 3 }), days: [] }, { today, model, usage }).answer).toBeNull();
    expect(summariseFeedRollers({ ...historyOf({ days: 3 }), days: [] })).toBeUndefined();
  });

  it('a family learns its rates and lives; a roller that began to jam counts as failed', () => {
    const devices = Array.from({ length: 12 }, (_, i) =>
      summariseFeedRollers(historyOf({ days: 200, retries: i < 6 ? drifting(150 + i, 1) : usual })),
    );
    const learned = fitFeedRollers(devices.flatMap((one) => one ?? []));
    const rate = learned.rates.paper;
    expect((rate?.events ?? 0) / (rate?.exposure ?? 1)).toBeCloseTo(0.001, 3);
    expect(learned.lives.paper?.scale).toBeGreaterThan(30_000);
    expect(learned.lives.paper?.scale).toBeLessThan(60_000);
    expect(fitFeedRollers([], learned)).toMatchObject({ rates: learned.rates });
  });

  it('FS-17: the life of a roller ends where its jams began to rise, weeks before they alarm', () => {
    const summary = summariseFeedRollers(historyOf({ days: 200, retries: drifting(150, 1) }));
    const life = summary?.sources.find(({ kind }) => kind === 'paper')?.lives[0];
    expect(life?.failed).toBe(true);
    expect(Math.abs((life?.end ?? 0) - 150 * 200)).toBeLessThanOrEqual(1000);
  });

  it('FS-04 FS-14: the answer has the shape of the call', () => {
    const answer = judgeFeedRollers(historyOf({ days: 200 }), { today, model, usage }).answer;
    expect(predictFeedRoller.answer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
  });
});
