import { describe, expect, it } from 'vitest';
import { toBringList } from './judge-device.ts';
import type { DeviceJudgement } from './judgement.ts';
import { allSigns, toSignList, toSignReasons } from './signs.ts';
import { partsWithVerdicts } from './with-verdicts.ts';

const none: DeviceJudgement['predictions'] = {
  fuser: null,
  drum: null,
  secondTransfer: null,
  feedRoller: null,
  developer: null,
  imageQualitySensor: null,
  imageControlError: null,
  polygonalMotor: null,
  hdd: null,
};
const life = {
  partsMessageId: null,
  exhaustionRate: null,
  predictionFailureDate: null,
  lifeRate: null,
  lastReplacementDate: null,
};
const nothing = { parts: [], sources: [] };
const fuser = (messageId: string | null) => ({
  messageId,
  replacementPart: life,
  threshold: null,
  actual: [],
  forecast: [],
});
const rollers = (...ids: (string | null)[]) => ({
  predictionFeedRollers: ids.map((messageId) => ({
    paperSource: 'CST1' as const,
    messageId,
    replacementPart: life,
  })),
});
const storage = (whole: string | null, ...ids: (string | null)[]) => ({
  messageId: whole,
  predictionStorages: ids.map((messageId, sataPort) => ({
    sataPort,
    type: 'HDD' as const,
    state: 0 as const,
    messageId,
  })),
});
const parts = (...all: [string, number | null, number | null][]): DeviceJudgement['pmParts'] => ({
  threshold: 100,
  parts: all.map(([partsCode, lifeNow, life2Weeks]) => ({
    partsCode,
    lifeNow,
    life1Week: null,
    life2Weeks,
    life4Weeks: null,
    counter: null,
    consumedLife: null,
  })),
});
const daysLeft = (lower: number) => ({
  averagePixelCount: null,
  daysLeft: {
    state: 'judged' as const,
    value: { value: lower + 5, lower, upper: lower + 9 },
    basis: { rule: 'toner', readings: 30, neededReadings: 14, from: null, to: null },
  },
});

describe('signs', () => {
  it('PR-09 OQ-83: only components with a sign are listed, each once with its most severe advice, most severe first', () => {
    const signs = allSigns({
      ...none,
      fuser: fuser('10101002'),
      drum: fuser(null),
      feedRoller: rollers('30211001', '30221003', null),
    });
    expect(toSignList(signs, none)).toEqual([
      { component: 'feedRoller', messageId: '30221003' },
      { component: 'fuser', messageId: '10101002' },
    ]);
  });

  it('PR-09 FS-05: of two drums with signs of one severity the profile names the one of the failure sign screen', () => {
    const both = { ...none, drum: fuser('50102402') };
    expect(toSignList(allSigns(both, ['50102202', '50102402']), none)).toEqual([
      { component: 'drum', messageId: '50102402' },
    ]);
    expect(toSignList(allSigns(both, ['50102203', '50102402']), none)[0]?.messageId).toBe('50102203');
  });

  it('PR-09 FS-18: a sign carries the predicted day or month of the failure with its range, where there is one', () => {
    const range = { lower: '2026-12-06', upper: '2027-06-05' };
    const dated = { ...life, predictionFailureDate: '2027-02-02', predictionFailureRange: range };
    const months = { lower: '2026-12', upper: '2027-03' };
    const predictions = {
      ...none,
      drum: { ...fuser('50102402'), replacementPart: dated },
      secondTransfer: {
        messageId: '20101002',
        replacementPart: {
          partsMessageId: null,
          predictionFailureMonth: '2027-01',
          predictionFailureRange: months,
          driveTime: null,
          lastReplacementDate: null,
        },
        lowerThreshold: null,
        actual: [],
        forecast: [],
      },
      feedRoller: rollers('30221002'),
      hdd: storage(null, '70804102'),
    };
    expect(toSignList(allSigns(predictions), predictions)).toEqual([
      {
        component: 'secondTransfer',
        messageId: '20101002',
        predictionFailureDate: '2027-01',
        predictionFailureRange: months,
      },
      { component: 'feedRoller', messageId: '30221002' },
      { component: 'drum', messageId: '50102402', predictionFailureDate: '2027-02-02', predictionFailureRange: range },
      { component: 'hdd', messageId: '70804102' },
    ]);
  });

  it('FS-13: a component that is not measured, has no sign or names only its part is not listed', () => {
    expect(allSigns({ ...none, fuser: fuser('10101000'), drum: fuser(null) })).toEqual([]);
  });

  it('the advice about one part counts for the component as a whole', () => {
    expect(allSigns({ ...none, hdd: storage('70804103', null, '70814103') }).map((sign) => sign.messageId)).toEqual([
      '70814103',
    ]);
    expect(allSigns({ ...none, hdd: storage('70804103', null) }).map((sign) => sign.messageId)).toEqual(['70804103']);
  });

  it('every sign that asks for a visit warns in the status, one that is only to be watched does not', () => {
    const signs = allSigns({ ...none, fuser: fuser('10101001'), feedRoller: rollers('30211002', '30221003') });
    expect(toSignReasons(signs)).toEqual([
      { source: 'sign', code: '30221003', severity: 'warning' },
      { source: 'sign', code: '30211002', severity: 'warning' },
    ]);
  });
});

