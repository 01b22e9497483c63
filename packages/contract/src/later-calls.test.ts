import { describe, expect, it } from 'vitest';
import * as codes from './codes.ts';
import * as predictions from './predictions.ts';
import * as readings from './readings.ts';

const colors = <T>(value: T) => ({ yellow: value, magenta: value, cyan: value, black: value, eBlue: value });
const part = {
  partsMessageId: '10101001',
  exhaustionRate: 92,
  predictionFailureDate: '2026-12-14',
  predictionFailureRange: { lower: '2026-11-29', upper: '2026-12-20' },
  lifeRate: 104,
  lastReplacementDate: null,
};
const point = { date: '2026-11-20', value: 3.2 };

describe('shapes that the specification leaves open', () => {
  it('OQ-64 OQ-65: a month without a report is null, never left out; sources beyond the nine are optional', () => {
    const counter = {
      monthly: [{ label: '2026-06', color: null, black: null }],
      summary: { month3: { color: 1, black: 2 }, month6: { color: 1, black: 2 }, total: { color: null, black: 2 } },
      module: { ADF: 1, bypass: 0, CST1: 1, CST2: 1, CST3: null, CST4: null, LCF: null, SFB: null, ADU: 4 },
      scanModule: { large: 1, small: 2 },
    };
    expect(readings.readCounter.answer.safeParse(counter).success).toBe(true);
    expect(
      readings.readCounter.answer.safeParse({ ...counter, monthly: [{ label: 'June', color: 1, black: 1 }] }).success,
    ).toBe(false);
  });

  it('OQ-67 OQ-68 OQ-69: days, error logs with their settings, six months', () => {
    const day = [{ date: '2026-11-20', count: null }];
    const dailyJam = { jamDF: day, jamPrint: day, jamFinisher: day, serviceCall: day, other: day };
    expect(readings.readJams.answer.safeParse({ dailyJam }).success).toBe(true);
    const log = {
      errorCode: 'E010',
      occurredAt: '2026-11-20T13:41:00.000Z',
      category: 'jamPrint',
      counter: 1_284_306,
      conditions: { paperSource: '3', duplex: '1' },
    };
    expect(readings.readErrorLogs.answer.safeParse({ errorLogs: [log] }).success).toBe(true);
    expect(
      readings.readErrorLogs.answer.safeParse({ errorLogs: [{ ...log, conditions: { tray: '3' } }] }).success,
    ).toBe(false);
    const month = { month: '2026-11', jamDF: 0, jamPrint: 3, jamFinisher: 0, serviceCall: null, other: 0 };
    expect(readings.readErrorTrend.answer.safeParse({ monthly: [month] }).success).toBe(true);
  });

  it('OQ-72: toner has four fields at the top; at most ten cartridges a colour', () => {
    const cartridge = { replacedAt: '2026-11-01T00:00:00.000Z', counter: 12, averagePixelCount: 5.1 };
    const toner = {
      toner: colors({ percent: 34, averagePixelCount: 5.1 }),
      cartridgeReplacement: colors([cartridge]),
      tonerNearEmpty: { mode: 'centre', percent: null, sheets: null },
      tonerLeftDays: colors(27),
    };
    expect(readings.readToner.answer.safeParse(toner).success).toBe(true);
    const eleven = { ...toner, cartridgeReplacement: colors(Array.from({ length: 11 }, () => cartridge)) };
    expect(readings.readToner.answer.safeParse(eleven).success).toBe(false);
  });

  it('OQ-71: PM parts have a threshold and lives in percent consumed', () => {
    const row = { partsCode: '6250', lifeNow: 96, life1Week: 98, life2Weeks: 100, life4Weeks: 104, counter: 120_000 };
    expect(
      readings.readPmParts.answer.safeParse({ threshold: 100, parts: [{ ...row, consumedLife: 96 }] }).success,
    ).toBe(true);
    expect(readings.readPmParts.answer.safeParse({ parts: [] }).success).toBe(false);
  });

  it('OQ-75 OQ-76 OQ-77: code values are texts, levels 0 to 3, thresholds per main and sub code', () => {
    const row = { main: 2000, sub: 1, currentValue: '128', modeValue: '128', averageValue: null, outlierLevel: 3 };
    expect(codes.readCode05.answer.safeParse({ codes: [row] }).success).toBe(true);
    expect(codes.readCode08.answer.safeParse({ codes: [{ ...row, outlierLevel: 4 }] }).success).toBe(false);
    expect(codes.readCode13.answer.safeParse({ codes: [{ main: 100, currentValue: '7' }] }).success).toBe(true);
    const body = { main: 2000, sub: 1, alertThreshold: 140, clearThreshold: 130 };
    for (const write of [codes.writeCode05Setting, codes.writeCode08Setting])
      expect(write.body?.safeParse(body).success).toBe(true);
    expect(codes.readCode05Setting.query?.safeParse({ main: '2000', sub: '1' }).success).toBe(true);
    expect(codes.readCode08Setting.query?.safeParse({ main: '2000; drop' }).success).toBe(false);
  });

  it('OQ-78..OQ-81 OQ-84 OQ-104: each prediction holds what was decided, or null without data', () => {
    const life = { messageId: '10101001', replacementPart: part, threshold: 100, actual: [point], forecast: [point] };
    const samples = [
      [predictions.predictFuser, life],
      [predictions.predictDrum, life],
      [
        predictions.predictSecondTransfer,
        {
          messageId: null,
          replacementPart: {
            partsMessageId: null,
            predictionFailureMonth: '2027-01',
            driveTime: 1842,
            lastReplacementDate: '2025-01-31',
          },
          lowerThreshold: 2,
          actual: [point],
          forecast: [{ ...point, lower: 3, upper: 4 }],
        },
      ],
      [
        predictions.predictFeedRoller,
        { predictionFeedRollers: [{ paperSource: 'CST2', messageId: null, replacementPart: part }] },
      ],
      [
        predictions.predictDeveloper,
        { predictionDevelopers: [{ color: 'black', messageId: null, replacementPart: part }] },
      ],
      [
        predictions.predictImageQualitySensor,
        { messageId: null, predictionSensors: [{ color: 'cyan', actual: [point], threshold: 4, messageId: null }] },
      ],
      [
        predictions.predictImageControlError,
        { errorMessage: null, errorCE20: { count: 3, lastOccurredAt: null, messageId: null }, errorCE40: null },
      ],
      [
        predictions.predictPolygonalMotor,
        { messageId: null, polygonalMotorDetails: [{ color: 'black', count30Days: 4, messageId: null }] },
      ],
      [
        predictions.predictHdd,
        { messageId: null, predictionStorages: [{ sataPort: 0, type: 'SSD', state: 9, messageId: null }] },
      ],
    ] as const;
    for (const [{ path, answer }, sample] of samples) {
      expect({ path, takes: answer.safeParse(sample).success }).toEqual({ path, takes: true });
      expect({ path, takes: answer.safeParse(null).success }).toEqual({ path, takes: true });
      expect({ path, takes: answer.safeParse({}).success }).toEqual({ path, takes: false });
    }
  });
});
