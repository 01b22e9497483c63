import { predictImageControlError } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import { historyOf, today, toPoisson, toRandom } from '../../test/synthetic.ts';
import {
  fitImageControl,
  type ImageControlModel,
  judgeImageControl,
  summariseImageControl,
} from './image-control-error.ts';

/** 200 pages a day with CE20 as planned, and CE40 never. */
const daysOf = (days: number, errors: (day: number) => number, pages = 200) => {
  let sum = 0;
  return Array.from({ length: days }, (_, day) => {
    sum += errors(day);
    return { 'pages.total': pages * day, 'sensor.countCE20': sum, 'sensor.countCE40': 0 };
  });
};
/** 5 errors in 100,000 pages. */
const model: ImageControlModel = { CE20: { events: 4, exposure: 80_000 }, CE40: { events: 4, exposure: 80_000 } };
const judge = (days: number, errors: (day: number) => number) =>
  judgeImageControl(historyOf(daysOf(days, errors)), { today, model });
const inLast = (total: number, last: number, count: number) => (day: number) =>
  day >= total - last && (day - total + last) % Math.floor(last / count) === 0 ? 1 : 0;

describe('image control errors', () => {
  it('FS-10: a device with as many errors as its family has no sign', () => {
    expect(judge(200, (day) => (day % 100 === 50 ? 1 : 0))).toMatchObject({
      errorMessage: null,
      errorCE20: { count: 1, messageId: null, basis: { rule: 'imageControlRate', readings: 199, neededReadings: 14 } },
      errorCE40: { count: 0, messageId: null, lastOccurredAt: null },
    });
  });

  it('FS-27 FS-10: many times the errors of the family are a sign, more severe the less likely by chance', () => {
    expect(judge(200, inLast(200, 88, 8))).toMatchObject({
      errorMessage: '60101002',
      errorCE20: { messageId: '60101002' },
    });
    expect(judge(200, inLast(200, 88, 29))).toMatchObject({
      errorMessage: '60101003',
      errorCE20: { messageId: '60101003' },
    });
  });

  /** Eight errors in the last 88 of 200 days at 200 pages, then days as given: pages and errors of each. */
  const afterFault = (...later: readonly (readonly [pages: number, errors: number])[]) => {
    const days: Record<string, number>[] = daysOf(200, inLast(200, 88, 8));
    for (const [pages, errors] of later) {
      const { 'pages.total': printed = 0, 'sensor.countCE20': counted = 0 } = days.at(-1) ?? {};
      days.push({ 'pages.total': printed + pages, 'sensor.countCE20': counted + errors, 'sensor.countCE40': 0 });
    }
    return judgeImageControl(historyOf(days), { today, model })?.errorCE20?.messageId ?? null;
  };
  const times = (count: number, pages: number) => Array.from({ length: count }, () => [pages, 0] as const);

  it('FS-27 OQ-105: pages without an error end a sign, days without pages do not', () => {
    expect(afterFault(...times(120, 0))).toBe('60101002');
    expect(afterFault(...times(60, 200))).toBe('60101002');
    expect(afterFault(...times(120, 200))).toBeNull();
    expect(afterFault(...times(40, 500))).toBeNull();
  });

  it('FS-27: errors of a fault that is over begin no second sign, new ones do', () => {
    const quiet = times(50, 400);
    expect(afterFault(...quiet)).toBeNull();
    expect(afterFault(...quiet, [200, 1])).toBeNull();
    expect(afterFault(...quiet, [200, 2], [200, 2], [200, 2])).toMatch(/^6010100[23]$/);
  });

  it('two errors are no sign however few pages they came on', () => {
    const idle = daysOf(60, inLast(60, 2, 2), 1);
    expect(judgeImageControl(historyOf(idle), { today, model })?.errorCE20?.messageId).toBeNull();
  });

  it('the last error is the one that the device reported, else the day at which the count rose', () => {
    const history = historyOf(daysOf(60, (day) => (day === 50 ? 1 : 0)));
    expect(judgeImageControl(history, { today, model })?.errorCE20?.lastOccurredAt).toBe('2024-09-25T00:00:00.000Z');
    const withErrors = {
      at: Date.UTC(2024, 8, 25, 9, 30),
      code: 'CE20',
      category: 'other' as const,
      counter: null,
      conditions: {},
    };
    const answer = judgeImageControl({ ...history, errors: [withErrors] }, { today, model });
    expect(answer?.errorCE20?.lastOccurredAt).toBe('2024-09-25T09:30:00.000Z');
  });

  it('withheld with fewer than 14 readings or without a family; null for a device that counts neither', () => {
    const burst = historyOf(daysOf(14, () => 2));
    expect(judgeImageControl(burst, { today, model })?.errorCE20).toMatchObject({
      messageId: null,
      basis: { readings: 13 },
    });
    expect(judgeImageControl(historyOf(daysOf(90, () => 2)), { today, model: undefined })?.errorMessage).toBeNull();
    expect(judgeImageControl(historyOf([{ 'pages.total': 1 }]), { today, model })).toBeNull();
  });

  it('a counter that starts again is neither an error nor a negative count', () => {
    const days = daysOf(100, () => 1).map((one, day) => ({ ...one, 'sensor.countCE20': day < 50 ? 1000 : 0 }));
    expect(judgeImageControl(historyOf(days), { today, model })?.errorCE20).toMatchObject({
      count: 0,
      messageId: null,
    });
  });

  it('FS-27: on synthetic truth defective devices are found, and few sound ones', () => {
    const random = toRandom(3);
    const device = (factor: number) => {
      const quality = Math.exp(0.6 * (random() - 0.5));
      const pages = 60 + 400 * random();
      return historyOf(
        daysOf(
          300,
          (day) => toPoisson(random, ((pages * 5) / 100_000) * quality * (day < 180 ? 1 : factor)),
          Math.round(pages),
        ),
      );
    };
    const sound = Array.from({ length: 200 }, () => device(1));
    const defective = Array.from({ length: 40 }, () => device(10 + 20 * random()));
    const learned = fitImageControl(
      [...sound, ...defective.slice(0, 10)].flatMap((one) => summariseImageControl(one) ?? []),
    );
    const signs = (all: typeof sound) =>
      all.filter((one) => judgeImageControl(one, { today, model: learned })?.errorMessage !== null).length;
    expect(signs(defective)).toBeGreaterThanOrEqual(36);
    expect(signs(sound)).toBeLessThanOrEqual(2);
  });

  it('FS-10: the answer has the shape of the call', () => {
    const answer = judge(200, inLast(200, 88, 8));
    expect(predictImageControlError.answer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
  });
});
