import type { StatusReason } from '@platen/contract/devices';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { day, hour, LiveDevice, minute, noFacts, reportsFrom, start } from '../../test/conditions.ts';
import { dayOf, drum, judged, reporting, sign } from '../../test/judged.ts';
import { emptyPredictions } from '../../test/judgements.ts';
import type { DeviceFacts } from './evaluation.ts';

const byText = (a: readonly unknown[], b: readonly unknown[]) => (a.join() < b.join() ? -1 : 1);

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

  it('XC-06 WL-06: repeated calls are a rolling count: how they lie within the seven days changes nothing', () => {
    const times = fc.uniqueArray(fc.integer({ min: 1, max: 7 * 24 * 60 - 1 }), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(times, (minutes) => {
        const calls = minutes.map((ago) => ({ code: 'C371', at: start - ago * minute }));
        const { conditions } = reporting().evaluate(start, { ...noFacts, calls });
        // A quarter of an hour for each call a working day (WL-50).
        const found = conditions.map(({ facts, cost }) => [facts.count, Math.round((cost?.points ?? 0) * 100)]);
        expect(found).toEqual(calls.length < 3 ? [] : [[calls.length, calls.length * 5]]);
      }),
      { seed: 7411, numRuns: 60 },
    );
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
