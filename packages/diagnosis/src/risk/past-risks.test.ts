import { describe, expect, it } from 'vitest';
import { drawDevice, firstDay, knownOn, trueParts } from '../../test/worn-parts.ts';
import type { DeviceHistory } from '../history/day-reading.ts';
import { type PastRisk, toPastRisks } from './past-risks.ts';

const causes = [
  { item: 'drum.black', group: 'drum', risk: [0.1, 0.2, 0.3], basis: undefined },
  { item: 'serviceCalls', group: 'serviceCalls', risk: [0.3, 0.4, 0.5], basis: undefined },
] as const;

/** Devices with a drum that logs its failures, judged every week. */
function judgeWeekly(history: DeviceHistory, until: number): readonly PastRisk[] {
  let past: readonly PastRisk[] = [];
  for (let today = firstDay + 20; today <= until; today += 7)
    past = toPastRisks(past, causes, { history: knownOn(history, today), stops: undefined, today });
  return past;
}

describe('risks of a device on earlier days', () => {
  it('one a fortnight is stored; judging again on the same day changes nothing', () => {
    const { history } = drawDevice(3, trueParts.drum, 300);
    const past = judgeWeekly(history, firstDay + 280);
    const fortnights = past.map(({ day }) => Math.floor(day / 14));
    expect(new Set(fortnights).size).toBe(fortnights.length);
    expect(past.length).toBeGreaterThan(15);
    const today = past.at(-1)?.day ?? 0;
    const context = { history: knownOn(history, today), stops: undefined, today };
    expect(toPastRisks(toPastRisks(past, causes, context), causes, context)).toEqual(
      toPastRisks(past, causes, context),
    );
  });

  it('WL-53: six weeks later it is known which of them came: those within 14 days of a failure, until it is repaired', () => {
    const seen: Record<'open' | 'failed' | 'sound', PastRisk['came'][]> = { open: [], failed: [], sound: [] };
    for (let seed = 1; seed <= 12; seed++) {
      const { history, lives } = drawDevice(seed, trueParts.drum, 400);
      const until = firstDay + 390;
      for (const { day, came } of judgeWeekly(history, until)) {
        const hasFailed = lives.some(
          ({ failed = Infinity, replaced = -Infinity }) => failed <= day + 10 && replaced > day + 2,
        );
        const isNear = lives.some(({ replaced = Infinity }) => Math.abs(replaced - day) <= 30);
        if (day + 42 > until - 6) seen.open.push(came);
        else if (hasFailed) seen.failed.push(came);
        else if (!isNear) seen.sound.push(came);
      }
    }
    expect(new Set(seen.open)).toEqual(new Set([undefined]));
    expect(seen.failed.length).toBeGreaterThan(3);
    // The call announced nothing else.
    for (const came of seen.failed) expect(came).toEqual([1, 0]);
    expect(seen.sound.length).toBeGreaterThan(100);
    expect(new Set(seen.sound.flat())).toEqual(new Set([0]));
  });

  it('WL-53: a failure that no cause names came true as unexplained, and so did a call that named none', () => {
    const { history, lives } = drawDevice(3, trueParts.drum, 400);
    const failed = lives.find(({ replaced = Infinity }) => replaced < firstDay + 340)?.failed ?? Number.NaN;
    const at = (item: string) => ({ item, group: item, risk: [0.1, 0.2, 0.3] as const, basis: undefined });
    const cameOf = (items: readonly string[]) => {
      const own = items.map(at);
      const before = toPastRisks([], own, {
        history: knownOn(history, failed - 5),
        stops: undefined,
        today: failed - 5,
      });
      const today = failed + 40;
      return toPastRisks(before, own, { history: knownOn(history, today), stops: undefined, today })[0]?.came;
    };
    expect(cameOf(['drum.black', 'unexplained'])).toEqual([1, 0]);
    expect(cameOf(['fuser', 'unexplained'])).toEqual([0, 1]);
    expect(cameOf(['fuser', 'serviceCalls'])).toEqual([0, 1]);
  });

  it('those of a year are kept', () => {
    const { history } = drawDevice(5, trueParts.drum, 100);
    const past = Array.from({ length: 40 }, (_, nth) => ({ day: firstDay - 14 * (40 - nth), causes: [], came: [] }));
    expect(toPastRisks(past, causes, { history, stops: undefined, today: firstDay + 90 })).toHaveLength(26);
  });
});
