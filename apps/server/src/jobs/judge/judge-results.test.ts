import type { StatusReason } from '@platen/contract/devices';
import { summariseDevice } from '@platen/diagnosis/judge/fit-family';
import { judgeDevice } from '@platen/diagnosis/judge/judge-device';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { createJudgedDevices, daysAgo, pages, sign } from '../../../test/judged-devices.ts';
import { hoursAgo } from '../../../test/reports.ts';
import type { Diagnosis } from '../diagnosis.ts';
import { markOffline } from '../offline.ts';
import { judgeDue } from './judge-due.ts';

const { breaks, database, device, judgement, run, send } = await createJudgedDevices();

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

  test('OQ-105: a judgement is given the limits of the signs that the last one left open', async () => {
    const opened = { hdd: { '0': { level: -4.2 } } };
    const seen: unknown[] = [];
    const judge: Diagnosis['judge'] = (history, context) => {
      seen.push(context.opened);
      return { ...judgeDevice(history, context), ...(seen.length === 1 && { opened }) };
    };
    for (const at of [daysAgo(3), daysAgo(2), daysAgo(1)]) {
      await send('S-OPENED', at);
      await run(judge);
    }
    expect(seen).toEqual([undefined, opened, undefined]);
  });

  test('WL-53: a judgement is given the earlier risks of the device, as the last one has them', async () => {
    const past = [{ day: Math.floor(Date.now() / 86_400_000) - 20, causes: [] }];
    const seen: unknown[] = [];
    const judge: Diagnosis['judge'] = (history, context) => {
      seen.push(context.pastRisks);
      return { ...judgeDevice(history, context), pastRisks: past };
    };
    for (const at of [daysAgo(2), daysAgo(1)]) {
      await send('S-PAST', at);
      await run(judge);
    }
    expect(seen).toEqual([undefined, past]);
  });

  test('limits that a judgement by other rules left open are not read: their form may be another', async () => {
    const deviceId = await send('S-OPENED-BEFORE', daysAgo(2));
    await run((history, context) => ({ ...judgeDevice(history, context), opened: { hdd: { '0': { level: 1 } } } }));
    await sql`update device_judgement set rules = rules - 1 where device_id = ${deviceId}`.execute(database.db);
    const seen: unknown[] = [];
    await run((history, context) => {
      seen.push(context.opened);
      return judgeDevice(history, context);
    });
    expect(seen).toEqual([undefined]);
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

  test('WL-47: the risk of a stop lies in columns of the judgement that a list can sort by', async () => {
    const deviceId = await send('R1', daysAgo(3), pages(6000));
    const basis = { rule: 'stopRisk', readings: 20, neededReadings: 14, from: null, to: null };
    const risk = { within7Days: 4.5, within14Days: 9, within28Days: 17.2, causes: [], unknownParts: 0, basis };
    await run((history, context) => ({ ...judgeDevice(history, context), risk }));
    expect(await judgement(deviceId)).toMatchObject({ stop_risk_7: 4.5, stop_risk_14: 9, stop_risk_28: 17.2 });
    await send('R1', daysAgo(2), pages(6100));
    await run((history, context) => ({ ...judgeDevice(history, context), risk: null }));
    expect(await judgement(deviceId)).toMatchObject({ stop_risk_7: null, stop_risk_14: null, stop_risk_28: null });
  });
});
