import { adviceId } from '@platen/contract/advice-ids';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { describe, expect, it } from 'vitest';
import { type Alarm, alarmedItems, toAlarms } from '../src/diagnosis/fleet-alarms.ts';
import { scoreFaults, scoreParts } from '../src/diagnosis/fleet-score.ts';
import { scoreToner } from '../src/diagnosis/fleet-toner.ts';
import type { TruthEvent } from '../src/diagnosis/fleet-truth.ts';

const period = { first: 300, last: 500 };
const alarm = (item: string, from: number, to = from + 7, fresh = true): Alarm => ({ item, from, to, fresh });
const part = (failed: number | null, replaced: number | null = failed): TruthEvent => ({
  kind: 'part',
  part: '6342',
  installed: 0,
  failed,
  replaced,
});
const score = (alarms: readonly Alarm[], ...truth: readonly TruthEvent[]) =>
  scoreParts([{ alarms, truth }], period).get('6342');

describe('alarms against failures of parts', () => {
  it('a failure is found by an alarm that is on 14 days before it; the alarm is right when it began at most 90 days before', () => {
    expect(score([alarm('part.6342', 400)], part(414))).toMatchObject({ failures: 1, found: 1, alarms: 1, ahead: 1 });
    expect(score([alarm('part.6342', 401)], part(414))).toMatchObject({ failures: 1, found: 0, alarms: 1, late: 1 });
    expect(score([alarm('part.6342', 310, 400)], part(400))).toMatchObject({ found: 1, ahead: 1 });
    expect(score([alarm('part.6342', 309, 400)], part(400))).toMatchObject({ found: 1, alarms: 1, ahead: 0 });
  });

  it('an alarm that ended before does not find the failure; one a few days before it is late; one after it is not right', () => {
    expect(score([alarm('part.6342', 350, 378)], part(400))).toMatchObject({ found: 0, ahead: 1 });
    expect(score([alarm('part.6342', 350, 385)], part(400))).toMatchObject({ found: 1 });
    expect(score([alarm('part.6342', 395)], part(400, 420))).toMatchObject({ found: 0, alarms: 1, late: 1 });
    expect(score([alarm('part.6342', 405)], part(400, 420))).toMatchObject({ found: 0, alarms: 1, ahead: 0, late: 0 });
  });

  it('an alarm without a failure counts against it, one before a planned replacement not at all', () => {
    expect(score([alarm('part.6342', 400)], part(null))).toMatchObject({ failures: 0, alarms: 1, ahead: 0, late: 0 });
    expect(score([alarm('part.6342', 400)], part(null, 430))).toMatchObject({ alarms: 0, unknown: 1 });
    expect(score([alarm('part.6342', 400)], part(null, 491))).toMatchObject({ alarms: 1, unknown: 0 });
  });

  it('what the period cuts off is not counted', () => {
    expect(score([alarm('part.6342', 411)], part(null))).toBeUndefined();
    expect(score([alarm('part.6342', 300, 307, false)], part(313))).toBeUndefined();
    expect(score([], part(501))).toBeUndefined();
  });

  it('an alarm of the last days counts where the truth is known for 90 days more; a failure that nothing announces is counted as such', () => {
    const longer = { ...period, known: 590 };
    const scored = scoreParts([{ alarms: [alarm('part.6342', 490)], truth: [part(560, 570)] }], longer);
    expect(scored.get('6342')).toMatchObject({ failures: 0, alarms: 1, ahead: 1 });
    expect(
      score([], { kind: 'part', part: '6342', installed: 0, failed: 400, replaced: 405, sudden: true }),
    ).toMatchObject({
      failures: 1,
      sudden: 1,
    });
  });

  it('an alarm about the part before says nothing of the one that failed', () => {
    const after: TruthEvent = { kind: 'part', part: '6342', installed: 380, failed: 440, replaced: 441 };
    expect(score([alarm('part.6342', 373)], part(380), after)).toMatchObject({ failures: 2, found: 0 });
  });

  it('an advice that stays on over a replacement is one of each piece: the second is found and right by itself', () => {
    const after: TruthEvent = { kind: 'part', part: '6342', installed: 381, failed: 405, replaced: 406 };
    const scored = score([alarm('part.6342', 350, 399)], part(380, 381), after);
    expect(scored).toMatchObject({ failures: 2, found: 2, alarms: 2, ahead: 2, late: 0 });
    const later: TruthEvent = { ...after, failed: 412, replaced: 412 };
    expect(score([alarm('part.6342', 350, 385)], part(380, 381), later)).toMatchObject({
      found: 1,
      alarms: 2,
      ahead: 2,
    });
    expect(score([alarm('part.6342', 350, 378)], part(380, 381), after)).toMatchObject({ found: 1, alarms: 1 });
  });
});

