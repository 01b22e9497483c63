import type { DeviceReport } from '@platen/contract/report';
import { paperSources } from '@platen/contract/report-sections';
import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';

const colors = ['black', 'yellow', 'magenta', 'cyan'] as const;
const drawers = paperSources.filter((source) => source.startsWith('CST'));
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const counter = (value: number) => ({ unit: 'impressions' as const, reading: measured(value) });

/** Service codes of a large device: 600 of kind 05, 400 of kind 08. */
export const codeTable = (kind: '05' | '08') =>
  Array.from({ length: kind === '05' ? 600 : 400 }, (_, n) => ({
    main: 2000 + Math.floor(n / 4),
    sub: n % 4,
    value: String(100 + n),
  }));

/** Values of a device that reports every section. */
export const sections: Partial<DeviceReport> = {
  counters: {
    total: counter(1_000_000),
    color: counter(400_000),
    black: counter(600_000),
    scanLarge: counter(1200),
    scanSmall: counter(90_000),
    paperSources: Object.fromEntries(paperSources.map((source, n) => [source, counter(n * 1000)])),
  },
  errors: [],
  parts: Array.from({ length: 24 }, (_, n) => ({
    partsCode: String(6250 + n),
    description: `Part ${n}`,
    pages: measured(40_000 + n),
    driveHours: measured(120 + n),
    lifePages: measured(120_000),
    consumedLife: measured(33.3 + n),
  })),
  sensors: [
    ...colors.flatMap((color) =>
      ['autoTonerSensor', 'imageQualitySensor', 'chargingVoltage', 'pixelCount', 'polygonalMotorCount'].map((name) => ({
        name,
        color,
        reading: measured(5.1),
      })),
    ),
    { name: 'nearEmptyMode', reading: measured(2) },
  ],
  codes: {
    code05: codeTable('05'),
    code08: codeTable('08'),
    code13: Array.from({ length: 120 }, (_, n) => ({ main: 100 + n, value: String(n) })),
  },
};

/** A judgement in which everything is judged, with 90 days of readings and a year of forecast a series. */
export function toJudgement(now: Date): DeviceJudgement {
  const day = (ahead: number) => new Date(now.getTime() + ahead * 86_400_000).toISOString().slice(0, 10);
  const basis = { rule: 'partLife', readings: 90, neededReadings: 14, from: day(-90), to: day(0) };
  const actual = Array.from({ length: 90 }, (_, n) => ({ date: day(n - 90), value: 60 + n / 4 }));
  const forecast = Array.from({ length: 52 }, (_, n) => ({
    date: day(n * 7),
    value: 83 + n,
    lower: 80 + n,
    upper: 87 + n,
  }));
  const part = {
    partsMessageId: '40000300',
    exhaustionRate: 83,
    predictionFailureDate: day(120),
    predictionFailureRange: { lower: day(90), upper: day(150) },
    lifeRate: 83,
    lastReplacementDate: day(-400),
  };
  const life = { messageId: '40000302', replacementPart: part, threshold: 100, actual, forecast, basis };
  const sign = { messageId: null, basis };
  return {
    toner: Object.fromEntries(
      colors.map((color) => [
        color,
        { daysLeft: { state: 'judged', value: { value: 27, lower: 21, upper: 35 }, basis }, averagePixelCount: 5.2 },
      ]),
    ),
    pmParts: {
      threshold: 100,
      parts: Array.from({ length: 24 }, (_, n) => ({
        partsCode: String(6250 + n),
        lifeNow: 80 + n,
        life1Week: 81 + n,
        life2Weeks: 82 + n,
        life4Weeks: 84 + n,
        counter: 40_000 + n,
        consumedLife: 80 + n,
        messageId: null,
        ranges: {
          life1Week: { lower: 80, upper: 82 },
          life2Weeks: { lower: 81, upper: 84 },
          life4Weeks: { lower: 82, upper: 88 },
        },
        basis,
      })),
    },
    predictions: {
      fuser: life,
      drum: life,
      secondTransfer: {
        messageId: null,
        replacementPart: {
          partsMessageId: null,
          predictionFailureMonth: day(120).slice(0, 7),
          driveTime: 1842,
          lastReplacementDate: null,
        },
        lowerThreshold: 900,
        actual,
        forecast,
        basis,
      },
      feedRoller: {
        predictionFeedRollers: drawers.map((paperSource) => ({ paperSource, ...sign, replacementPart: part })),
      },
      developer: { predictionDevelopers: colors.map((color) => ({ color, ...sign, replacementPart: part })) },
      imageQualitySensor: {
        messageId: null,
        predictionSensors: colors.map((color) => ({ color, ...sign, actual, threshold: 400 })),
      },
      imageControlError: {
        errorMessage: null,
        errorCE20: { count: 3, lastOccurredAt: null, ...sign },
        errorCE40: { count: 0, lastOccurredAt: null, ...sign },
      },
      polygonalMotor: {
        messageId: null,
        polygonalMotorDetails: colors.map((color) => ({ color, count30Days: 400, ...sign })),
      },
      hdd: { messageId: null, predictionStorages: [{ sataPort: 0, type: 'SSD', state: 0, ...sign }] },
    },
    signs: [{ component: 'drum', messageId: '40000302' }],
    bring: ['6250'],
    reasons: [],
    replacements: [],
    breaks: [],
  };
}
