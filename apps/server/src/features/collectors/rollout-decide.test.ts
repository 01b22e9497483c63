import type { CollectorRemote } from '@platen/contract/remote-settings';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countToBegin, decideMember, isWorse, type MemberFacts, toStage } from './rollout-decide.ts';
import { toDifference } from './rollout-difference.ts';

const minuteMs = 60_000;
const began = new Date('2026-11-27T12:00:00Z');
const after = (minutes: number) => new Date(began.getTime() + minutes * minuteMs);
const hash = 'a'.repeat(64);
const judged = (state: NonNullable<CollectorRemote['judged']>['state'], of = hash): CollectorRemote => ({
  level: 'manage',
  judged: { number: 2, hash: of, state, problems: [{ place: 'searchHours', reason: 'not here' }] },
});
const facts = (more: Partial<MemberFacts> = {}): MemberFacts => ({
  version: 2,
  beganAt: began,
  appliedAt: null,
  before: { printers: 20, unread: 0 },
  wanted: { version: 2, hash },
  remote: { level: 'manage' },
  isRemoteOff: false,
  receivedAt: after(3),
  everyMs: 15 * minuteMs,
  round: null,
  ...more,
});
const decide = (more: Partial<MemberFacts>, minutes = 4) => decideMember(facts(more), after(minutes));

describe('a collector that was given settings', () => {
  it('CF-16: is followed from waiting to settings in force, and to its next round', () => {
    expect(decide({})).toEqual({ state: 'applying' });
    expect(decide({ remote: judged('applying') })).toEqual({ state: 'applying' });
    // Of settings before.
    expect(decide({ remote: judged('applied', 'b'.repeat(64)) })).toEqual({ state: 'applying' });
    expect(decide({ remote: judged('applied') })).toEqual({ state: 'reading', appliedAt: after(3) });
    const reading = { remote: judged('applied'), appliedAt: after(3) };
    expect(decide(reading)).toEqual({ state: 'reading', appliedAt: after(3) });
    const round = { printers: 19, unread: 1 };
    expect(decide({ ...reading, round })).toEqual({ state: 'passed', after: round });
  });

  it('OA-20 CF-16: is left out once the customer has switched remote work off, however far it was', () => {
    for (const more of [{}, { remote: judged('applied'), appliedAt: after(3) }, { remote: judged('failed') }])
      expect(decide({ ...more, isRemoteOff: true })).toEqual({ state: 'skipped', reason: 'switchedOff' });
  });

  it('CF-16: fails when it refuses them, when its round is worse, and when neither comes in time', () => {
    expect(decide({ remote: judged('failed') })).toEqual({
      state: 'failed',
      reason: 'refused',
      detail: 'searchHours: not here',
    });
    const round = { printers: 17, unread: 0 };
    expect(decide({ appliedAt: after(3), round })).toEqual({ state: 'failed', reason: 'worse', after: round });
    // Two intervals of 15 minutes and 15 more.
    expect(decide({}, 45)).toEqual({ state: 'applying' });
    expect(decide({}, 46)).toEqual({ state: 'failed', reason: 'notApplied' });
    expect(decide({ appliedAt: after(3) }, 48)).toMatchObject({ state: 'reading' });
    expect(decide({ appliedAt: after(3) }, 49)).toEqual({ state: 'failed', reason: 'noRound' });
  });

  it('CF-10 CF-16 GE-06: is left out when its file forbids it, somebody changes it, or nothing is different there', () => {
    expect(decide({ remote: { level: 'see' } })).toEqual({ state: 'skipped', reason: 'level' });
    expect(decide({ wanted: { version: 3, hash } })).toEqual({ state: 'skipped', reason: 'changed' });
    expect(decide({ remote: judged('same') })).toEqual({ state: 'skipped', reason: 'same' });
  });

  it.each([
    [{ printers: 20, unread: 0 }, { printers: 18, unread: 2 }, false],
    [{ printers: 20, unread: 0 }, { printers: 17, unread: 0 }, true],
    [{ printers: 20, unread: 0 }, { printers: 20, unread: 2 }, false],
    [{ printers: 20, unread: 0 }, { printers: 20, unread: 3 }, true],
    [{ printers: 10, unread: 10 }, { printers: 10, unread: 14 }, false],
    [{ printers: 0, unread: 0 }, { printers: 0, unread: 0 }, false],
    [null, { printers: 0, unread: 9 }, false],
  ])('CF-16: after %o a round of %o is worse: %s', (before, round, expected) => {
    expect(isWorse(before, round)).toBe(expected);
  });
});

