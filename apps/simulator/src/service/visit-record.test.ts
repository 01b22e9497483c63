import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worlds } from '../fleet/worlds.ts';
import { FleetLives } from '../send/fill-fleet.ts';
import { VisitRecord } from './visit-record.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'visits-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const open = () => new VisitRecord(join(folder, 'visits'));

describe('the record of visits', () => {
  it('GE-22: the rules of the fleet serve it before the people began, and then only by visits', () => {
    const record = open();
    expect(record.services()(3)(20_500)).toBeUndefined();
    record.begin(20_500);
    record.begin(20_900);
    record.add(20_501, 3, ['6250']);
    record.add(20_501, 3, ['6251']);
    const serviceOf = open().services()(3);
    expect([20_499, 20_500, 20_501].map(serviceOf)).toEqual([undefined, { putIn: null }, { putIn: ['6250', '6251'] }]);
    expect(record.services()(4)(20_501)).toEqual({ putIn: null });
    record.add(20_502, 3, [], [{ code: '08-2103-0', to: '128' }]);
    expect(open().services()(3)(20_502)).toEqual({ putIn: [], set: [{ code: '08-2103-0', to: '128' }] });
  });

  it('GE-22: half a line of an interrupted write counts for nothing, and spoils no later line', () => {
    const record = open();
    record.begin(20_500);
    appendFileSync(join(folder, 'visits'), '{"day":"2026-03-01","dev');
    expect(record.services()(1)(20_500)).toEqual({ putIn: null });
    record.begin(20_600);
    record.add(20_601, 1, ['6250']);
    expect([20_500, 20_601].map(record.services()(1))).toEqual([{ putIn: null }, { putIn: ['6250'] }]);
  });

  it('GE-22: a fleet that lives on takes visits of days to come, and is the same when it is simulated again', () => {
    const from = 20_400;
    const record = open();
    const lifeOf = (device: number, to: number) => {
      const lives = new FleetLives(record);
      lives.add('5400', device, from, worlds['own-wear']);
      return { lives, days: [...lives.advance(to, 'newest')] };
    };
    record.begin(from);
    const [failing] = [0, 1, 2, 3, 4, 5].flatMap((device) =>
      lifeOf(device, from + 300).days.flatMap(({ day, failed: [one] }) =>
        one ? [{ device, day, item: one.item }] : [],
      ),
    );
    if (failing === undefined) throw new Error('nothing fails');
    const { device, item } = failing;
    const { lives, days } = lifeOf(device, failing.day);
    expect(days.at(-1)?.day).toBe(failing.day);
    record.add(failing.day + 1, device, [item]);
    lives.readVisits();
    const after = [...lives.advance(failing.day + 3, 'all')];
    expect(after[0]?.failed.map((one) => one.item)).not.toContain(item);
    expect(lifeOf(device, failing.day + 3).days.slice(-3)).toEqual(after);
  });
});
