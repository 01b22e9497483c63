import { severityOf } from '@platen/contract/advice';
import { predictDrum } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import { drawDevice, firstDay, knownOn, trueParts } from '../../test/worn-parts.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { fitDrum, judgeDrums, summariseDrum } from './drum.ts';

const nothing: DeviceHistory = { family: null, model: null, firmware: null, days: [], errors: [], replacements: [] };
const fleet = Array.from({ length: 40 }, (_, at) => drawDevice(at + 1, trueParts.drum, 400));
const model = fitDrum(
  fleet.flatMap(({ history }) => summariseDrum(history) ?? []),
  undefined,
);
const dayOf = (date: string | null | undefined) => Date.parse(date ?? '') / 86_400_000;
const judged = (history: DeviceHistory, today: number) => judgeDrums(knownOn(history, today), { today, model }).answer;

/** Drums that fail within some days after a Monday, every four weeks, with the answer on that day. */
const cases = fleet.flatMap(({ history, lives }) =>
  lives.flatMap(({ installed, failed }) =>
    Array.from({ length: 12 }, (_, at) => firstDay + 60 + at * 28)
      .filter((day) => failed !== undefined && day >= installed + 28 && day < failed)
      .map((day) => ({ left: (failed ?? 0) - day, failed: failed ?? 0, answer: judged(history, day) })),
  ),
);

describe('drum', () => {
  // These drums wear evenly and their sensor follows the wear, so ranges widened for real fleets (0242) hold
  // nearly all of them.
  it('FS-07 FS-08: the date comes with its 80 % interval, which holds the true day and is narrower than the time left', () => {
    const dated = cases.flatMap(({ left, failed, answer }) => {
      const range = answer?.replacementPart.predictionFailureRange;
      return range ? [{ left, failed, lower: dayOf(range.lower), upper: dayOf(range.upper) }] : [];
    });
    const held = dated.filter(({ failed, lower, upper }) => lower <= failed && failed <= upper);
    const widths = dated
      .filter(({ left }) => left > 28)
      .map(({ left, lower, upper }) => (upper - lower) / left)
      .toSorted((a, b) => a - b);
    expect(dated.length).toBeGreaterThan(60);
    expect(held.length / dated.length).toBeGreaterThan(0.75);
    expect(widths[Math.floor(widths.length / 2)]).toBeLessThan(1);
  });

  it('FS-07: two to four weeks before the failure a visit is asked for, and half a year before nothing is', () => {
    const severity = ({ answer }: (typeof cases)[number]) => severityOf(answer?.messageId ?? '');
    const near = cases.filter(({ left }) => left > 13 && left <= 28);
    const far = cases.filter(({ left }) => left > 180);
    expect(near.filter((one) => severity(one) === 'nextVisit').length / near.length).toBeGreaterThan(0.8);
    expect(far.filter((one) => severity(one) === 'nextVisit').length / far.length).toBeLessThan(0.05);
  });

  it('FS-15 FS-16 FS-18 OQ-81: the answer is of the shape of the call; the forecast starts at the last actual point and ends at the threshold', () => {
    const { answer } = cases.find(({ left }) => left > 30 && left < 90) ?? {};
    expect(predictDrum.answer.parse(answer)).toEqual(answer);
    const [actual, forecast] = [answer?.actual ?? [], answer?.forecast ?? []];
    expect(forecast[0]).toMatchObject({ date: actual.at(-1)?.date, value: actual.at(-1)?.value });
    expect(forecast.at(-1)?.value).toBe(answer?.threshold);
    for (const { value, lower, upper } of forecast) {
      expect(lower).toBeLessThanOrEqual(value ?? 0);
      expect(upper).toBeGreaterThanOrEqual(value ?? 0);
    }
    expect(answer?.replacementPart.exhaustionRate).toBe(actual.at(-1)?.value);
  });

  it('OQ-85: below 14 readings nothing is dated, and it says how many there are', () => {
    const history = fleet[0]?.history ?? { days: [] };
    const few = {
      family: null,
      model: null,
      firmware: null,
      errors: [],
      replacements: [],
      days: history.days.slice(0, 13),
    };
    const answer = judgeDrums(few, { today: firstDay + 20, model }).answer;
    expect(answer).toMatchObject({
      messageId: null,
      actual: [],
      forecast: [],
      basis: { readings: 13, neededReadings: 14 },
    });
    expect(answer?.replacementPart).toMatchObject({
      exhaustionRate: null,
      predictionFailureDate: null,
      predictionFailureRange: null,
    });
  });

  it('OQ-85: without a family and without a named life nothing is dated; a named life is better than none', () => {
    const history = knownOn(fleet[1]?.history ?? nothing, firstDay + 100);
    const context = { today: firstDay + 100, model: undefined };
    expect(judgeDrums(history, context).answer).toMatchObject({
      messageId: null,
      replacementPart: { exhaustionRate: null },
    });
    const days = history.days.map(({ day, values }) => {
      const share = ((values.get('part.6250.rotations') ?? 0) / 400_000) * 100;
      return { day, values: new Map([...values, ['part.6250.life', share]]) };
    });
    expect(judgeDrums({ ...history, days }, context).answer?.replacementPart.exhaustionRate).toBeGreaterThan(0);
  });

  it('OQ-84: a device that counts no drum has no answer', () => {
    expect(judgeDrums(nothing, { today: firstDay, model })).toEqual({
      answer: null,
      shown: null,
      messageIds: [],
      conditions: [],
    });
    expect(summariseDrum(nothing)).toBeUndefined();
  });

  it('FS-07: of several colours the answer is about the one that fails first', () => {
    const history = fleet[2]?.history ?? nothing;
    const days = history.days.map(({ day, values }) => {
      const worn = values.get('part.6250.rotations') ?? 0;
      return { day, values: new Map([...values, ['part.6253.rotations', worn * 0.02]]) };
    });
    const today = firstDay + 200;
    const answer = judgeDrums(knownOn({ ...history, days }, today), { today, model }).answer;
    expect(answer?.replacementPart.partsMessageId).toBe('50102100');
  });

  it('FS-07 FS-26: every drum that is due has its advice, most severe first', () => {
    const { history, lives } = fleet.find((one) => one.lives.some(({ failed = 0 }) => failed > firstDay + 200)) ?? {
      history: nothing,
      lives: [],
    };
    const today = (lives.find(({ failed = 0 }) => failed > firstDay + 200)?.failed ?? 0) + 1;
    const known = knownOn(history, today);
    const days = known.days.map(({ day, values }) => {
      const own = values.get('part.6250.rotations') ?? 0;
      const sensor = values.get('sensor.chargingVoltage.black') ?? 0;
      return {
        day,
        values: new Map([...values, ['part.6253.rotations', own], ['sensor.chargingVoltage.cyan', sensor]]),
      };
    });
    const at = (today - 1) * 86_400_000;
    const errors = [{ at, code: 'C364', category: 'serviceCall' as const, counter: null, conditions: {} }];
    const { answer, messageIds } = judgeDrums({ ...known, days, errors }, { today, model });
    expect(messageIds).toEqual(['50102403', expect.stringMatching(/^5010210[12]$/)]);
    expect(answer?.messageId).toBe('50102403');
    // The chart ends where the record stands: at 100 from the day of the failure on.
    expect([answer?.replacementPart.exhaustionRate, answer?.actual.at(-1)?.value]).toEqual([100, 100]);
    expect(answer?.actual.at(-30)?.value).toBeLessThan(100);
  });
});
