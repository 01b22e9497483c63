import { describe, expect, it } from 'vitest';
import type { DeviceHistory } from '../history/day-reading.ts';
import { judgeDevice } from './judge-device.ts';
import type { FamilyModel } from './models.ts';
import type { Opened } from './opened.ts';

const today = 20_000;
const historyOf = (days: readonly Record<string, number>[]): DeviceHistory => ({
  family: 'F',
  model: null,
  firmware: null,
  days: days.map((values, at) => ({ day: today - days.length + 1 + at, values: new Map(Object.entries(values)) })),
  errors: [],
  replacements: [],
});
const judge = (history: DeviceHistory, model: Omit<FamilyModel, 'devices'>, opened?: Opened) =>
  judgeDevice(history, { today, model: { devices: 60, ...model }, thresholds: [], codes: [], opened });

describe('OQ-105: learning alone closes no sign that is open', () => {
  const sensorAt = (level: number) =>
    historyOf(Array.from({ length: 60 }, (_, day) => ({ 'sensor.imageQualitySensor.cyan': level + (day % 3) })));
  const family = { devices: 60, level: 640, deviation: 20, noise: 5, slope: 0 };
  const learned = { imageQualitySensor: { cyan: { ...family, deviation: 23 } } };
  const signOf = ({ predictions }: ReturnType<typeof judge>) =>
    predictions.imageQualitySensor?.predictionSensors[0]?.messageId;

  it('FS-06: a sensor stays a sign by the limit that it began with, and is released 5 % on the safe side of it', () => {
    const began = judge(sensorAt(554), { imageQualitySensor: { cyan: family } });
    expect(signOf(began)).toBe('64102402');
    expect(began.opened).toEqual({ imageQualitySensor: { cyan: family } });
    expect(signOf(judge(sensorAt(554), learned))).toBeNull();
    const stays = judge(sensorAt(554), learned, began.opened);
    expect(signOf(stays)).toBe('64102402');
    expect(judge(sensorAt(554), learned, stays.opened)).toEqual(stays);
    const released = judge(sensorAt(566), learned, stays.opened);
    expect(signOf(released)).toBeNull();
    expect(released.opened).toBeUndefined();
  });

  it('FS-04: a paper source stays a sign by the rate that it began with, until its roller is replaced', () => {
    const source = (replacedAt?: number): DeviceHistory => ({
      ...historyOf(
        Array.from({ length: 120 }, (_, day) => ({
          'pages.total': 250 * day,
          'source.CST1': 200 * day,
          'sensor.feedRetries.CST1': day < 60 ? Math.floor(day / 5) : 12 + Math.floor(((day - 60) * 2) / 5),
        })),
      ),
      replacements: replacedAt === undefined ? [] : [{ item: 'part.6411', day: today - 120 + 1 + replacedAt }],
    });
    const ratesOf = (events: number) => ({
      feedRoller: { rates: { paper: { events, exposure: 20_000, size: 5 } }, lives: {} },
    });
    const rollerOf = ({ predictions }: ReturnType<typeof judge>) =>
      predictions.feedRoller?.predictionFeedRollers[0]?.messageId;
    const began = judge(source(), ratesOf(10));
    expect(rollerOf(began)).toMatch(/^30.*0[23]$/);
    expect(rollerOf(judge(source(), ratesOf(60)))).toBeNull();
    expect(rollerOf(judge(source(), ratesOf(60), began.opened))).toMatch(/^30.*0[23]$/);
    expect(rollerOf(judge(source(118), ratesOf(60), began.opened))).toBeNull();
  });

  it('FS-09: a drive stays a sign by the level of the fleet that it began with', () => {
    const counts = Array.from({ length: 20 }, (_, day) => ({
      'drive.0': 1,
      'smart.0.187': day,
      'smart.0.197': 8 * day,
    }));
    const storage = (level: number) => ({ storage: { drives: 1000, level } });
    const driveOf = ({ predictions }: ReturnType<typeof judge>) => predictions.hdd?.predictionStorages[0]?.messageId;
    const levels = Array.from({ length: 15 }, (_, at) => -4.6 + at / 10);
    const signs = levels.map((level) => driveOf(judge(historyOf(counts), storage(level))));
    expect(signs[0]).toMatch(/0[23]$/);
    expect(signs.at(-1)).not.toBe(signs[0]);
    const began = judge(historyOf(counts), storage(-4.6));
    expect(driveOf(judge(historyOf(counts), storage(-3.2), began.opened))).toBe(signs[0]);
  });

  it('FS-07: a drum stays a sign by the model that it began with, until it is replaced', () => {
    const drum = (replacedAt = Infinity) =>
      historyOf(
        Array.from({ length: 120 }, (_, day) => ({
          'pages.total': 1000 * day,
          'part.6250.rotations': day < replacedAt ? 100_000 + 5000 * day : 5000 * (day - replacedAt),
        })),
      );
    const lasting = (scale: number) => ({ drum: { law: { shape: 8, scale }, failures: 50 } });
    const drumOf = ({ predictions }: ReturnType<typeof judge>) => predictions.drum?.messageId;
    const began = judge(drum(), lasting(700_000));
    expect(drumOf(began)).toBe('50102102');
    expect(drumOf(judge(drum(), lasting(1_400_000)))).toBeNull();
    const stays = judge(drum(), lasting(1_400_000), began.opened);
    expect(drumOf(stays)).toBe('50102102');
    expect(stays.opened).toEqual(began.opened);
    expect(drumOf(judge(drum(100), lasting(1_400_000), stays.opened))).toBeNull();
  });

  it('FS-07 OQ-105: an open sign of a drum is released by half of the risk that began it, not by a little less', () => {
    const drum = historyOf(
      Array.from({ length: 120 }, (_, day) => ({
        'pages.total': 1000 * day,
        'part.6250.rotations': 100_000 + 5000 * day,
      })),
    );
    const lasting = (scale: number) => ({ drum: { law: { shape: 8, scale }, failures: 50 } });
    const drumOf = (scale: number, opened?: Opened) => judge(drum, lasting(scale), opened).predictions.drum?.messageId;
    // Risks within four weeks of some 24, 12 and 6 %.
    const [high, less, half] = [1_000_000, 1_100_000, 1_250_000];
    const opened = (scale: number) => ({ parts: { '6250': lasting(scale).drum } });
    expect(drumOf(high)).toBe('50102102');
    expect(drumOf(less)).toBe('50102101');
    expect(drumOf(less, opened(less))).toBe('50102102');
    expect(drumOf(half, opened(half))).not.toBe('50102102');
  });

  it('FS-07: a drum that was judged before without a sign gets none for days that only the new model sees so', () => {
    // Used for a hundred days and hardly since: what asked for a visit lies within the 14 days that are held.
    const drum = historyOf(
      Array.from({ length: 120 }, (_, day) => ({
        'pages.total': 1000 * Math.min(day, 108) + day,
        'part.6250.rotations': 100_000 + 5000 * Math.min(day, 108) + day,
      })),
    );
    const drumAt = (scale: number, before: { pastRisks?: []; opened?: Opened | undefined }) =>
      judgeDevice(drum, {
        today,
        model: { devices: 60, drum: { law: { shape: 8, scale }, failures: 50 } },
        thresholds: [],
        codes: [],
        ...before,
      });
    const first = drumAt(950_000, {});
    expect(first.predictions.drum?.messageId).toBe('50102102');
    expect(drumAt(950_000, { pastRisks: [] }).predictions.drum?.messageId).toBe('50102101');
    expect(drumAt(950_000, { pastRisks: [], opened: first.opened }).predictions.drum?.messageId).toBe('50102102');
    expect(drumAt(600_000, { pastRisks: [] }).predictions.drum?.messageId).toMatch(/0[23]$/);
  });

  it('FS-07: a drum stays a sign that began by the life its maker names, before the fleet taught anything', () => {
    const drum = historyOf(
      Array.from({ length: 120 }, (_, day) => ({
        'pages.total': 1000 * day,
        'part.6250.rotations': 5000 * (day + 20),
        'part.6250.life': Math.round((day + 20) / 1.3),
      })),
    );
    const lasting = { drum: { law: { shape: 8, scale: 2_000_000 }, failures: 50 } };
    const drumOf = ({ predictions }: ReturnType<typeof judge>) => predictions.drum?.messageId;
    const began = judge(drum, {});
    expect(drumOf(began)).toBe('50102102');
    expect(drumOf(judge(drum, lasting))).toBeNull();
    expect(drumOf(judge(drum, lasting, began.opened))).toBe('50102102');
  });
});
