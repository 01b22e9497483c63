import { adviceId } from '@platen/contract/advice-ids';
import type { StatusReason } from '@platen/contract/devices';
import { describe, expect, it } from 'vitest';
import { act, day, hour, LiveDevice, minute, noFacts, reportsFrom, start } from '../../test/conditions.ts';
import { emptyPredictions } from '../../test/judgements.ts';
import type { DeviceFacts } from './evaluation.ts';

type Judged = NonNullable<DeviceFacts['judged']>;
const byText = (a: readonly unknown[], b: readonly unknown[]) => (a.join() < b.join() ? -1 : 1);
const dayOf = (at: number) => Math.floor(at / day);
const judged = (at: number, more: Partial<Judged['judgement']> = {}): DeviceFacts => ({
  ...noFacts,
  judged: {
    at,
    lastDay: dayOf(at),
    judgement: {
      toner: {},
      pmParts: null,
      predictions: emptyPredictions,
      reasons: [],
      replacements: [],
      breaks: [],
      ...more,
    },
  },
});
const sign = (code: string): StatusReason => ({ source: 'sign', code, severity: 'warning' });
const drum = (severity: 'watch' | 'nextVisit' | 'now') => adviceId({ component: 'drum', variant: 'yellow', severity });
const part = (partsCode: string, more: object = {}) => ({
  partsCode,
  lifeNow: 50,
  life1Week: null,
  life2Weeks: null,
  life4Weeks: null,
  counter: null,
  consumedLife: 50,
  ...more,
});
const reporting = () => new LiveDevice().deliver(reportsFrom(start - day, start + 12 * day, 4 * hour, []));

