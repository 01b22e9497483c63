import * as contract from '@platen/contract/meters';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hourMs } from '../src/base/time.ts';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { packMonths } from '../src/ledger/pack-months.ts';
import { everywhere } from './collectors.ts';
import { findDeviceId } from './device-ids.ts';
import { toItems, toReport } from './reports.ts';
import { createWorld, type World } from './worklist-world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.platen.close());

const now = new Date();
const measured = (value: number) => ({ state: 'measured' as const, value });
const atHours = (hours: number) => new Date(now.getTime() - hours * hourMs).toISOString();

let serials = 0;
let id = '';
/** Totals by hours before now, of a new device of group 1. */
async function report(totals: Readonly<Record<number, number>>): Promise<void> {
  const { database } = world.platen;
  const serial = `M-${++serials}`;
  const reports = Object.entries(totals).map(([hours, total]) =>
    toReport(serial, atHours(Number(hours)), {
      counters: {
        total: {
          unit: 'impressions',
          reading: {
            ...measured(total),
            evidence: {
              protocol: 'snmp',
              source: '1.3.6.1.2.1.43.10.2.1.4.1.1',
              raw: String(total),
              rule: 'asReported',
            },
          },
        },
        color: { unit: 'impressions', reading: measured(total + 7) },
      },
    }),
  );
  await deliver(database.db, toItems(reports), {
    collectorId: v7(),
    scope: everywhere,
    now: new Date(),
    clockOffset: 0,
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  id = await findDeviceId(database, reports[0]);
  await sql`update device set group_ids = '{1}' where device_id = ${id}`.execute(database.db);
}

const call = async (subject: string, method: string, tail: string, body?: object) => {
  const answer = await world.send(subject, method, `/v1/device/${id}/meters${tail}`, body && JSON.stringify(body));
  return { status: answer.status, body: (await answer.json()) as unknown };
};
const readings = async (meter = 'total') =>
  contract.readMeterReadings.answer.parse((await call('billing', 'GET', `/${meter}/readings`)).body);
const correct = async (subject: string, body: object) => {
  const answer = await call(subject, 'POST', '/total/corrections', body);
  return { ...answer, correction: answer.status === 200 ? contract.correctMeter.answer.parse(answer.body) : undefined };
};
const decide = async (subject: string, correctionId: string | undefined, decision: string) =>
  await call(subject, 'POST', `/total/corrections/${correctionId}/decision`, { decision });
const reasoned = { reason: 'boardExchange' } as const;

describe('the ledger of a device', () => {
  beforeEach(() => report({ 60: 88_350, 54: 88_412, 47.9: 31, 30: 60, 2: 95 }));

  test('LG-18 LG-08: meters answer their state; after a break nothing is billed', async () => {
    const { meters, zone } = contract.readMeters.answer.parse((await call('billing', 'GET', '')).body);
    expect(zone).toBe('UTC');
    expect(meters.map(({ meter, state, value }) => [meter, state, value])).toEqual([
      ['color', 'afterBreak', null],
      ['total', 'afterBreak', null],
    ]);
    expect(meters[1]?.epoch).toMatchObject({ number: 2, isProvisional: true, cause: null });
  });

  test('LG-09 LG-10: stating the cause makes the bill go on, and answers the break of the counter screen', async () => {
    const { status, correction } = await correct('billing', {
      kind: 'cause',
      at: atHours(47.9),
      cause: 'boardExchanged',
      ...reasoned,
      note: 'new board',
    });
    expect([status, correction?.state]).toEqual([200, 'inForce']);
    const ledger = await readings();
    expect(ledger.readings.map(({ raw, billed, state }) => [raw, billed, state])).toEqual([
      [88_350, 88_350, 'good'],
      [88_412, 88_412, 'good'],
      [31, 88_412, 'good'],
      [60, 88_441, 'good'],
      [95, 88_476, 'good'],
    ]);
    expect(ledger.epochs.map(({ offset, cause }) => [offset, cause])).toEqual([
      [0, null],
      [88_381, 'boardExchanged'],
    ]);
    expect(ledger.breaks).toMatchObject([{ kind: 'fell', cause: 'boardExchanged', statedBy: expect.any(String) }]);
    const { rows } = await sql`select key, cause from counter_break where device_id = ${id}`.execute(
      world.platen.database.db,
    );
    expect(rows).toEqual([{ key: 'pages.total', cause: 'boardExchanged' }]);
    const { rows: entries } = await sql`select detail ->> 'note' as note from audit_entry
      where action = 'meter corrected' and subject = ${`device:${id}`}`.execute(world.platen.database.db);
    expect(entries).toEqual([{ note: '(changed)' }]);
  });

  test('LG-10 LG-09: a cause that a visit recorded, or that was given on the counter screen, counts in the ledger', async () => {
    const day = atHours(47.9).slice(0, 10);
    await sql`insert into counter_break (device_id, key, day, kind, value_before, value_after, cause, answered_by, answered_at)
      values (${id}, 'pages.total', ${day}::date, 'fell', 88412, 31, 'memoryCleared', 'visit', now())`.execute(
      world.platen.database.db,
    );
    expect((await readings()).readings.at(-1)).toMatchObject({ raw: 95, billed: 88_476 });
  });

  test('LG-15: at an instant the reading used, its age, the next one and how far it can differ', async () => {
    const { body } = await call('billing', 'GET', `/total/at?instant=${atHours(53.5)}`);
    expect(contract.readMeterAt.answer.parse(body)).toMatchObject({
      state: 'exact',
      value: 88_412,
      ageMinutes: 30,
      used: { raw: 88_412, source: 'report' },
      next: { raw: 31 },
      canDiffer: 0,
    });
    const none = await call('billing', 'GET', `/total/at?instant=${atHours(100)}`);
    expect(none.body).toMatchObject({ state: 'none', value: null });
    expect((await call('billing', 'GET', `/scan/at?instant=${atHours(1)}`)).body).toMatchObject({ errorCode: 204001 });
  });

  test('LG-17: the proof has the object, what it answered, who asked, the epoch with its author, and a hash', async () => {
    await correct('billing', { kind: 'cause', at: atHours(47.9), cause: 'boardExchanged', ...reasoned });
    await sql`insert into device_fact (device_id, asset_number) values (${id}, 'HO-4417')`.execute(
      world.platen.database.db,
    );
    const { body } = await call('billing', 'GET', `/total/proof?instant=${atHours(0.5)}`);
    expect(contract.readMeterProof.answer.parse(body)).toMatchObject({
      serial: `M-${serials}`,
      assetNumber: 'HO-4417',
      state: 'near',
      value: 88_476,
      used: { raw: 95, offset: 88_381 },
      before: { raw: 60 },
      epoch: { number: 2, cause: 'boardExchanged' },
      begunBy: { before: { value: 88_412 }, after: { value: 31 }, statedBy: expect.any(String) },
      collector: 'North site',
      address: '192.0.2.7',
      evidence: { protocol: 'snmp', raw: '95', rule: 'asReported' },
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      pack: null,
    });
  });

  test('LG-17 OA-52: proofs of many readings come in one answer, in their order, and are entered in the audit', async () => {
    const ask = async (subject: string, readings: readonly object[]) => {
      const answer = await world.send(subject, 'POST', '/v1/meters/proofs', JSON.stringify({ readings }));
      return { status: answer.status, body: (await answer.json()) as { errorCode?: number } };
    };
    const readingsOf = ['total', 'color'].map((meter) => ({ deviceId: id, meter, instant: atHours(53) }));
    const { body } = await ask('billing', readingsOf);
    const { proofs } = contract.readMeterProofs.answer.parse(body);
    const single = (await call('billing', 'GET', `/color/proof?instant=${atHours(53)}`)).body;
    expect(proofs.map(({ meter, used }) => [meter, used?.raw])).toEqual([
      ['total', 88_412],
      ['color', 88_419],
    ]);
    expect(single).toEqual(proofs[1]);
    expect((await ask('stranger', readingsOf)).body.errorCode).toBe(200003);
    expect(
      (
        await ask(
          'billing',
          Array.from({ length: 501 }, () => readingsOf[0] ?? {}),
        )
      ).status,
    ).toBe(422);
    const { rows } = await sql<{ subject: string; detail: object }>`
      select subject, detail from audit_entry where action = 'meter proof' order by audit_id desc limit 2`.execute(
      world.platen.database.db,
    );
    expect(rows).toMatchObject([
      { subject: `device:${id}`, detail: { meter: 'color' } },
      { subject: 'meters', detail: { readings: 2 } },
    ]);
  });

  test('LG-18 OA-20: who may not see the device or has not the right is refused, and changes nothing', async () => {
    expect((await call('stranger', 'GET', '')).body).toMatchObject({ errorCode: 200003 });
    expect((await call('tech', 'GET', '')).body).toMatchObject({ errorCode: 200002 });
    const body = { kind: 'cause', at: atHours(47.9), cause: 'misread', ...reasoned };
    for (const subject of ['service', 'dealer', 'customer'])
      expect((await correct(subject, body)).body).toMatchObject({ errorCode: 200002 });
    expect((await readings()).corrections).toEqual([]);
  });

  test('LG-19: a cause needs a break, and what was printed cannot make a counter fall', async () => {
    const cause = (hours: number, name: string) =>
      correct('billing', { kind: 'cause', at: atHours(hours), cause: name, ...reasoned });
    expect((await cause(30, 'misread')).body).toMatchObject({ errorCode: 202001 });
    expect((await cause(47.9, 'printed')).body).toMatchObject({ errorCode: 202001 });
  });
});

describe('corrections', () => {
  beforeEach(() => report({ 80: 50_000, 56: 54_000, 32: 54_100, 8: 54_200 }));
  const pages = (count: number) => ({
    kind: 'pages',
    at: atHours(8),
    pages: count,
    reason: 'agreed',
    note: 'by phone',
  });

  test('LG-19: excluded readings and an entered one change what is billed, their withdrawal takes it back', async () => {
    const { correction } = await correct('billing', {
      kind: 'exclude',
      at: atHours(56),
      until: atHours(56),
      reason: 'misread',
    });
    expect((await readings()).readings[1]).toMatchObject({ raw: 54_000, state: 'stated', billed: null });
    expect((await decide('admin', correction?.correctionId, 'withdraw')).status).toBe(200);
    expect((await readings()).readings[1]).toMatchObject({ state: 'good', billed: 54_000 });
  });

  test('LG-33: a typed reading is taken only where no report lies within three days', async () => {
    const entered = (hours: number) =>
      correct('billing', { kind: 'reading', at: atHours(hours), value: 49_000, source: 'customer', reason: 'agreed' });
    expect((await entered(100)).body).toMatchObject({ errorCode: 202003 });
    expect((await entered(200)).status).toBe(200);
    expect((await readings()).readings[0]).toMatchObject({ raw: 49_000, source: 'customer', receivedAt: null });
  });

  test('LG-21: above 1,000 pages a second person confirms, never the first; until then it is in no figure', async () => {
    const correctedOf = async () => (await readings()).periods.reduce((sum, { corrected }) => sum + corrected, 0);
    const { correction } = await correct('billing', pages(-1400));
    expect(correction).toMatchObject({ state: 'waiting', madeBy: { userId: world.userId('billing') } });
    expect(await correctedOf()).toBe(0);
    expect((await decide('billing', correction?.correctionId, 'confirm')).body).toMatchObject({ errorCode: 202003 });
    const confirmed = await decide('admin', correction?.correctionId, 'confirm');
    expect(confirmed.body).toMatchObject({ state: 'inForce', decidedBy: { userId: world.userId('admin') } });
    expect(await correctedOf()).toBe(-1400);
    expect((await decide('admin', correction?.correctionId, 'refuse')).body).toMatchObject({ errorCode: 202003 });
  });

  test('LG-21: so it does above 5 % of the use of the month, and below both no second person is needed', async () => {
    const use = Math.max(...(await readings()).periods.map((period) => period.use ?? 0));
    expect((await correct('billing', pages(-Math.ceil(use * 0.06)))).correction?.state).toBe('waiting');
    expect((await correct('billing', pages(-1))).correction?.state).toBe('inForce');
  });

  test('LG-21: the limit is a setting, 0 turns it off', async () => {
    const { db } = world.platen.database;
    await sql`update organisation set settings = settings || '{"secondPersonPages": 0}', version = version + 1 where kind = 'operator'`.execute(
      db,
    );
    expect((await correct('billing', pages(-9000))).correction?.state).toBe('inForce');
    await sql`update organisation set settings = settings - 'secondPersonPages', version = version + 1 where kind = 'operator'`.execute(
      db,
    );
  });

  test('GE-07: the same key makes one correction', async () => {
    const send = async () =>
      await fetch(`${world.platen.url}/v1/device/${id}/meters/total/corrections`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `key-of-${id}`,
          ...(await world.bearer('billing')),
        },
        body: JSON.stringify(pages(-3)),
      });
    await send();
    await send();
    expect((await readings()).corrections).toHaveLength(1);
  });
});

