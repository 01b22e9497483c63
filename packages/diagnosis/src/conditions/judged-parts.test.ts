import { adviceId } from '@platen/contract/advice-ids';
import { describe, expect, it } from 'vitest';
import { act, day, hour, LiveDevice, minute, reportsFrom, start } from '../../test/conditions.ts';
import { drum, type JudgedFacts, judged, reporting, sign } from '../../test/judged.ts';
import { emptyPredictions } from '../../test/judgements.ts';
import type { DeviceFacts } from './evaluation.ts';

const byText = (a: readonly unknown[], b: readonly unknown[]) => (a.join() < b.join() ? -1 : 1);
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
      (count: number, more: Partial<JudgedFacts> = {}) =>
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