describe('parts for maintenance', () => {
  it('FS-14: a part carries the most severe advice that asks for it, others none', () => {
    const signs = allSigns({ ...none, fuser: fuser('10101001'), feedRoller: rollers('30213202', '30211003') });
    const judged = partsWithVerdicts(parts(['6342', 1, 1], ['6411', 1, 1], ['6421', 200, 200]), nothing, signs);
    expect(judged?.parts.map((part) => part.messageId)).toEqual(['10101001', '30211003', null]);
    expect(partsWithVerdicts(null, nothing, signs)).toBeNull();
  });
});

describe('what to bring', () => {
  it('parts of signs that ask for a visit, parts due within two weeks, cartridges that may be empty by then', () => {
    const signs = allSigns({ ...none, fuser: fuser('10101002'), drum: fuser('50102101') });
    const bring = toBringList(
      {
        toner: { black: daysLeft(14), cyan: daysLeft(15) },
        pmParts: parts(['6258', 99, 100], ['6262', 100, null], ['6270', 99, 99.9], ['6274', null, null]),
      },
      signs,
    );
    expect(bring).toEqual(['6258', '6262', '6342', 'toner.black']);
  });

  it('for a feeder the parts that the device counts, else the set of its kind', () => {
    const signs = allSigns({ ...none, feedRoller: rollers('30111002', '30213203', '30411002', '30511002') });
    expect(toBringList({ toner: {}, pmParts: parts(['6400', 3, 3], ['6403', 3, 3], ['6411', 3, 3]) }, signs)).toEqual([
      '6400',
      '6403',
      '6411',
      '6500',
      '6501',
      '6503',
    ]);
    expect(toBringList({ toner: {}, pmParts: null }, signs).filter((code) => code < '6420')).toEqual([
      '6400',
      '6401',
      '6410',
      '6411',
      '6412',
    ]);
  });

  it('nothing for advice to check or clean, or for a colour without a part', () => {
    const predictions = { ...none, hdd: storage(null, '70804103'), drum: fuser('50102503') };
    expect(toBringList({ toner: {}, pmParts: null }, allSigns(predictions))).toEqual([]);
  });

  it('the colours in the order of the part codes', () => {
    const bring = ['21', '22', '23', '24'].flatMap((color) =>
      toBringList({ toner: {}, pmParts: null }, allSigns({ ...none, drum: fuser(`5010${color}02`) })),
    );
    expect(bring).toEqual(['6250', '6251', '6252', '6253']);
  });
});
