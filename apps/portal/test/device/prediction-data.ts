import type { AnswerOf } from '@platen/contract/endpoint';
import type { PartVerdict } from '@platen/contract/part-verdict';
import type {
  predictDeveloper,
  predictDrum,
  predictFeedRoller,
  predictFuser,
  predictHdd,
  predictImageControlError,
  predictImageQualitySensor,
  predictPolygonalMotor,
  predictSecondTransfer,
} from '@platen/contract/predictions';
import type { Answers } from './render-device.tsx';

/** `YYYY-MM-DD` this number of days from today, and its month. */
export function dayFromNow(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  return [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
const month = (days: number) => dayFromNow(days).slice(0, 7);

const basis = (rule: string, readings = 88, neededReadings = 14) => ({
  rule,
  readings,
  neededReadings,
  from: dayFromNow(-88),
  to: dayFromNow(-1),
});
const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, at) => from + at * by);
/** Readings every third day, with three weeks of silence, and a forecast that widens. */
const trend = (now: number, perDay: number, end: number) => ({
  actual: steps(-88, -1, 3)
    .filter((day) => day < -60 || day > -40)
    .map((day) => ({ date: dayFromNow(day), value: Math.round((now + perDay * (day + 1)) * 10) / 10 })),
  forecast: steps(-1, end, 7).map((day) => ({
    date: dayFromNow(day),
    value: now + perDay * (day + 1),
    lower: now + perDay * (day + 1) * 0.8,
    upper: now + perDay * (day + 1) * 1.2,
  })),
});
const part = (partsMessageId: string, exhaustionRate: number | null, at: number | null, range: number) => ({
  partsMessageId,
  exhaustionRate,
  predictionFailureDate: at === null ? null : dayFromNow(at),
  predictionFailureRange: at === null ? null : { lower: dayFromNow(at - range), upper: dayFromNow(at + range) },
  lifeRate: exhaustionRate,
  lastReplacementDate: '2024-06-02',
});

const verdict = (
  of: PartVerdict['verdict'],
  consumed: number,
  exhaustion: number,
  differs: PartVerdict['differs'],
): PartVerdict => ({ verdict: of, speaks: 'condition', rated: { consumed, threshold: 100 }, exhaustion, differs });

export const fuser = (): AnswerOf<typeof predictFuser> => ({
  messageId: '10101003',
  replacementPart: part('10101000', 92.4, 16, 7),
  threshold: 100,
  ...trend(92.4, 0.45, 16),
  basis: basis('fuserLife'),
});
export const secondTransfer = (): AnswerOf<typeof predictSecondTransfer> => ({
  messageId: '20101002',
  replacementPart: {
    partsMessageId: '20101000',
    predictionFailureMonth: month(45),
    predictionFailureRange: { lower: month(30), upper: month(75) },
    driveTime: 1842.3,
    lastReplacementDate: '2023-11-11',
  },
  lowerThreshold: 1700,
  ...trend(1880, -4, 45),
  basis: basis('secondTransferVoltage'),
});
export const drum = (): AnswerOf<typeof predictDrum> => ({
  messageId: null,
  replacementPart: part('50102100', 57, 240, 60),
  threshold: 100,
  ...trend(57, 0.18, 239),
  basis: basis('drumLife'),
});
export const feedRoller = (): AnswerOf<typeof predictFeedRoller> => ({
  predictionFeedRollers: [
    {
      paperSource: 'CST1',
      messageId: null,
      replacementPart: { ...part('30211000', 62, 280, 50), verdict: verdict('sound', 70.9, 62, null) },
      basis: basis('feed'),
    },
    {
      paperSource: 'CST2',
      messageId: '30221002',
      replacementPart: { ...part('30221000', 101, null, 0) },
      basis: basis('feed'),
    },
    { paperSource: 'bypass', messageId: null, replacementPart: part('30121000', 18, null, 0), basis: basis('feed') },
    {
      paperSource: 'ADF',
      messageId: null,
      replacementPart: { ...part('30111000', null, null, 0), lastReplacementDate: null },
      basis: basis('feed', 9),
    },
  ],
});
export const developer = (): AnswerOf<typeof predictDeveloper> => ({
  predictionDevelopers: [
    { color: 'yellow', messageId: null, replacementPart: part('40102200', 44, 320, 40), basis: basis('developerLife') },
    {
      color: 'black',
      messageId: '40102101',
      replacementPart: { ...part('40102100', 81, 120, 30), verdict: verdict('watch', 132.9, 81, 'ratedReached') },
      basis: basis('developerLife'),
    },
  ],
});
export const imageQualitySensor = (): AnswerOf<typeof predictImageQualitySensor> => ({
  messageId: '64102302',
  predictionSensors: [
    {
      color: 'cyan',
      actual: [{ date: dayFromNow(-1), value: 238 }],
      threshold: 150,
      messageId: null,
      basis: basis('level'),
    },
    {
      color: 'magenta',
      actual: [{ date: dayFromNow(-1), value: 132 }],
      threshold: 150,
      messageId: '64102302',
      basis: basis('level'),
    },
    {
      color: 'black',
      actual: [{ date: dayFromNow(-1), value: 231 }],
      threshold: null,
      messageId: null,
      basis: basis('level', 9),
    },
  ],
});
export const imageControlError = (): AnswerOf<typeof predictImageControlError> => ({
  errorMessage: '60101002',
  errorCE20: {
    count: 3,
    lastOccurredAt: `${dayFromNow(-2)}T12:22:00.000Z`,
    messageId: '60101002',
    basis: basis('imageControlRate'),
  },
  errorCE40: { count: 0, lastOccurredAt: null, messageId: null, basis: basis('imageControlRate') },
});
export const polygonalMotor = (): AnswerOf<typeof predictPolygonalMotor> => ({
  messageId: null,
  polygonalMotorDetails: [
    { color: 'black', count30Days: 412, messageId: null, basis: basis('polygonalMotorStarts', 30) },
    { color: 'yellow', count30Days: 0, messageId: null, basis: basis('polygonalMotorStarts', 30) },
    { color: 'cyan', count30Days: null, messageId: null, basis: basis('polygonalMotorStarts', 9) },
  ],
});
export const hdd = (): AnswerOf<typeof predictHdd> => ({
  messageId: '70804103',
  predictionStorages: [
    { sataPort: 0, type: 'HDD', state: 9, messageId: '70804103', basis: basis('storageScore', 60, 1) },
  ],
});

/** A device that shows a sign at most of its parts. */
export const predictionAnswers = (): Answers => ({
  fuser: { body: fuser() },
  '2ndTransfer': { body: secondTransfer() },
  drum: { body: drum() },
  feedRoller: { body: feedRoller() },
  developer: { body: developer() },
  imageQualitySensor: { body: imageQualitySensor() },
  imageControlError: { body: imageControlError() },
  polygonalMotor: { body: polygonalMotor() },
  hdd: { body: hdd() },
});

/** A device that has no data of any component. */
export const noPredictions = (): Answers =>
  Object.fromEntries(Object.keys(predictionAnswers()).map((call) => [call, { body: null }]));