describe('parts', () => {
  it('WL-07: a sign at the next visit opens after one judgement, a sign to watch never', () => {
    const device = reporting();
    expect(device.evaluate(start, judged(start, { reasons: [sign(drum('watch'))] })).conditions).toEqual([]);
    expect(
      device.evaluate(start + day, judged(start + day, { reasons: [sign(drum('nextVisit'))] })).conditions,
    ).toMatchObject([
      {
        kind: 'part',
        subject: 'drum.yellow',
        source: 'judgement',
        openedAt: start + day,
        facts: { urgency: 'nextVisit', messageId: drum('nextVisit') },
      },
    ]);
  });

  it('WL-07: sign and maintenance part of one part are one condition with the more severe words', () => {
    const pmParts = {
      threshold: 100,
      parts: [part('6251', { lifeNow: 104, consumedLife: 104 }), part('6250'), part('6411', { life2Weeks: 101 })],
    };
    const { conditions } = reporting().evaluate(start, judged(start, { reasons: [sign(drum('nextVisit'))], pmParts }));
    expect(conditions.map(({ subject, facts }) => [subject, facts.urgency])).toEqual([
      ['drum.yellow', 'now'],
      ['feedRoller.CST1', 'nextVisit'],
    ]);
    expect(conditions[0]?.facts).toMatchObject({ messageId: drum('nextVisit'), partCode: '6251', percent: 104 });
  });

  it('WL-07 WL-49: the predicted day with its range makes the chance, counted on as days pass', () => {
    const predictions = {
      ...emptyPredictions,
      drum: {
        messageId: drum('now'),
        replacementPart: {
          partsMessageId: null,
          exhaustionRate: 99,
          predictionFailureDate: '2026-11-12',
          predictionFailureRange: { lower: '2026-11-04', upper: '2026-11-22' },
          lifeRate: 99,
          lastReplacementDate: null,
        },
        threshold: 100,
        actual: [],
        forecast: [],
      },
    };
    const facts = judged(start, { predictions, reasons: [sign(drum('now'))] });
    const device = reporting();
    expect(device.evaluate(start, facts).conditions).toMatchObject([
      { facts: { days: 10, range: { lower: 2, upper: 20 }, day: '2026-11-12' }, cost: { chance: 0.05, points: 0.6 } },
    ]);
    expect(device.evaluate(start + day, facts).conditions).toMatchObject([{ cost: { chance: 0.1 } }]);
  });

  it('WL-07 WL-49 WL-53: the risk of the part makes its chance; a part by its rated life alone has none', () => {
    const within = (within7Days: number) => ({ within7Days, within14Days: 9, within28Days: 20 });
    const risk = {
      ...within(5),
      causes: [
        { item: 'drum.yellow', ...within(4) },
        { item: 'fuser', ...within(1) },
      ],
      unknownParts: 1,
      basis: { rule: 'stopRisk', readings: 30, neededReadings: 14, from: null, to: null },
    };
    const pmParts = { threshold: 100, parts: [part('6403', { consumedLife: 130, lifeNow: 130 })] };
    const { conditions } = reporting().evaluate(start, judged(start, { reasons: [sign(drum('now'))], pmParts, risk }));
    expect(conditions).toMatchObject([
      { subject: 'drum.yellow', facts: { risk: within(4) }, cost: { chanceFrom: 'risk' } },
      { facts: { ratedOnly: true, percent: 130 }, cost: { chance: 0.02, chanceFrom: 'urgency', points: 0.24 } },
    ]);
    expect(conditions[0]?.facts).not.toHaveProperty('ratedOnly');
    expect(conditions[0]?.cost?.chance).toBeCloseTo(1 - 0.96 ** (1 / 5), 5);
  });

  it('WL-07 WL-29: it clears when sign and life are gone, but not while the device is silent (WL-40)', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, 4 * hour, []));
    device.evaluate(start, judged(start, { reasons: [sign(drum('now'))] }));
    device.evaluate(start + 5 * day, judged(start + 5 * day));
    expect(device.condition('part')).toMatchObject({ work: 'open', signal: 'active', marks: ['notHeardOf'] });
    device.deliver(reportsFrom(start + 6 * day, start + 6 * day, hour, []));
    device.evaluate(start + 6 * day + hour, judged(start + 6 * day + hour));
    expect(device.condition('part')).toMatchObject({ work: 'resolved', resolution: 'device' });
  });

  it('WL-33: a fix is disproved by the next judgement that saw a day after it', () => {
    const device = reporting();
    const reasons = [sign(drum('now'))];
    device.evaluate(start, judged(start, { reasons }));
    device.act(act(device.condition('part').conditionId, start + hour, { action: 'resolve', reason: 'fixed' }));
    device.evaluate(start + 2 * hour, judged(start + 2 * hour, { reasons }));
    expect(device.condition('part').work).toBe('resolved');
    device.evaluate(start + day, judged(start + day, { reasons }));
    expect(device.condition('part')).toMatchObject({ work: 'open', regressions: 1 });
  });

  it('WL-52: what is judged before anything was learned from the fleet holds no class', () => {
    const worn =
      (count: number, more: Partial<Judged['judgement']> = {}) =>
      (at: number) => {
        const drums = (['yellow', 'magenta', 'cyan'] as const).slice(0, count);
        const reasons = drums.map((variant) => sign(adviceId({ component: 'drum', variant, severity: 'now' })));
        // Each of them costs 0.72 points on a device of four times the usual use.
        return { ...judged(at, { reasons, ...more }), pagesAMonth: 4000 };
      };
    const classesOf = (first: (at: number) => DeviceFacts) => {
      const device = reporting();
      return [first(start), worn(1)(start + minute)].map(
        (facts, index) => device.evaluate(start + index * minute, facts).row?.priority,
      );
    };
    expect(classesOf(worn(3, { isUnlearned: true }))).toEqual(['P2', 'P3']);
    expect(classesOf(worn(3))).toEqual(['P2', 'P2']);
  });

  it('WL-40: what is judged of a silent device before anything was learned opens nothing that silence keeps', () => {
    const silent = new LiveDevice().deliver(reportsFrom(start - 10 * day, start - 5 * day, 4 * hour, []));
    const reasons = [sign(drum('now'))];
    silent.evaluate(start, judged(start, { reasons, isUnlearned: true }));
    expect(silent.stored.conditions.map(({ kind }) => kind)).toEqual(['stopped']);
    silent.evaluate(start + hour, judged(start + hour, { reasons }));
    expect(silent.stored.conditions.map(({ kind }) => kind)).toEqual(['stopped', 'part']);
  });

  it('WL-38: next visit that became now is worse', () => {
    const device = reporting();
    device.evaluate(start, judged(start, { reasons: [sign(drum('nextVisit'))] }));
    device.evaluate(start + day, judged(start + day, { reasons: [sign(drum('now'))] }));
    expect(device.condition('part')).toMatchObject({
      marks: ['worse'],
      worseAt: start + day,
      facts: { urgency: 'now' },
    });
  });

  it('WL-45: a service call hides its repetition and the part of its unit until it is resolved', () => {
    const fuser = adviceId({ component: 'fuser', severity: 'now' });
    const calls = [30, 120, 180].map((ago) => ({ code: 'C447', at: start - ago * minute }));
    const facts = { ...judged(start, { reasons: [sign(fuser), sign(drum('now'))] }), calls };
    const device = new LiveDevice().deliver(reportsFrom(start - hour, start, 15 * minute, ['down:C447']));
    const { conditions, row } = device.evaluate(start, facts);
    const down = conditions.find(({ kind }) => kind === 'down')?.conditionId;
    expect(conditions.map(({ kind, subject, inhibitedBy }) => [kind, subject, inhibitedBy]).toSorted(byText)).toEqual([
      ['down', 'C447', null],
      ['errorRepeat', 'C447', down],
      ['part', 'drum.yellow', null],
      ['part', 'fuser', down],
    ]);
    expect(row?.cost).toBeLessThan(9);
    device.deliver(reportsFrom(start + hour, start + 3 * hour, 15 * minute, []));
    device.evaluate(start + 3 * hour, facts);
    expect(device.condition('errorRepeat')).toMatchObject({ inhibitedBy: null, openedAt: start + 105 * minute });
  });
});