test('LG-13: a rise that the model cannot print is suspicious, by the model table of the organisation or of one above', async () => {
  const { database } = world.platen;
  await report({ 72: 1000, 48: 1300, 24: 26_300 });
  await sql`update device set model = 'Slow 12' where device_id = ${id}`.execute(database.db);
  const states = async () => (await readings()).readings.map(({ state }) => state);
  // 25,000 pages in a day are 17 a minute.
  expect(await states()).toEqual(['good', 'good', 'good']);
  const enter = async (pagesPerMinute: number | null, was: number | null) =>
    (
      await world.send(
        'admin',
        'PUT',
        '/v1/models',
        JSON.stringify({ models: [{ model: 'Slow 12', was }], pagesPerMinute }),
      )
    ).status;
  expect(await enter(12, null)).toBe(200);
  expect(await states()).toEqual(['good', 'good', 'suspicious']);
  const counter = await (await world.platen.get('service', `/v1/device/${id}/counter`)).json();
  expect(counter.summary.month6.total).toBe(300);
  expect(await enter(null, 12)).toBe(200);
  expect(await states()).toEqual(['good', 'good', 'good']);
});

test('VR-06 LG-06 LG-22: what a visit typed is listed and does not count; its test prints are taken once', async () => {
  await report({ 80: 1000, 8: 1500 });
  const { db, pool } = world.platen.database;
  const visitId = v7();
  await pool.query(`insert into visit (visit_id, state, planned_day) values ($1, 'done', now()::date)`, [visitId]);
  const record = {
    deviceId: id,
    arrivedAt: atHours(31),
    leftAt: atHours(30),
    result: 'fixed',
    done: [],
    parts: [],
    conditions: [],
    counters: [{ counter: 'total', reported: null, typed: 1240 }],
    testPages: 12,
  };
  await pool.query(
    `insert into visit_record (device_id, visit_id, revision, body, recorded_by, recorded_at, is_on_older_plan)
     values ($1, $2, 1, $3, $4, now(), false)`,
    [id, visitId, JSON.stringify(record), world.userId('tech')],
  );
  const before = await readings();
  expect(before.typed).toMatchObject([{ at: atHours(30), value: 1240, visitId }]);
  expect(before.readings.map(({ raw }) => raw)).toEqual([1000, 1500]);
  expect(before.testPrints).toMatchObject([{ pages: 12, visitId }]);
  const take = { kind: 'pages', at: atHours(30), pages: -12, visitId, reason: 'testPrints' };
  expect((await correct('billing', take)).correction).toMatchObject({ state: 'inForce', visitId });
  expect((await correct('billing', take)).body).toMatchObject({ errorCode: 202003 });
  expect((await readings()).testPrints).toEqual([]);
  await packMonths(db, new Date(), { dayOf: (at) => Math.floor(at / 86_400_000) });
});

test('LG-14: black plus color that go apart from total are marked together', async () => {
  const serial = `M-${++serials}`;
  const counted = (hours: number, total: number, black: number, color: number) =>
    toReport(serial, atHours(hours), {
      counters: {
        total: { unit: 'impressions', reading: measured(total) },
        black: { unit: 'impressions', reading: measured(black) },
        color: { unit: 'impressions', reading: measured(color) },
      },
    });
  const day = 24;
  const reports = [
    counted(63 * day, 1000, 600, 400),
    counted(32 * day, 3000, 1600, 1400),
    counted(1, 6000, 3100, 2600),
  ];
  const { database } = world.platen;
  await deliver(database.db, toItems(reports), {
    collectorId: v7(),
    scope: everywhere,
    now: new Date(),
    clockOffset: 0,
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
  id = await findDeviceId(database, reports[0]);
  await sql`update device set group_ids = '{1}' where device_id = ${id}`.execute(database.db);
  const { meters } = contract.readMeters.answer.parse((await call('billing', 'GET', '')).body);
  expect(meters.map(({ meter, goesApart }) => [meter, goesApart])).toEqual([
    ['black', true],
    ['color', true],
    ['total', true],
  ]);
});
