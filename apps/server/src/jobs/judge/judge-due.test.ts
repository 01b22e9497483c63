import { judgeDevice, judgementRules } from '@platen/diagnosis/judge/judge-device';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createJudgedDevices, daysAgo } from '../../../test/judged-devices.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { markUnjudged } from '../../store/mark-unjudged.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { askForJudgement, fitFleet } from '../fit/fit-fleet.ts';
import type { DueMemory } from '../since-clear.ts';
import { countDue, findDue, noteFailures } from './due.ts';

const { database, device, judgement, run, send } = await createJudgedDevices();

describe('which devices are judged', () => {
  test('PR-05: a device is judged after its first report and after each later one, and not for a repeated one', async () => {
    const first = daysAgo(2);
    const deviceId = await send('D1', first);
    const before = await device(deviceId);
    expect(await run()).toBe(1);
    expect(await judgement(deviceId)).toMatchObject({ through: before.received_at, rules: judgementRules });
    expect((await device(deviceId)).processed_at?.getTime()).toBeGreaterThanOrEqual(before.received_at.getTime());
    expect(await run()).toBe(0);
    await send('D1', first);
    expect(await run()).toBe(0);
    await send('D1', daysAgo(1));
    expect(await countDue(database.db)).toMatchObject({ devices: 1, due: 1, waiting: 1 });
    expect(await run()).toBe(1);
    expect(await countDue(database.db)).toMatchObject({ due: 0, waiting: 0, oldest: null });
  });

  test('devices with a new report are judged before those that are only judged again', async () => {
    const old = await send('D2', daysAgo(3));
    await run();
    await askForJudgement(database.db);
    const fresh = await send('D3', hoursAgo(1));
    expect(await findDue(database.db, 10)).toEqual([fresh, old]);
  });

  test('a process that remembers when nothing was due finds the same as one that looks at every device', async () => {
    const memory: DueMemory = {};
    const expectSame = async (count: number) => {
      const found = await findDue(database.db, 100, memory);
      expect([found, found.length]).toEqual([await findDue(database.db, 100), count]);
      const { failing: _failing, ...counted } = await countDue(database.db, memory);
      expect(await countDue(database.db)).toMatchObject(counted);
    };
    await run();
    await expectSame(0);
    const { clearAt } = memory;
    expect(clearAt).toBeInstanceOf(Date);
    const deviceId = await send('D-SINCE', daysAgo(2));
    await expectSame(1);
    await noteFailures(database.db, [{ deviceId, reason: 'a test' }]);
    await expectSame(0);
    await sql`update judge_failure set retry_at = now() where device_id = ${deviceId}`.execute(database.db);
    await expectSame(1);
    await run();
    await expectSame(0);
    await markUnjudged(database.db, [deviceId]);
    await expectSame(1);
    await run();
    await expectSame(0);
    await askForJudgement(database.db);
    await expectSame((await countDue(database.db)).due);
    await run();
    await expectSame(0);
    // What nothing of this shows, as an older server's judgement, comes with the look at every device.
    memory.clearAt = new Date(Date.now() + 3_600_000);
    await sql`update device_judgement set rules = -1 where device_id = ${deviceId}`.execute(database.db);
    expect(await findDue(database.db, 100, memory)).toEqual([]);
    memory.fullAt = hoursAgo(2);
    expect(await findDue(database.db, 100, memory)).toEqual([deviceId]);
    await run();
  });

  test('CD-20: a changed threshold makes a device due at once', async () => {
    const deviceId = await send('D4', daysAgo(1));
    await run();
    // As the call that sets a threshold does, here while the device is being judged.
    const set = () =>
      database.db.transaction().execute(async (trx) => {
        await sql`insert into code_setting values (${deviceId}, '05', 3612, 0, 5, 4, 'someone', now())`.execute(trx);
        await markUnjudged(trx, [deviceId]);
      });
    await send('D4', hoursAgo(2));
    // Marked already: the mark that comes meanwhile is another.
    await markUnjudged(database.db, [deviceId]);
    const seen: unknown[] = [];
    const written: Promise<unknown>[] = [];
    const noting: Diagnosis['judge'] = (history, context) => {
      seen.push(context.thresholds);
      if (written.length === 0) written.push(set());
      return judgeDevice(history, context);
    };
    await run(noting);
    await Promise.all(written);
    await run(noting);
    expect(seen[0]).toEqual([]);
    expect(seen.at(-1)).toEqual([{ kind: '05', main: 3612, sub: 0, alert: 5, clear: 4 }]);
    expect(await countDue(database.db)).toMatchObject({ due: 0 });
  });

  test('the oldest waiting report is one that is not judged, never the last report of a device whose threshold changed', async () => {
    const deviceId = await send('D-MARKED', daysAgo(1));
    await run();
    await sql`update device set received_at = now() - interval '2 hours' where device_id = ${deviceId}`.execute(
      database.db,
    );
    await sql`update device_judgement j set rules = 0, through = d.received_at from device d
      where d.device_id = j.device_id and j.device_id = ${deviceId}`.execute(database.db);
    expect(await countDue(database.db)).toMatchObject({ due: 1, waiting: 1, oldest: null });
    await run();
    expect(await countDue(database.db)).toMatchObject({ due: 0, oldest: null });
    await send('D-MARKED', hoursAgo(1));
    expect(await countDue(database.db)).toMatchObject({ waiting: 1, oldest: expect.any(Date) as unknown });
    await run();
  });

  test('learning makes every device due, and judgements then use the model of their family', async () => {
    await send('D5', daysAgo(1), { identity: { ...toReport('D5', daysAgo(1)).identity, series: 'no family' } });
    const seen: unknown[] = [];
    const noting: Diagnosis['judge'] = (history, context) => {
      seen.push(context.model);
      return judgeDevice(history, context);
    };
    await run(noting);
    expect(await fitFleet(database.db, { diagnosis: { fit: (summaries) => ({ devices: summaries.length }) } })).toBe(
      true,
    );
    expect(await run(noting)).toBe(1);
    expect(await run(noting)).toBe(0);
    expect(seen).toEqual([undefined, { devices: 1 }]);
  });
});
