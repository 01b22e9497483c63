import { predictImageQualitySensor } from '@platen/contract/predictions';
import { describe, expect, it } from 'vitest';
import { historyOf, today, toNormal, toRandom } from '../../test/synthetic.ts';
import { fitImageSensors, judgeImageSensors, summariseImageSensors } from './image-quality-sensor.ts';

const key = 'sensor.imageQualitySensor.cyan';
const random = toRandom(9);
interface Plan {
  readonly days?: number;
  readonly offset?: number;
  readonly cleanedAt?: number;
  /** Added to the level of a day; `spread` is its noise. */
  readonly fault?: (day: number) => number;
  readonly spread?: (day: number) => number;
}
/** Level 700, dirt 0.12 a day until it is cleaned, noise 5. */
const deviceOf = ({ days = 200, offset = 0, cleanedAt = 0, fault = () => 0, spread = () => 5 }: Plan) =>
  historyOf(
    Array.from({ length: days }, (_, day) => {
      const dirt = 0.12 * (day < cleanedAt ? day + 500 : day - cleanedAt);
      return { [key]: Math.round(700 + offset - dirt + fault(day) + spread(day) * toNormal(random)) };
    }),
  );
const fleet = Array.from({ length: 60 }, () =>
  deviceOf({ offset: 22 * toNormal(random), cleanedAt: Math.floor(300 * random()) - 100 }),
);
const model = fitImageSensors(fleet.flatMap((one) => summariseImageSensors(one) ?? []));
const judge = (plan: Plan) => judgeImageSensors(deviceOf(plan), { today, model });
const sign = (plan: Plan) => judge(plan)?.predictionSensors[0]?.messageId;

describe('image quality sensors', () => {
  it('FS-06: sound sensors, with dirt and cleanings, have no sign', () => {
    const signs = fleet.filter((one) => judgeImageSensors(one, { today, model })?.messageId !== null);
    expect(signs.length).toBeLessThanOrEqual(1);
    expect(sign({ cleanedAt: 185 })).toBeNull();
    expect(sign({ cleanedAt: 196 })).toBeNull();
  });

  it('FS-06: a sensor that drifts away is a sign within two weeks, in either direction, and is replaced when it is far', () => {
    expect(sign({ fault: (day) => -3.5 * Math.max(0, day - 186) })).toBe('64102402');
    expect(sign({ fault: (day) => 3.5 * Math.max(0, day - 184) })).toBe('64102402');
    expect(sign({ fault: (day) => -3.5 * Math.max(0, day - 165) })).toBe('64102403');
  });

  it('FS-06: a sensor that scatters is a sign', () => {
    expect(sign({ spread: (day) => (day < 180 ? 5 : 75) })).toBe('64102403');
    expect(sign({ spread: (day) => (day < 180 ? 5 : 28) })).toBe('64102402');
    expect(sign({ days: 30, spread: () => 75 })).toMatch(/^6410240[23]$/);
  });

  it('FS-06 OQ-105: a sensor that scatters stays a sign: its steps are no cleanings, while a repair ends one', () => {
    const scattering = Array.from({ length: 20 }, () => deviceOf({ spread: (day) => (day < 180 ? 5 : 75) }));
    const ended = scattering.filter((history) => {
      const signs = Array.from({ length: 20 }, (_, back) => {
        const days = history.days.slice(0, history.days.length - back);
        return judgeImageSensors({ ...history, days }, { today: today - back, model })?.messageId ?? null;
      }).toReversed();
      return signs.some((sign, at) => at > 0 && sign === null && signs[at - 1] !== null);
    });
    expect(ended.length).toBeLessThanOrEqual(2);
    expect(sign({ fault: (day) => (day < 150 || day >= 195 ? 0 : -3.5 * (day - 149)) })).toBeNull();
  });

  it('FS-06: a level far from those of the family is a sign, and the threshold says from where on', () => {
    const low = judge({ days: 40, offset: -400 });
    expect(low?.messageId).toBe('64102403');
    const threshold = low?.predictionSensors[0]?.threshold ?? 0;
    expect(threshold).toBeGreaterThan(450);
    expect(threshold).toBeLessThan(640);
  });

  it('OQ-81: actual holds the readings of 90 days, oldest first', () => {
    const actual = judge({})?.predictionSensors[0]?.actual ?? [];
    expect(actual).toHaveLength(90);
    expect([actual[0]?.date, actual.at(-1)?.date]).toEqual(['2024-07-07', '2024-10-04']);
  });

  it('withheld with fewer than 14 readings; without a family the own past alone speaks; null without the sensor', () => {
    expect(judge({ days: 13, fault: (day) => -30 * day })?.predictionSensors[0]).toMatchObject({
      messageId: null,
      basis: { rule: 'imageSensorLevel', readings: 13, neededReadings: 14 },
    });
    const drifting = deviceOf({ fault: (day) => -3.5 * Math.max(0, day - 180) });
    const alone = judgeImageSensors(drifting, { today, model: undefined })?.predictionSensors[0];
    expect(alone?.messageId).toMatch(/^641024/);
    expect(alone?.threshold).toBeNull();
    expect(judgeImageSensors(historyOf([{ 'pages.total': 1 }]), { today, model })).toBeNull();
    expect(fitImageSensors(fleet.slice(0, 9).flatMap((one) => summariseImageSensors(one) ?? []))).toEqual({});
  });

  it('FS-06: the answer has the shape of the call', () => {
    const answer = judge({});
    expect(predictImageQualitySensor.answer.parse(JSON.parse(JSON.stringify(answer)))).toEqual(answer);
  });
});
