import { describe, expect, it } from 'vitest';
import type { TruthEvent } from '../src/diagnosis/fleet-truth.ts';
import { toReleases } from '../src/diagnosis/sign-releases.ts';

/** Days 1, 2, 3, … with the signs of each. */
const judged = (...days: readonly string[]) =>
  days.map((items, at) => ({ day: at + 1, items: new Set(items === '' ? [] : items.split(' ')) }));
const drum = (replaced: number | null): Extract<TruthEvent, { kind: 'part' }> => ({
  kind: 'part',
  part: '6250',
  installed: -100,
  failed: null,
  replaced,
});

describe('releases of signs under daily looks', () => {
  it('FS-20: a sign that goes without a replacement is released by noise, with the days that it was on', () => {
    const { openings, releases } = toReleases(judged('', 'part.6250', 'part.6250', ''), [drum(null)]);
    expect(openings).toBe(1);
    expect(releases).toEqual([{ item: 'part.6250', day: 4, days: 2, explained: null }]);
  });

  it('FS-20: a replacement of that part in the week before explains it, one of another or a later one does not', () => {
    const released = (truth: readonly TruthEvent[], item = 'part.6250') =>
      toReleases(judged('', item, ''), truth).releases.map(({ explained }) => explained);
    expect(released([drum(3)])).toEqual(['soon']);
    expect(released([drum(-4)])).toEqual(['soon']);
    expect(released([drum(-5)])).toEqual([null]);
    expect(released([drum(4)])).toEqual([null]);
    expect(released([drum(3)], 'part.6251')).toEqual([null]);
    expect(released([{ kind: 'roller', source: 'CST1', driftFrom: 0, replaced: 2 }], 'roller.CST1')).toEqual(['soon']);
    expect(released([{ ...drum(2), part: '6411' }], 'roller.CST1')).toEqual(['soon']);
    expect(released([{ kind: 'sensor', color: 'black', from: 0, to: 2 }], 'polygon.black')).toEqual([null]);
  });

  it('FS-20: a repair made while the sign was on explains its later release, one before the sign began does not', () => {
    const days = ['', ...Array.from({ length: 20 }, () => 'sensor.black'), ''];
    const released = (to: number) =>
      toReleases(judged(...days), [{ kind: 'sensor', color: 'black', from: -40, to }]).releases[0]?.explained;
    expect([15, 14, 2, 1].map(released)).toEqual(['soon', 'late', 'late', null]);
  });

  it('FS-20: a sign that is on at the first look has not begun, one that stays on is not released', () => {
    expect(toReleases(judged('ce.CE20', 'ce.CE20'), [])).toEqual({ openings: 0, releases: [] });
  });
});