it('CF-16: one begins, then a tenth, then all; one that fails or is left out is replaced within its stage', () => {
  expect(countToBegin({ waiting: 50 }, 50)).toBe(1);
  expect(countToBegin({ waiting: 49, applying: 1 }, 50)).toBe(0);
  expect(countToBegin({ waiting: 49, skipped: 1 }, 50)).toBe(1);
  expect(countToBegin({ waiting: 49, passed: 1 }, 50)).toBe(4);
  expect(countToBegin({ waiting: 45, passed: 3, reading: 2 }, 50)).toBe(0);
  expect(countToBegin({ waiting: 45, passed: 4, failed: 1 }, 50)).toBe(1);
  expect(countToBegin({ waiting: 45, passed: 5 }, 50)).toBe(45);
  expect(countToBegin({ waiting: 2, passed: 1 }, 3)).toBe(1);
  const tried = fc.property(fc.integer({ min: 3, max: 200 }), (total) => {
    let counts = { waiting: total, applying: 0, reading: 0, passed: 0 };
    const stages: number[] = [];
    while (counts.passed < total) {
      const n = countToBegin(counts, total);
      stages.push(n);
      expect([toStage(counts, total).stage, n > 0]).toEqual([stages.length, true]);
      counts = { ...counts, waiting: counts.waiting - n, passed: counts.passed + n };
    }
    expect(stages[0]).toBe(1);
    expect(stages.slice(0, 2).reduce((sum, n) => sum + n)).toBe(Math.max(2, Math.ceil(total / 10)));
  });
  fc.assert(tried);
});

describe('the difference', () => {
  const entry = (
    key: 'every' | 'logLevel' | 'mdns',
    value: number | string | boolean,
    from: 'site' | 'default',
    site?: string,
  ) => ({
    key,
    value,
    from,
    ...(site !== undefined && { site }),
  });
  const effective = {
    entries: [entry('every', 900_000, 'default'), entry('logLevel', 'info', 'site')],
    server: 'https://platen.example',
    allows: { addresses: 4096, anywhere: false },
  };

  it('CF-16 CF-13: is against what is wanted, else in force; entries that are not named stay; those of the site are marked', () => {
    const wanted = { concurrency: 8, packetsPerSecond: 40, sites: [{ name: 'a', targets: ['10.0.0.0/24'] }] };
    const part = { everyMinutes: 30, packetsPerSecond: 40, logLevel: 'warn', mdns: true } as const;
    expect(toDifference({ wanted, effective }, part)).toEqual({
      differences: [
        { key: 'every', was: 900_000, becomes: 1_800_000, atSite: false },
        { key: 'logLevel', was: 'info', becomes: 'warn', atSite: true },
        { key: 'mdns', site: 'a', was: null, becomes: true, atSite: false },
      ],
      settings: {
        concurrency: 8,
        packetsPerSecond: 40,
        everyMinutes: 30,
        logLevel: 'warn',
        sites: [{ name: 'a', targets: ['10.0.0.0/24'], mdns: true }],
      },
      skip: null,
    });
  });

  it('CF-16: without one, or where the site decides on all of it, the collector is left out', () => {
    const skip = (part: Parameters<typeof toDifference>[1]) => toDifference({ wanted: {}, effective }, part).skip;
    expect(skip({ everyMinutes: 15 })).toBe('same');
    expect(skip({ logLevel: 'warn' })).toBe('atSite');
    expect(skip({ mdns: true })).toBe('noSites');
    expect(skip({ mdns: true, everyMinutes: 15 })).toBe('same');
    expect(skip({ mdns: true, everyMinutes: 30 })).toBeNull();
  });
});
