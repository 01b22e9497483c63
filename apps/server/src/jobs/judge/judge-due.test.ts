import type { StatusReason } from '@platen/contract/devices';
import type { DeviceReport } from '@platen/contract/report';
import { summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { judgeDevice, judgementRules } from '@platen/diagnosis/judge/judge-device';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { findDeviceId } from '../../../test/device-ids.ts';
import { hoursAgo, toItems, toReport } from '../../../test/reports.ts';
import { deliver } from '../../features/ingest/receive/deliver.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { fitFleet } from '../fit/fit-fleet.ts';
import { askForJudgement } from '../fit/job-run.ts';
import { markOffline } from '../offline.ts';
import { countDue, findDue } from './due.ts';
import { judgeDue } from './judge-due.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.owner.query(
    'truncate device, device_identity, device_report, counter_day, reading_day, device_error, family_model, job_run cascade',
  );
});

const daysAgo = (days: number) => hoursAgo(24 * days + 1);
const pages = (value: number): Partial<DeviceReport> => ({
  counters: { total: { unit: 'impressions', reading: { state: 'measured', value } } },
});
const send = async (serial: string, observedAt: Date, more: Partial<DeviceReport> = {}) => {
  const value = toReport(serial, observedAt, more);
  await deliver(database.db, toItems([value]), {
    collectorId: v7(),
    scope: everywhere,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  return await findDeviceId(database, value);
};

/**
 * The real rules, with a sign for a device whose counter passes 5,000 pages: what a part's own rules do is
 * theirs to prove.
 */
const sign: StatusReason = { source: 'sign', code: '04010002', severity: 'warning' };
const withSign: Diagnosis['judge'] = (history, context) => {
  const total = history.days.at(-1)?.values.get('pages.total') ?? 0;
  return { ...judgeDevice(history, context), reasons: total > 5000 ? [sign] : [] };
};
const run = (judge: Diagnosis['judge'] = withSign, db = database.db) =>
  judgeDue(db, {
    now: () => new Date(),
    offlineHours: 48,
    diagnosis: { judge, summarise: summariseDevice, fit: (summaries) => ({ devices: summaries.length }) },
  });
const device = (deviceId: string) =>
  database.db.selectFrom('device').selectAll().where('device_id', '=', deviceId).executeTakeFirstOrThrow();
const judgement = (deviceId: string) =>
  database.db.selectFrom('device_judgement').selectAll().where('device_id', '=', deviceId).executeTakeFirst();
const breaks = (deviceId: string) =>
  database.db.selectFrom('counter_break').selectAll().where('device_id', '=', deviceId).orderBy('day').execute();

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

  test('CD-20: a changed threshold makes a device due at once', async () => {
    const deviceId = await send('D4', daysAgo(1));
    await run();
    // As the call that sets a threshold does, here while the device is being judged.
    const set = () =>
      database.db.transaction().execute(async (trx) => {
        await sql`insert into code_setting values (${deviceId}, '05', 3612, 0, 5, 4, 'someone', now())`.execute(trx);
        await sql`update device_judgement set rules = 0 where device_id = ${deviceId}`.execute(trx);
      });
    await send('D4', hoursAgo(2));
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

describe('what a judgement leaves behind', () => {
  test('DL-04: a sign makes the status a warning, survives the next report, and goes when it is judged away', async () => {
    const deviceId = await send('S1', hoursAgo(30), pages(6000));
    expect((await device(deviceId)).status).toBe('normal');
    await run();
    expect(await device(deviceId)).toMatchObject({
      status: 'warning',
      status_rank: 1,
      sign_reasons: [sign],
      status_reasons: [sign],
    });
    await send('S1', hoursAgo(20), { ...pages(6100), status: { detectedErrors: ['jammed'] } });
    expect(await device(deviceId)).toMatchObject({
      status: 'error',
      status_reasons: [{ source: 'detectedError', code: 'jammed', severity: 'error' }, sign],
    });
    await send('S1', hoursAgo(10), pages(6200));
    expect(await device(deviceId)).toMatchObject({ status: 'warning', status_reasons: [sign] });
    await run((history, context) => judgeDevice(history, context));
    expect(await device(deviceId)).toMatchObject({ status: 'normal', sign_reasons: [], status_reasons: [] });
  });

  test('DL-04: a sign says since when it is there: from the judgement that first found it, whatever its urgency becomes', async () => {
    const overdue: StatusReason = { source: 'maintenance', code: '', severity: 'warning', count: 3 };
    const finding = (...reasons: StatusReason[]): Diagnosis['judge'] => {
      return (history, context) => ({ ...judgeDevice(history, context), reasons });
    };
    const deviceId = await send('S3', daysAgo(4));
    const readSigns = async () => (await device(deviceId)).sign_reasons;
    await run(finding());
    await send('S3', daysAgo(3));
    await run(finding({ ...sign, code: '10101002' }, overdue));
    const [first, maintenance] = await readSigns();
    const since = first?.since ?? '';
    expect(Math.abs(Date.parse(since) - Date.now())).toBeLessThan(60_000);
    expect(maintenance).toEqual({ ...overdue, since });
    await send('S3', daysAgo(2));
    await run(finding({ ...sign, code: '10101003' }));
    expect(await readSigns()).toEqual([{ ...sign, code: '10101003', since }]);
    expect((await device(deviceId)).status_reasons).toContainEqual({ ...sign, code: '10101003', since });
    await send('S3', daysAgo(1));
    await run(finding());
    await send('S3', hoursAgo(12));
    await run(finding(overdue));
    expect((await readSigns())[0]?.since).not.toBe(since);
    // What the first judgement of a device finds may have been there for long.
    const other = await send('S4', daysAgo(1));
    await run(finding(overdue));
    expect((await device(other)).sign_reasons).toEqual([overdue]);
  });

  test('DL-25: silence lies over a sign, and the sign is there when the device comes back', async () => {
    const deviceId = await send('S2', hoursAgo(60), pages(6000));
    expect((await device(deviceId)).status).toBe('offline');
    await run();
    const { status, reported_status, status_reasons } = await device(deviceId);
    expect({ status, reported_status }).toEqual({ status: 'offline', reported_status: 'warning' });
    expect(status_reasons).toEqual([expect.objectContaining({ source: 'noReport', code: '60' }), sign]);
    await markOffline(database.db, new Date(), 72);
    expect(await device(deviceId)).toMatchObject({ status: 'warning', status_reasons: [sign] });
  });

  test('a counter that falls is kept as a break, and the answer about its cause stays', async () => {
    await send('B1', daysAgo(9), pages(90_000));
    await send('B1', daysAgo(8), pages(90_100));
    const deviceId = await send('B1', daysAgo(3), pages(500));
    await run(judgeDevice);
    expect(await breaks(deviceId)).toMatchObject([
      { key: 'pages.total', kind: 'fell', value_before: 90_100, value_after: 500, cause: null },
    ]);
    await sql`update counter_break set cause = 'boardExchanged', answered_by = 'me' where device_id = ${deviceId}`.execute(
      database.db,
    );
    await send('B1', daysAgo(2), pages(600));
    await run(judgeDevice);
    expect(await breaks(deviceId)).toMatchObject([{ cause: 'boardExchanged', answered_by: 'me' }]);
  });

  test('inferred replacements follow the readings; reported ones, and those older than the readings, stay', async () => {
    const deviceId = await send('R1', daysAgo(5), pages(100));
    await send('R1', daysAgo(2), pages(200));
    const today = Math.floor(Date.now() / 86_400_000);
    const found = (day: number, counter: number | null): Diagnosis['judge'] => {
      const replacement = { item: 'pages.total', day, origin: 'seen' as const, counter, averagePixelCount: 4.5 };
      return (history, context) => ({ ...judgeDevice(history, context), replacements: [replacement] });
    };
    await sql`insert into device_replacement (device_id, item, replaced_on, origin) values
      (${deviceId}, 'pages.total', current_date - 100, 'seen'), (${deviceId}, 'part.6250', current_date - 3, 'reported')`.execute(
      database.db,
    );
    const rows = async () =>
      (
        await sql`select item, current_date - replaced_on as ago, origin, counter, average_pixel_count as pixels
          from device_replacement order by replaced_on`.execute(database.db)
      ).rows;
    const others = [
      { item: 'pages.total', ago: 100, origin: 'seen', counter: null, pixels: null },
      { item: 'part.6250', ago: 3, origin: 'reported', counter: null, pixels: null },
    ];
    await run(found(today - 4, 150));
    const seen = { item: 'pages.total', ago: 4, origin: 'seen', counter: 150, pixels: 4.5 };
    expect(await rows()).toEqual([others[0], seen, others[1]]);
    await send('R1', daysAgo(1), pages(300));
    await run(found(today - 2, 190));
    expect(await rows()).toEqual([...others, { ...seen, ago: 2, counter: 190 }]);
  });

  test('the order in which reports come changes no judgement', async () => {
    const times = [9, 7, 6, 4, 2].map((days, at) => ({
      at: daysAgo(days),
      body: pages(1000 * at + (at > 2 ? -2500 : 0)),
    }));
    const inOrder = await send('O1', times[0]?.at ?? daysAgo(9), times[0]?.body);
    for (const { at, body } of times.slice(1)) {
      await send('O1', at, body);
      await run(judgeDevice);
    }
    const turned = await send('O2', times[4]?.at ?? daysAgo(2), times[4]?.body);
    for (const { at, body } of [times[2], times[0], times[3], times[1]].flatMap((one) => one ?? [])) {
      await send('O2', at, body);
      await run(judgeDevice);
    }
    expect((await judgement(turned))?.result).toEqual((await judgement(inOrder))?.result);
    const bare = (list: Awaited<ReturnType<typeof breaks>>) => list.map((row) => ({ ...row, device_id: null }));
    expect(bare(await breaks(turned))).toEqual(bare(await breaks(inOrder)));
    expect(await breaks(turned)).not.toEqual([]);
  });

  test('the summary for the family is computed again when the readings have moved by a week, also backwards', async () => {
    let made = 0;
    const judgeIt = () =>
      judgeDue(database.db, {
        now: () => new Date(),
        offlineHours: 48,
        diagnosis: {
          judge: judgeDevice,
          summarise: (history) => ({ ...summariseDevice(history), made: (made += 1) }),
          fit: (summaries) => ({ devices: summaries.length }),
        },
      });
    const deviceId = await send('Y1', daysAgo(10));
    await judgeIt();
    await send('Y1', daysAgo(8));
    await judgeIt();
    expect((await judgement(deviceId))?.summary).toMatchObject({ made: 1 });
    await send('Y1', daysAgo(3));
    await judgeIt();
    expect((await judgement(deviceId))?.summary).toMatchObject({ made: 2 });
    for (let days = 20; days < 26; days += 1) await send('Y1', daysAgo(days));
    await judgeIt();
    expect(made).toBe(2);
    await send('Y1', daysAgo(19));
    await judgeIt();
    expect((await judgement(deviceId))?.summary).toMatchObject({ made: 3 });
    await sql`update device_judgement set rules = -1`.execute(database.db);
    await judgeIt();
    expect(made).toBe(4);
  });

  test('what is known of a device goes with it', async () => {
    const deviceId = await send('G1', daysAgo(1));
    await run();
    await sql`delete from device where device_id = ${deviceId}`.execute(database.db);
    expect(await judgement(deviceId)).toBeUndefined();
  });
});

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
