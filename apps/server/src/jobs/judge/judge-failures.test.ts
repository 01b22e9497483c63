import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createJudgedDevices, daysAgo, pages, sign, withSign } from '../../../test/judged-devices.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { countDue } from './due.ts';

const { database, device, judgement, run, send } = await createJudgedDevices();

describe('trouble', () => {
  test('a device whose judging throws is noted and left alone for a while; the others are judged', async () => {
    const bad = await send('T1', daysAgo(1), pages(13));
    for (const serial of ['T2', 'T3', 'T4']) await send(serial, daysAgo(1));
    const poisoned: Diagnosis['judge'] = (history, context) => {
      if (history.days.at(-1)?.values.get('pages.total') === 13) throw new Error('thirteen \u0000 pages');
      return judgeDevice(history, context);
    };
    expect(await run(poisoned)).toBe(3);
    expect(await countDue(database.db)).toMatchObject({ due: 0, failing: 1 });
    const failure = async () =>
      (
        await sql`select failures, reason, round(extract(epoch from retry_at - failed_at))::int as seconds from judge_failure`.execute(
          database.db,
        )
      ).rows;
    expect(await failure()).toEqual([{ failures: 1, reason: 'thirteen   pages', seconds: 60 }]);
    await sql`update judge_failure set retry_at = now()`.execute(database.db);
    expect(await run(poisoned)).toBe(0);
    expect(await failure()).toMatchObject([{ failures: 2, seconds: 120 }]);
    await sql`update judge_failure set retry_at = now()`.execute(database.db);
    expect(await run(judgeDevice)).toBe(1);
    expect(await judgement(bad)).toBeDefined();
    expect(await failure()).toEqual([]);
  });

  test('a device whose judging fails keeps its judgement, status, replacements and readings, and so do the others', async () => {
    const bad = await send('K1', daysAgo(3), pages(6000));
    const good = await send('K2', daysAgo(3), pages(6000));
    await run();
    await sql`insert into device_replacement (device_id, item, replaced_on, origin)
      values (${bad}, 'part.6250', current_date - 30, 'reported')`.execute(database.db);
    const readEvents = async (id: string) => {
      const { rows } = await sql`select
          (select to_jsonb(j) - 'through' - 'judged_at' from device_judgement j where j.device_id = ${id}) as judgement,
          (select jsonb_agg(to_jsonb(r)) from device_replacement r where r.device_id = ${id}) as replacements,
          (select count(*) from counter_day c where c.device_id = ${id}) as days,
          (select jsonb_build_array(status, sign_reasons) from device d where d.device_id = ${id}) as status`.execute(
        database.db,
      );
      return rows[0];
    };
    await send('K1', daysAgo(1), pages(6001));
    await send('K2', daysAgo(1), pages(6000));
    const before = await readEvents(bad);
    const judged = (await judgement(good))?.judged_at;
    const { rows: families } = await sql`select family, body from family_model order by family`.execute(database.db);
    const broken: Diagnosis['judge'] = (history, context) => {
      if (history.days.at(-1)?.values.get('pages.total') === 6001) throw new Error('broken');
      return withSign(history, context);
    };
    expect(await run(broken)).toBe(1);
    expect(await readEvents(bad)).toEqual(before);
    expect((await judgement(good))?.judged_at).not.toEqual(judged);
    expect((await sql`select family, body from family_model order by family`.execute(database.db)).rows).toEqual(
      families,
    );
  });

  test('a judgement that cannot be written does not stop the others either', async () => {
    for (const serial of ['W1', 'W2', 'W3']) await send(serial, daysAgo(1), pages(serial === 'W2' ? 13 : 1));
    const poisoned: Diagnosis['judge'] = (history, context) => ({
      ...judgeDevice(history, context),
      reasons:
        history.days.at(-1)?.values.get('pages.total') === 13 ? [{ ...sign, text: 'no text may hold \u0000' }] : [],
    });
    expect(await run(poisoned)).toBe(2);
    expect(await countDue(database.db)).toMatchObject({ failing: 1 });
  });

  test('a run whose session is killed before it is done has done nothing, and the next does it', async () => {
    const deviceId = await send('C1', daysAgo(1), pages(6000));
    const holding = await database.pool.connect();
    try {
      // Who holds the device's row keeps the run waiting before it writes.
      await holding.query('begin');
      await holding.query('select from device where device_id = $1 for update', [deviceId]);
      const cutOff = run().catch((error: unknown) => error);
      const waiting = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => (await database.pool.query(`select pid ${waiting}`)).rows, { timeout: 60_000 })
        .toHaveLength(1);
      await database.pool.query(`select pg_terminate_backend(pid) ${waiting}`);
      expect(await cutOff).toBeInstanceOf(Error);
    } finally {
      await holding.query('rollback');
      holding.release();
    }
    expect(await judgement(deviceId)).toBeUndefined();
    expect(await countDue(database.db)).toMatchObject({ due: 1, failing: 0 });
    expect(await run()).toBe(1);
    expect((await device(deviceId)).status).toBe('warning');
  });

  test('a delivery that locks the device and reports a replacement is waited for: neither aborts the other', async () => {
    const deviceId = await send('C2', daysAgo(1), pages(6000));
    const day = Math.floor(Date.now() / 86_400_000) - 1;
    const seen: Diagnosis['judge'] = (history, context) => ({
      ...judgeDevice(history, context),
      replacements: [{ item: 'part.6250', day, origin: 'seen', counter: 10, averagePixelCount: null }],
    });
    const delivery = await database.pool.connect();
    let judged: Promise<unknown>;
    try {
      await delivery.query('begin');
      await delivery.query('select from device where device_id = $1 for no key update', [deviceId]);
      judged = run(seen).catch((error: unknown) => error);
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      await expect
        .poll(async () => (await database.pool.query(waiting)).rowCount, { timeout: 60_000 })
        .toBeGreaterThan(0);
      await delivery.query(
        `insert into device_replacement (device_id, item, replaced_on, origin) values ($1, 'part.6250', date '1970-01-01' + $2::int, 'reported')`,
        [deviceId, day],
      );
      await delivery.query('commit');
    } finally {
      delivery.release();
    }
    expect(await judged).toBe(1);
    const { rows } = await database.pool.query('select origin from device_replacement where device_id = $1', [
      deviceId,
    ]);
    expect(rows).toEqual([{ origin: 'reported' }]);
  });

  test('several runs at once judge each device once', async () => {
    for (let at = 0; at < 60; at += 1) await send(`M${at}`, daysAgo(1));
    let times = 0;
    const noting: Diagnosis['judge'] = (history, context) => {
      times += 1;
      return judgeDevice(history, context);
    };
    const totals = await Promise.all([run(noting), run(noting), run(noting)]);
    expect(totals.reduce((sum, one) => sum + one, 0)).toBe(60);
    expect(times).toBe(60);
    expect(await countDue(database.db)).toMatchObject({ due: 0 });
  });
});