describe('supplies by days', () => {
  const left = (value: number, lower: number, upper: number, level = 20) => ({
    black: {
      daysLeft: {
        state: 'judged' as const,
        value: { value, lower, upper },
        basis: {
          rule: 'toner',
          readings: 30,
          neededReadings: 14,
          from: null,
          to: null,
          inputs: { kind: 'tonerDays' as const, level, rounding: 1, perDay: 1, shorter: 1, longer: 1, age: 0 },
        },
      },
      averagePixelCount: null,
    },
  });

  it('WL-08: opens when the earliest day lies within the lead time and two working days', () => {
    // Monday: seven working days later is Wednesday of next week, nine days.
    const device = reporting();
    expect(device.evaluate(start, judged(start, { toner: left(15, 10, 22) })).conditions).toEqual([]);
    expect(device.evaluate(start + hour, judged(start + hour, { toner: left(14, 9, 20) })).conditions).toMatchObject([
      { kind: 'supply', subject: 'black', source: 'judgement', facts: { days: 14, range: { lower: 9, upper: 20 } } },
    ]);
  });

  it('WL-08: a longer forecast does not clear it, a replacement does', () => {
    const device = reporting();
    device.evaluate(start, judged(start, { toner: left(10, 8, 12) }));
    device.evaluate(start + day, judged(start + day, { toner: left(40, 30, 60) }));
    expect(device.condition('supply').work).toBe('open');
    const replacements = [
      { item: 'toner.black', day: dayOf(start) + 2, origin: 'seen' as const, counter: null, averagePixelCount: null },
    ];
    device.evaluate(start + 2 * day, judged(start + 2 * day, { toner: left(90, 80, 99, 98), replacements }));
    expect(device.condition('supply')).toMatchObject({ work: 'resolved', resolution: 'device' });
  });

  it('WL-08 XC-01: what the device reports empty is reported, whatever days a judgement gives it', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:low:4']));
    device.evaluate(start, judged(start, { toner: left(2, 1, 4, 4) }));
    expect(device.condition('supply')).toMatchObject({ source: 'judgement', facts: { urgency: 'low', days: 2 } });
    device.deliver(reportsFrom(start + hour, start + day, hour, ['supply:black:empty:0']));
    const at = start + day;
    const { conditions } = device.evaluate(at, judged(at, { toner: left(0, 0, 0, 0) }));
    expect(conditions).toMatchObject([{ source: 'device', cost: { points: 8, chance: 1 } }]);
    expect(conditions[0]?.facts).toEqual({ item: 'black', urgency: 'empty', percent: 0 });
  });

  it('WL-08 WL-49: low as reported before the days left were known costs by them once they are', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:low:9']));
    device.evaluate(start);
    expect(device.condition('supply')).toMatchObject({ source: 'device', cost: { chance: 0.1 } });
    device.deliver(reportsFrom(start + hour, start + day, hour, ['supply:black:low:9']));
    device.evaluate(start + day, judged(start + day, { toner: left(73, 60, 90, 9) }));
    expect(device.condition('supply')).toMatchObject({
      work: 'open',
      source: 'judgement',
      facts: { urgency: 'low', percent: 9, days: 73, range: { lower: 60, upper: 90 } },
    });
    expect(device.condition('supply').cost?.chance).toBeLessThan(0.01);
  });

  it('WL-08: low as reported counts only while no range is known; empty always', () => {
    const low = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:low:9']));
    expect(low.evaluate(start, judged(start - 2 * day, { toner: left(60, 50, 70) })).conditions).toEqual([]);
    const empty = new LiveDevice().deliver(reportsFrom(start - day, start, hour, ['supply:black:empty:9']));
    expect(empty.evaluate(start, judged(start - 2 * day, { toner: left(60, 50, 70) })).conditions).toMatchObject([
      { kind: 'supply', facts: { urgency: 'empty' }, cost: { points: 8 } },
    ]);
  });
});

