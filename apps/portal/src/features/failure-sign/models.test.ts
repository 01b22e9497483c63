import {
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
import { describe, expect, test } from 'vitest';
import * as data from '../../../test/device/prediction-data.ts';
import { toIsoDay } from '../../device/figures.ts';
import { releaseOf } from './facts.tsx';
import { isPast, toHorizonRows, toVisit } from './horizon-rows.ts';
import { toCrossing } from './life-panel.tsx';
import type { Predictions } from './predictions.ts';
import { toBar } from './sensor-panel.tsx';
import { toAdviceIds, toBring } from './sign-panel.tsx';
import { mostSevereOf, toDaySpan, toMonthSpan, toSign } from './to-sign.ts';

const nothing: Predictions = {
  fuser: null,
  secondTransfer: null,
  feedRoller: null,
  developer: null,
  imageQualitySensor: null,
  imageControlError: null,
  polygonalMotor: null,
  drum: null,
  hdd: null,
};
const everything = (): Predictions => ({
  fuser: data.fuser(),
  secondTransfer: data.secondTransfer(),
  feedRoller: data.feedRoller(),
  developer: data.developer(),
  imageQualitySensor: data.imageQualitySensor(),
  imageControlError: data.imageControlError(),
  polygonalMotor: data.polygonalMotor(),
  drum: data.drum(),
  hdd: data.hdd(),
});
const short = { rule: 'drumLife', readings: 9, neededReadings: 14, from: null, to: null };

test('the answers that the screen is tested with are answers of the contract', () => {
  const calls = [
    [predictFuser, data.fuser()],
    [predictSecondTransfer, data.secondTransfer()],
    [predictFeedRoller, data.feedRoller()],
    [predictDeveloper, data.developer()],
    [predictImageQualitySensor, data.imageQualitySensor()],
    [predictImageControlError, data.imageControlError()],
    [predictPolygonalMotor, data.polygonalMotor()],
    [predictDrum, data.drum()],
    [predictHdd, data.hdd()],
  ] as const;
  for (const [call, answer] of calls) expect(call.answer.safeParse(answer).error).toBeUndefined();
});

describe('signs', () => {
  test('FS-21: the last two digits of the advice tell how urgent it is; a bare name is no sign', () => {
    expect(['10101000', '10101001', '10101002', '10101003', null].map((id) => toSign(id))).toEqual([
      'none',
      'watch',
      'nextVisit',
      'now',
      'none',
    ]);
  });
  test('OQ-85: without advice and with too few readings nothing is claimed, not even that all is well', () => {
    expect(toSign(null, short)).toBe('withheld');
    expect(toSign(null, { ...short, readings: 14 })).toBe('none');
  });
  test('the most severe sign represents the component; a sound part comes before one with too few readings', () => {
    expect(mostSevereOf(['none', 'nextVisit', 'watch'])).toBe('nextVisit');
    expect(mostSevereOf(['withheld', 'none'])).toBe('none');
    expect(mostSevereOf([])).toBe('none');
  });
});

describe('service horizon', () => {
  test('FS-13: a device without any data has nine rows, each saying so', () => {
    const rows = toHorizonRows(nothing);
    expect(rows).toHaveLength(9);
    expect(new Set(rows.map(({ sign }) => sign))).toEqual(new Set(['noData']));
  });
  test('most severe first, then soonest, then what has no sign; parts with a sign each have a row', () => {
    expect(
      toHorizonRows(everything()).map(({ component, part, sign }) => [component, part ?? '', sign].join(' ')),
    ).toEqual([
      'fuser  now',
      'hdd 0 now',
      'secondTransfer  nextVisit',
      'feedRoller CST2 nextVisit',
      'imageQualitySensor magenta nextVisit',
      'imageControlError CE20 nextVisit',
      'developer black watch',
      'drum  none',
      'polygonalMotor  none',
    ]);
  });
  test('a second drawer with a sign has a row of its own, one without has none', () => {
    const { predictionFeedRollers: rollers } = data.feedRoller() ?? { predictionFeedRollers: [] };
    const worse = rollers.map((one) => (one.paperSource === 'bypass' ? { ...one, messageId: '30121003' } : one));
    const rows = toHorizonRows({ ...nothing, feedRoller: { predictionFeedRollers: worse } });
    expect(rows.filter(({ component }) => component === 'feedRoller').map(({ part }) => part)).toEqual([
      'bypass',
      'CST2',
    ]);
  });
  test('FS-17: a day keeps its range, a month reaches from its first to its last day', () => {
    const day = toDaySpan('2026-02-03', { lower: '2026-01-30', upper: '2026-02-10' });
    expect([day?.lower, day?.middle, day?.upper].map((at) => at && toIsoDay(at))).toEqual([
      '2026-01-30',
      '2026-02-03',
      '2026-02-10',
    ]);
    const month = toMonthSpan('2026-02', { lower: '2026-01', upper: '2026-02' });
    expect([month?.lower, month?.upper].map((at) => at && toIsoDay(at))).toEqual(['2026-01-01', '2026-02-28']);
    expect(toDaySpan(null, null)).toBeUndefined();
    expect(toMonthSpan('soon', null)).toBeUndefined();
  });
  test('what is loading and what failed are distinct from no data', () => {
    const rows = toHorizonRows({ ...nothing, fuser: undefined, drum: undefined }, new Set(['drum'] as const));
    expect(rows.map(({ component, sign }) => [component, sign])).toEqual(
      expect.arrayContaining([
        ['fuser', 'loading'],
        ['drum', 'failed'],
      ]),
    );
  });
  test('OQ-85: too few readings are counted, not dated', () => {
    const drum = data.drum();
    const rows = toHorizonRows({
      ...nothing,
      drum: drum && {
        ...drum,
        basis: short,
        replacementPart: { ...drum.replacementPart, predictionFailureDate: null },
      },
    });
    expect(rows.find(({ component }) => component === 'drum')).toMatchObject({ sign: 'withheld', missing: short });
  });
});

describe('one visit', () => {
  const today = new Date(2026, 0, 10, 12);
  const row = (sign: 'now' | 'nextVisit' | 'watch' | 'none', date?: string) => ({
    component: 'fuser' as const,
    sign,
    ...(date === undefined ? {} : { span: toDaySpan(date, { lower: date, upper: date }) }),
  });
  const visitOf = (...rows: ReturnType<typeof row>[]) =>
    toVisit(
      rows.map(({ span, ...rest }) => ({ ...rest, ...(span === undefined ? {} : { span }) })),
      today,
    );

  test('is due on the first day that one of its parts may fail, and covers no part that is only watched', () => {
    const visit = visitOf(row('nextVisit', '2026-02-01'), row('nextVisit', '2026-01-20'), row('watch', '2026-01-15'));
    expect(visit?.by instanceof Date && toIsoDay(visit.by)).toBe('2026-01-20');
    expect(visit?.rows).toHaveLength(2);
  });
  test('is due now where advice says so or the day has passed', () => {
    expect(visitOf(row('now', '2026-02-01'))?.by).toBe('now');
    expect(visitOf(row('nextVisit', '2026-01-10'))?.by).toBe('now');
  });
  test('has no day where no part has one, and is not asked for without advice', () => {
    expect(visitOf(row('nextVisit'))).toMatchObject({ by: undefined });
    expect(visitOf(row('watch'), row('none'))).toBeUndefined();
  });
});

describe('parts to bring', () => {
  test('FS-14: code and name in the language of the reader, each part once', () => {
    expect(toBring(['10101003', '10101002', null], 'SHASTA3', 'en-us')).toEqual([{ code: '6342', name: 'Fuser belt' }]);
    expect(toBring(['10101003'], 'SHASTA3', 'ja-jp')[0]?.name).toBe('定着ベルト');
  });
  test('FS-24: a feeder gets the set of rollers that the series has', () => {
    expect(toBring(['30221002'], 'SHASTA3', 'en-us').map(({ code }) => code)).toEqual(['6420', '6421', '6422']);
  });
  test('nothing for advice to watch; the bare code for a series that is not known', () => {
    expect(toBring(['10101001'], 'SHASTA3', 'en-us')).toEqual([]);
    expect(toBring(['20101002'], null, 'en-us')).toEqual([{ code: '6321', name: undefined }]);
  });
});

test('FS-20 OQ-105: a warning is released 5 percent on the safe side of its threshold', () => {
  expect(releaseOf(100, 'upper')).toBe(95);
  expect(releaseOf(1700, 'lower')).toBe(1785);
});

test('FS-06: level and limit share one scale; what is not known has no place', () => {
  expect(toBar(80, 100)).toEqual({ level: 64, limit: 80 });
  expect(toBar(null, 100)).toEqual({ level: undefined, limit: 80 });
  expect(toBar(0, null)).toEqual({ level: undefined, limit: undefined });
});

test('FS-21 FS-30: advice of the parts counts, each once and most severe first; else that of the whole', () => {
  expect(toAdviceIds(['30211001', null, '30221003', '30211001'], '30101002')).toEqual(['30221003', '30211001']);
  expect(toAdviceIds([null, null], '64101002')).toEqual(['64101002']);
  expect(toAdviceIds([null], null)).toEqual([]);
});

test('a prediction is past when its whole range has gone by, a month when the month has', () => {
  const now = new Date(2026, 10, 21, 9);
  const range = (lower: string, upper: string) => ({ lower, upper });
  expect(isPast(toDaySpan('2026-11-14', range('2026-11-14', '2026-11-14')), now)).toBe(true);
  expect(isPast(toDaySpan('2026-11-14', range('2026-11-01', '2026-11-21')), now)).toBe(false);
  expect(isPast(toDaySpan('2026-11-20', null), now)).toBe(true);
  expect(isPast(toMonthSpan('2026-11', null), now)).toBe(false);
  expect(isPast(toMonthSpan('2026-10', range('2026-10', '2026-10')), now)).toBe(true);
  expect(isPast(undefined, now)).toBe(false);
});

test('FS-03: a predicted month is marked on the day on which the forecast meets the limit, a day on itself', () => {
  const forecast = [{ date: '2026-12-01' }, { date: '2027-01-24' }];
  const month = toMonthSpan('2027-01', { lower: '2026-12', upper: '2027-02' });
  expect(toCrossing(month, forecast)?.date).toBe('2027-01-24');
  expect(toCrossing(month, [{ date: '2026-12-01' }])?.date).toBe('2027-01-15');
  const day = toDaySpan('2027-01-20', { lower: '2027-01-10', upper: '2027-01-30' });
  expect(toCrossing(day, forecast)?.date).toBe('2027-01-20');
  expect(toCrossing(toMonthSpan('2027-01', null), forecast)).toBeUndefined();
});