describe('alarms against faults that begin on a day', () => {
  const device = (...alarms: Alarm[]) => ({ alarms, truth: [], items: ['roller.CST1', 'roller.CST2'] });
  const faults = [{ item: 'roller.CST1', from: 320, until: 410 }];

  it('an alarm within the time allowed finds it, one that was on before is early, one on a sound item is false', () => {
    const found = scoreFaults(
      [
        { ...device(alarm('roller.CST1', 410), alarm('roller.CST2', 350)), faults },
        { ...device(alarm('roller.CST1', 310, 330)), faults },
        { ...device(alarm('roller.CST1', 411)), faults },
        { ...device(), faults: [] },
      ],
      period,
    );
    expect(found).toEqual({ faults: 3, found: 1, early: 1, sound: 5, falseAlarms: 1 });
  });
});

describe('dates of toner', () => {
  const basis = { rule: 'toner', readings: 30, neededReadings: 14, from: null, to: null };
  const black = (value: number) => ({
    black: {
      averagePixelCount: null,
      daysLeft: { state: 'judged' as const, value: { value, lower: value - 2, upper: value + 2 }, basis },
    },
  });
  const cartridge = (empty: number | null): TruthEvent => ({
    kind: 'toner',
    color: 'black',
    installed: 100,
    empty,
    replaced: 450,
  });
  const count = (value: number, empty: number | null) => {
    const found = { dates: 0, within3Days: 0, soon: 0, soonWithin3Days: 0, covered: 0, error: 0, unknown: 0 };
    scoreToner(found, 400, black(value), [cartridge(empty)]);
    return found;
  };

  it('a date within three days is right, one further ahead than 14 days is not asked', () => {
    expect(count(10, 413)).toMatchObject({ dates: 1, within3Days: 1, covered: 0, error: 3 });
    expect(count(10, 414)).toMatchObject({ dates: 1, within3Days: 0 });
    expect(count(15, 414)).toMatchObject({ dates: 0, unknown: 0 });
  });

  it('of a cartridge that was changed before it was empty no date is known', () => {
    expect(count(10, null)).toMatchObject({ dates: 0, unknown: 1 });
  });
});

describe('alarms of a device', () => {
  const judgement = judgeDevice(
    { family: null, model: null, firmware: null, days: [], errors: [], replacements: [] },
    { today: 0, model: undefined, thresholds: [], codes: [] },
  );
  const due = (messageId: string) =>
    alarmedItems({
      ...judgement,
      predictions: {
        ...judgement.predictions,
        polygonalMotor: {
          messageId: null,
          polygonalMotorDetails: [{ color: 'cyan', count30Days: 1, messageId }],
        },
      },
    });

  it('an advice that asks for a visit is due, one to watch is not', () => {
    expect([...due(adviceId({ component: 'polygonalMotor', variant: 'cyan', severity: 'nextVisit' }))]).toEqual([
      'polygon.cyan',
    ]);
    expect([...due(adviceId({ component: 'feedParts', unit: 'CST2', variant: 'thick', severity: 'now' }))]).toEqual([
      'roller.CST2',
    ]);
    expect([...due(adviceId({ component: 'polygonalMotor', variant: 'cyan', severity: 'watch' }))]).toEqual([]);
  });

  it('last from the first to the last day of judgement on which they are due', () => {
    const days = [['a'], ['a', 'b'], ['b'], ['a']].map((items, at) => ({ day: 10 * at, items: new Set(items) }));
    expect(toAlarms(days)).toEqual([
      { item: 'a', from: 0, to: 10, fresh: false },
      { item: 'b', from: 10, to: 20, fresh: true },
      { item: 'a', from: 30, to: 30, fresh: true },
    ]);
  });
});