describe('other kinds', () => {
  it('WL-06: three calls of a code in seven days, over after seven days without and five usual days of pages', () => {
    const calls = [0, 1, 2].map((days) => ({ code: 'C371', at: start - days * day }));
    const pages = Array.from({ length: 60 }, (_, ago) => ({ day: dayOf(start) - 59 + ago, value: ago * 100 }));
    const device = reporting();
    expect(device.evaluate(start, { ...noFacts, calls, pages }).conditions).toMatchObject([
      { kind: 'errorRepeat', subject: 'C371', openedAt: start, facts: { count: 3 }, cost: { points: 0.15 } },
    ]);
    const idle = [...pages, { day: dayOf(start) + 7, value: 6000 }];
    device.evaluate(start + 7 * day + hour, { ...noFacts, calls, pages: idle });
    expect(device.condition('errorRepeat').work).toBe('open');
    const printed = [...pages, { day: dayOf(start) + 8, value: 6600 }];
    device.evaluate(start + 8 * day, { ...noFacts, calls, pages: printed });
    expect(device.condition('errorRepeat')).toMatchObject({ work: 'resolved', resolution: 'device' });
  });

  it('WL-10 LG-11: a counter break that heals clears itself, also after it opened', () => {
    const breaks = [{ key: 'pages.total', day: dayOf(start), kind: 'fell' as const, before: 88_412, after: 31 }];
    const device = reporting();
    device.evaluate(start, judged(start, { breaks }));
    device.evaluate(start + day, judged(start + day, { breaks }));
    expect(device.condition('counterBreak')).toMatchObject({ work: 'open' });
    const healed = breaks.map((one) => ({ ...one, isHealed: true as const }));
    device.evaluate(start + 2 * day, judged(start + 2 * day, { breaks: healed }));
    expect(device.condition('counterBreak')).toMatchObject({ work: 'resolved', resolution: 'device' });
  });

  it('WL-10: a counter break opens after a day, and its cause clears it', () => {
    const breaks = [{ key: 'pages.total', day: dayOf(start), kind: 'fell' as const, before: 88_412, after: 31 }];
    const device = reporting();
    expect(device.evaluate(start, judged(start, { breaks }))).toMatchObject({
      conditions: [],
      nextDue: start + day,
    });
    expect(device.evaluate(start + day, judged(start, { breaks })).conditions).toMatchObject([
      { kind: 'counterBreak', subject: '2026-11-02', facts: { before: '88412', after: '31' }, cost: { points: 0.2 } },
    ]);
    device.evaluate(start + 2 * day, { ...judged(start + 2 * day, { breaks }), explainedDays: ['2026-11-02'] });
    expect(device.condition('counterBreak')).toMatchObject({ work: 'resolved' });
  });

  it('WL-11 WL-13 WL-15: findings, changed codes and old firmware open after their delays and clear with the fact', () => {
    const facts: DeviceFacts = {
      ...noFacts,
      findings: [
        { kind: 'movedAddress', since: start },
        { kind: 'other', since: start },
      ],
      codeChanges: [{ code: '05.2103.0', before: '128', after: '96', at: start }],
      firmware: { version: 'T1.10', target: 'T1.20' },
    };
    const device = reporting();
    expect(device.evaluate(start, facts).conditions).toEqual([]);
    expect(
      device
        .evaluate(start + day, facts)
        .conditions.map(({ kind, subject }) => [kind, subject])
        .toSorted(byText),
    ).toEqual([
      ['codeChanged', '05.2103.0'],
      ['identity', 'movedAddress'],
    ]);
    expect(device.evaluate(start + 7 * day, facts).row?.cost).toBe(0.65);
    const gone = { ...facts, findings: [], codeChanges: null, firmware: { version: 'T1.20', target: 'T1.20' } };
    const { conditions } = device.evaluate(start + 8 * day, gone);
    expect(conditions.map(({ kind, work }) => [kind, work]).toSorted(byText)).toEqual([
      ['codeChanged', 'open'],
      ['firmware', 'resolved'],
      ['identity', 'resolved'],
    ]);
  });

  it('WL-12: a setting beyond its threshold opens at once', () => {
    const reason: StatusReason = {
      source: 'code',
      code: '05-2103-0',
      severity: 'warning',
      since: new Date(start - day).toISOString(),
      threshold: { value: '300', alert: 250, clear: 200 },
    };
    expect(reporting().evaluate(start, judged(start, { reasons: [reason] })).conditions).toMatchObject([
      {
        kind: 'codeLimit',
        subject: '05.2103.0',
        openedAt: start - day,
        facts: { threshold: 250, after: '300' },
        cost: { points: 1 },
      },
    ]);
  });

  it('WL-14: a drive opens in state 2, 3 or 9 and clears after seven days in state 0 or 1', () => {
    const drive = (state: 0 | 2 | 9 | null) => ({
      ...emptyPredictions,
      hdd: { messageId: null, predictionStorages: [{ sataPort: 0, type: 'HDD' as const, state, messageId: null }] },
    });
    const device = reporting();
    device.evaluate(start, judged(start, { predictions: drive(9) }));
    expect(device.condition('storage')).toMatchObject({ subject: '0', source: 'judgement', cost: { points: 4 } });
    for (let days = 1; days <= 6; days++)
      device.evaluate(start + days * day, judged(start + days * day, { predictions: drive(0) }));
    device.evaluate(start + 7 * day, judged(start + 7 * day, { predictions: drive(null) }));
    expect(device.condition('storage').work).toBe('open');
    device.evaluate(start + 8 * day, judged(start + 8 * day, { predictions: drive(0) }));
    expect(device.condition('storage')).toMatchObject({ work: 'resolved', resolution: 'device' });
  });

  it('WL-43 WL-46: a silent collector hides stopped devices; they open when it is heard of again', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, hour, []));
    const hold = { conditionId: 'collector-1', kind: 'collector' as const, subject: '', from: start + 2 * hour };
    const held = device.evaluate(start + 2 * day, { ...noFacts, holds: [{ ...hold, until: null }] });
    expect(held).toMatchObject({
      conditions: [{ kind: 'stopped', inhibitedBy: 'collector-1', isHeld: true }],
      row: null,
    });
    const after = device.evaluate(start + 3 * day, { ...noFacts, holds: [{ ...hold, until: start + 3 * day }] });
    expect(after).toMatchObject({ conditions: [{ inhibitedBy: null, openedAt: start + 3 * day }], row: { cost: 0.5 } });
  });

  it('WL-45: nothing but findings opens on a stopped device', () => {
    const device = new LiveDevice().deliver(reportsFrom(start - day, start, hour, []));
    const facts = {
      ...judged(start + 3 * day, { reasons: [sign(drum('now'))] }),
      findings: [{ kind: 'movedAddress' as const, since: start }],
    };
    const { conditions } = device.evaluate(start + 3 * day, facts);
    const stopped = conditions.find(({ kind }) => kind === 'stopped')?.conditionId;
    expect(conditions.map(({ kind, inhibitedBy }) => [kind, inhibitedBy]).toSorted(byText)).toEqual([
      ['identity', null],
      ['part', stopped],
      ['stopped', null],
    ]);
  });
});
