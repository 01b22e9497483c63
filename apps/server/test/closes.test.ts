import { createHash } from 'node:crypto';
import * as contract from '@platen/contract/closes';
import { closeWebhook } from '@platen/contract/webhook-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceEnds } from '../src/closes/announce.ts';
import { openDueCloses, refreshCloses } from '../src/closes/tend-closes.ts';
import type { Message } from '../src/delivery/message.ts';
import { toContent } from '../src/delivery/render/to-content.ts';
import { toWebhookBodies } from '../src/delivery/render/webhook-body.ts';
import { type Closing, counted, createClosing } from './closing-world.ts';
import { addChannel, subscribe } from './delivery-channels.ts';
import { runJobs } from './jobs.ts';
import { silent } from './silent.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const september = { firstDay: '2026-09-01', lastDay: '2026-09-30' };
const october = { firstDay: '2026-10-01', lastDay: '2026-10-31' };
const november = { firstDay: '2026-11-01', lastDay: '2026-11-20' };

let customers = 0;
/** A customer of its own for each test. */
const newCustomer = () => {
  const customerNumber = `C-${++customers + 100}`;
  return {
    scope: { customerNumbers: [customerNumber], groupIds: [] },
    of: (serial: string, at: string, meters: Readonly<Record<string, number>>) =>
      counted(serial, at, meters, { site: { customerNumber, customerName: 'Haldane Office', dealerNumber: 'D-1' } }),
  };
};
const fileOf = async (closeId: string) =>
  await (await world.send('billing', 'GET', `/v1/closes/${closeId}/file`)).text();
const linesOf = async (closeId: string) =>
  (await world.lines(closeId)).map(({ kind, meter, billed, state, stops }) => ({ kind, meter, billed, state, stops }));
const correct = async (deviceId: string, body: object, subject = 'billing') =>
  await world.call(subject, 'POST', `/v1/device/${deviceId}/meters/total/corrections`, { reason: 'agreed', ...body });

test('LG-30 LG-31: a close has a line for each meter with readings at both ends, use and state', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('A1', '2026-09-30T23:40:00Z', { total: 1000, black: 800 }),
    of('A1', '2026-10-31T23:30:00Z', { total: 1500, black: 1200 }),
    of('A1', '2026-11-20T22:00:00Z', { total: 1700, black: 1300 }),
  ]);
  const close = await world.open({ ...october, scope });
  expect(close).toMatchObject({ state: 'ready', devices: 1, lines: 2, stops: 0, good: 2, pending: 0 });
  const lines = await world.lines(close.closeId);
  expect(lines.map(({ meter, start, end, use, state }) => [meter, start?.value, end?.value, use, state])).toEqual([
    ['black', 800, 1200, 400, 'exact'],
    ['total', 1000, 1500, 500, 'exact'],
  ]);
  const closed = await world.closeNow(close.closeId);
  expect(closed).toMatchObject({ state: 'closed', lines: 2, closedBy: { userId: world.userId('billing') } });
  const next = await world.open({ ...november, scope });
  expect(
    (await world.lines(next.closeId)).map(({ meter, start, use, state }) => [meter, start?.value, use, state]),
  ).toEqual([
    ['black', 1200, 100, 'near'],
    ['total', 1500, 200, 'near'],
  ]);
});

test('LG-35 LG-05: the file has the hash of the close and the same bytes each time; late reports change no figure', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('B1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('B1', '2026-10-30T12:00:00Z', { total: 90 }),
  ]);
  const { closeId } = await world.open({ ...october, scope });
  const { hash } = await world.closeNow(closeId);
  const first = await fileOf(closeId);
  expect(createHash('sha256').update(first).digest('hex')).toBe(hash);
  expect(
    first
      .split('\n')
      .slice(1, -1)
      .map((line) => JSON.parse(line)),
  ).toMatchObject([
    {
      serial: 'B1',
      meter: 'total',
      start: { value: 10 },
      end: { value: 90, hash: expect.stringMatching(/^[\da-f]{64}$/) },
    },
  ]);
  await world.receive([of('B1', '2026-10-31T23:50:00Z', { total: 99 })], new Date(Date.now() + 1000));
  expect(await fileOf(closeId)).toBe(first);
  const late = await world.call('billing', 'GET', `/v1/closes/${closeId}/late`);
  expect(contract.readLateReports.answer.parse(late.body)).toMatchObject({
    total: 1,
    reports: [{ serial: 'B1', at: '2026-10-31T23:50:00.000Z', meters: [{ meter: 'total', value: 99 }] }],
  });
  await world.receive([of('B1', '2026-11-20T23:50:00Z', { total: 150 })]);
  const next = await world.open({ ...november, scope });
  expect(await linesOf(next.closeId)).toMatchObject([{ kind: 'reading', billed: 60, state: 'exact' }]);
});

test('LG-32 LG-36: what stops a close is named, settled one by one, and closing is refused until then', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('C1', '2026-09-30T23:00:00Z', { total: 5000 }),
    of('C1', '2026-10-12T10:00:00Z', { total: 5400 }),
    of('C1', '2026-10-12T12:00:00Z', { total: 31 }),
    of('C1', '2026-10-31T23:30:00Z', { total: 431 }),
    of('C2', '2026-09-30T23:00:00Z', { total: 7000 }),
    of('C2', '2026-10-09T23:00:00Z', { total: 7300 }),
  ]);
  const close = await world.open({ ...october, scope, needsAssetNumber: true });
  expect(close).toMatchObject({ state: 'open', stops: 4, byStop: { afterBreak: 1, none: 1, assetNumber: 2 } });
  const refused = await world.call('billing', 'POST', `/v1/closes/${close.closeId}/close`, { version: close.version });
  expect(refused.body).toMatchObject({ errorCode: 202003 });
  for (const line of await world.lines(close.closeId, '?stop=assetNumber')) {
    const { status } = await world.call('admin', 'PUT', `/v1/device/${line.deviceId}/facts`, {
      version: 0,
      assetNumber: `HO-${line.serial}`,
    });
    expect(status).toBe(200);
  }
  const stopped = await world.lines(close.closeId, '?group=stops');
  expect(stopped.map(({ serial, state, stops, use, assetNumber }) => [serial, state, stops, use, assetNumber])).toEqual(
    [
      ['C1', 'afterBreak', ['afterBreak'], null, null],
      ['C2', 'none', ['none'], null, null],
    ].map((row) => [row[0], row[1], [...(row[2] as string[]), 'assetNumber'], null, null]),
  );
});

test('LG-20 LG-21: a correction of a closed period is a line of the next one, and stops it while it waits', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('D1', '2026-08-31T23:40:00Z', { total: 1000 }),
    of('D1', '2026-09-30T23:40:00Z', { total: 9000 }),
    of('D1', '2026-10-31T23:40:00Z', { total: 17_000 }),
  ]);
  const closed = await world.open({ ...september, scope });
  await world.closeNow(closed.closeId);
  const before = await fileOf(closed.closeId);
  const [line] = await world.lines(closed.closeId);
  const id = line?.deviceId ?? '';
  await correct(id, { kind: 'pages', at: '2026-09-20T10:00:00Z', pages: -250, reason: 'testPrints' });
  const waiting = await correct(id, { kind: 'pages', at: '2026-09-21T10:00:00Z', pages: -1500 });
  const next = await world.open({ ...october, scope });
  expect(next).toMatchObject({ corrections: 1, byStop: { correctionWaiting: 1 } });
  const { correctionId } = waiting.body as { correctionId: string };
  const path = `/v1/device/${id}/meters/total/corrections/${correctionId}/decision`;
  expect((await world.call('admin', 'POST', path, { decision: 'refuse' })).status).toBe(200);
  expect(await world.read(next.closeId)).toMatchObject({ stops: 0, state: 'ready' });
  const lines = await world.lines(next.closeId);
  expect(lines.map(({ kind, billed, corrects }) => [kind, billed, corrects?.closeId, corrects?.reasons])).toEqual([
    ['reading', 8000, undefined, undefined],
    ['correction', -250, closed.closeId, ['testPrints']],
  ]);
  await world.closeNow(next.closeId);
  expect(await fileOf(closed.closeId)).toBe(before);
  // It is billed once.
  await world.receive([of('D1', '2026-11-20T23:40:00Z', { total: 17_100 })]);
  const last = await world.open({ ...november, scope });
  expect(await linesOf(last.closeId)).toMatchObject([{ kind: 'reading', billed: 100 }]);
});

test('LG-32: a selection is settled with one reason; what is left out is billed with the next reading', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('E1', '2026-08-31T23:40:00Z', { total: 100 }),
    of('E1', '2026-09-12T23:40:00Z', { total: 150 }),
    of('E2', '2026-08-31T23:40:00Z', { total: 300 }),
    of('E2', '2026-09-13T23:40:00Z', { total: 350 }),
  ]);
  const close = await world.open({ ...september, scope });
  const stopped = await world.lines(close.closeId, '?group=stops');
  const stale = stopped.map((line) => ({ ...line, version: line.version + 1 }));
  expect((await world.settle(close, stale, { action: 'leaveOut' })).skipped.map(({ errorCode }) => errorCode)).toEqual([
    202002, 202002,
  ]);
  const settled = await world.settle(close, stopped, { action: 'leaveOut', note: 'the customer sends a card' });
  expect(settled).toMatchObject({ done: 2, skipped: [], close: { state: 'ready', leftOut: 2 } });
  const [one] = await world.lines(close.closeId, '?group=leftOut');
  expect(one).toMatchObject({
    use: null,
    billed: null,
    settled: {
      kind: 'leaveOut',
      reason: 'agreed',
      note: 'the customer sends a card',
      by: { userId: world.userId('billing') },
    },
  });
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from audit_entry
    where action = 'close line settled' and detail ->> 'closeId' = ${close.closeId}`.execute(world.platen.database.db);
  expect(rows).toEqual([{ n: 2 }]);
  await world.closeNow(close.closeId);
  await world.receive([
    of('E1', '2026-10-31T23:40:00Z', { total: 270 }),
    of('E2', '2026-10-31T23:40:00Z', { total: 380 }),
  ]);
  const next = await world.open({ ...october, scope });
  expect((await linesOf(next.closeId)).map(({ billed }) => billed)).toEqual(expect.arrayContaining([170, 80]));
});

/** Some pages a day for weeks, so that the use can be estimated. */
const daily = (
  serial: string,
  days: number,
  pagesOf: (day: number) => number,
  of: ReturnType<typeof newCustomer>['of'],
) => {
  let total = 10_000;
  return Array.from({ length: days }, (_, day) => {
    total += pagesOf(day);
    return of(serial, new Date(Date.UTC(2026, 7, 1 + day, 18)).toISOString(), { total });
  });
};

test('LG-16: an estimate is made on request, is marked, is rounded down, comes at most twice in a row, and the next reading settles it', async () => {
  const { scope, of } = newCustomer();
  const reports = daily('F1', 55, () => 100, of);
  await world.receive(reports);
  const first = await world.open({ ...september, scope });
  const [line] = await world.lines(first.closeId);
  expect(line).toMatchObject({ state: 'old', warnings: ['old'], estimate: { inARow: 1 } });
  await world.settle(first, line === undefined ? [] : [line], { action: 'estimate' });
  const [estimated] = await world.lines(first.closeId);
  const pages = estimated?.estimate?.value ?? Number.NaN;
  expect(Number.isInteger(pages) && pages > 400 && pages < 800).toBe(true);
  expect(estimated).toMatchObject({
    state: 'estimated',
    end: { source: 'estimate' },
    use: 2400 + pages,
    warnings: ['estimated'],
  });
  expect((await world.closeNow(first.closeId)).state).toBe('closed');
  const second = await world.open({ ...october, scope });
  const [again] = await world.lines(second.closeId);
  expect(again).toMatchObject({ state: 'none', stops: ['none'], estimate: { inARow: 2 } });
  await world.settle(second, again === undefined ? [] : [again], { action: 'estimate' });
  await world.closeNow(second.closeId);
  const third = await world.open({ ...november, scope });
  const [refused] = await world.lines(third.closeId);
  expect(refused).toMatchObject({ estimate: null, hasTwoEstimates: true });
  const { skipped } = await world.settle(third, refused === undefined ? [] : [refused], { action: 'estimate' });
  expect(skipped).toMatchObject([{ errorCode: 202004 }]);
  await world.receive([of('F1', '2026-11-20T23:30:00Z', { total: 20_000 })]);
  await world.read(third.closeId);
  const [settled] = await world.lines(third.closeId);
  expect(settled).toMatchObject({ state: 'exact', remarks: expect.arrayContaining(['settlesEstimate']) });
  const billed = await Promise.all(
    [first, second, third].map(async ({ closeId }) => (await world.lines(closeId))[0]?.billed ?? Number.NaN),
  );
  const start = estimated?.start?.value ?? Number.NaN;
  expect(billed.reduce((sum, one) => sum + one, 0)).toBe(20_000 - start);
});

test('LG-37: a device that came counts from its first reading; one that moved is cut between its customers', async () => {
  const [one, other] = [newCustomer(), newCustomer()];
  await world.receive([
    one.of('G1', '2026-10-05T10:00:00Z', { total: 400 }),
    one.of('G1', '2026-10-14T10:00:00Z', { total: 500 }),
  ]);
  await world.open({ ...october, scope: one.scope });
  await world.receive([other.of('G1', '2026-10-15T10:00:00Z', { total: 520 })]);
  await world.receive([other.of('G1', '2026-10-31T23:30:00Z', { total: 600 })]);
  const [a, b] = [
    await world.open({ ...october, scope: one.scope }),
    await world.open({ ...october, scope: other.scope }),
  ];
  expect(await world.lines(a.closeId)).toMatchObject([
    {
      part: 1,
      use: 100,
      remarks: ['came', 'moved'],
      customerNumber: one.scope.customerNumbers[0],
      start: { value: 400 },
      end: { value: 500 },
    },
  ]);
  expect(await world.lines(b.closeId)).toMatchObject([
    {
      part: 2,
      use: 100,
      remarks: ['moved'],
      customerNumber: other.scope.customerNumbers[0],
      start: { value: 500 },
      end: { value: 600 },
    },
  ]);
});

test('LG-37 OA-41: a device that is retired within the period counts to its last reading before that day', async () => {
  const { scope, of } = newCustomer();
  const report = of('N1', '2026-09-30T23:40:00Z', { total: 400 });
  await world.receive([
    report,
    of('N1', '2026-10-19T22:00:00Z', { total: 500 }),
    of('N1', '2026-10-25T10:00:00Z', { total: 555 }),
  ]);
  const close = await world.open({ ...october, scope });
  expect(close.stops).toBe(0);
  const path = `/v1/device/${await world.idOf(report)}/facts`;
  const { status } = await world.call('admin', 'PUT', path, { version: 0, retiredOn: '2026-10-20' });
  expect(status).toBe(200);
  await world.read(close.closeId);
  expect(await world.lines(close.closeId)).toMatchObject([
    { use: 100, state: 'near', remarks: ['went'], end: { at: '2026-10-19T22:00:00.000Z', value: 500 } },
  ]);
});

test('LG-36: the author discards a close within 24 hours unless it was exported or another goes on from it', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('H1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('H1', '2026-10-31T23:40:00Z', { total: 90 }),
  ]);
  const { closeId } = await world.open({ ...october, scope });
  const closed = await world.closeNow(closeId);
  const discard = (subject: string) =>
    world.call(subject, 'POST', `/v1/closes/${closeId}/discard`, { version: closed.version, reason: 'wrong customer' });
  expect((await discard('dealer-admin')).body).toMatchObject({ errorCode: 202003 });
  expect((await discard('billing')).body).toMatchObject({ state: 'discarded' });
  expect((await world.open({ ...october, scope })).state).toBe('ready');
});

test('OA-20 GE-05: who lacks the right is refused; a foreign close answers as an unknown one', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('I1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('I1', '2026-10-31T23:40:00Z', { total: 90 }),
  ]);
  const { closeId, version } = await world.open({ ...october, scope });
  const tails = ['', '/lines', '/file', '/late'];
  for (const tail of tails) {
    const unknown = await world.call('stranger', 'GET', `/v1/closes/01900000-0000-7000-8000-00000000abcd${tail}`);
    expect(unknown.status).toBe(404);
    expect(await world.call('stranger', 'GET', `/v1/closes/${closeId}${tail}`)).toEqual(unknown);
    expect((await world.call('tech', 'GET', `/v1/closes/${closeId}${tail}`)).body).toMatchObject({ errorCode: 200002 });
  }
  for (const subject of ['service', 'dealer', 'customer', 'tech']) {
    const { body } = await world.call(subject, 'POST', `/v1/closes/${closeId}/close`, { version });
    expect(body).toMatchObject({ errorCode: 200002 });
  }
  const listed = contract.listCloses.answer.parse((await world.call('stranger', 'GET', '/v1/closes')).body);
  expect(listed.closes).toEqual([]);
});

test('LG-30 GE-06: plans make, change and end with their versions, and a close for their period once', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('J1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('J1', '2026-10-31T23:40:00Z', { total: 90 }),
  ]);
  const form = {
    name: 'Monthly',
    scope,
    meters: [],
    needsAssetNumber: false,
    organisationId: null,
    cycle: 'monthly',
    day: 31,
    warningDays: 3,
    isActive: true,
  };
  const made = contract.addClosePlan.answer.parse((await world.call('billing', 'POST', '/v1/closePlans', form)).body);
  const put = (version: number) =>
    world.call('billing', 'PUT', `/v1/closePlans/${made.planId}`, { ...form, name: 'Each month', version });
  expect((await put(1)).body).toMatchObject({ name: 'Each month', version: 2 });
  expect((await put(1)).body).toMatchObject({ errorCode: 202002, current: { version: 2 } });
  const open = () => world.call('billing', 'POST', '/v1/closes', { planId: made.planId, day: '2026-10-10' });
  expect((await open()).body).toMatchObject({ name: 'Each month 2026-10', state: 'ready' });
  expect((await open()).body).toMatchObject({ errorCode: 202003 });
  expect((await world.call('stranger', 'GET', '/v1/closePlans')).body).toEqual({ plans: [] });
  expect((await world.call('billing', 'DELETE', `/v1/closePlans/${made.planId}?version=2`)).status).toBe(200);
});

test('LG-18: meters of many devices at an instant come as a job; a device that is not seen is refused', async () => {
  const { of } = newCustomer();
  const report = of('K1', '2026-10-31T23:40:00Z', { total: 90 });
  await world.receive([report]);
  const deviceIds = [await world.idOf(report)];
  const asked = { instant: '2026-11-01T00:00:00Z', deviceIds };
  expect((await world.call('stranger', 'POST', '/v1/meters/at', asked)).body).toMatchObject({ errorCode: 200003 });
  const { status, body } = await world.call('billing', 'POST', '/v1/meters/at', asked);
  expect(status).toBe(202);
  await runJobs(world.platen.database);
  const { jobId } = body as { jobId: string };
  expect((await world.call('billing', 'GET', `/v1/jobs/${jobId}/result`)).body).toMatchObject({
    kind: 'metersAt',
    lines: [{ serial: 'K1', meter: 'total', state: 'exact', value: 90, at: '2026-10-31T23:40:00.000Z' }],
  });
});

test('MX-07 XC-02: closing reports meter.closed to who asked for it and sees the devices, with its estimates counted', async () => {
  const { db } = world.platen.database;
  const channelId = await addChannel(db, { kind: 'webhook', address: 'https://erp.example/hook' });
  await subscribe(db, channelId, { events: ['meterClosed'] });
  const foreign = await addChannel(db, { kind: 'webhook', owner_id: world.userId('stranger') });
  await subscribe(db, foreign, { events: ['meterClosed'] });
  const { scope, of } = newCustomer();
  await world.receive([
    of('L1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('L1', '2026-10-31T23:40:00Z', { total: 90 }),
  ]);
  const { closeId } = await world.open({ ...october, name: 'October, Haldane Office', scope });
  const { hash } = await world.closeNow(closeId);
  const { rows } = await sql<{ channelId: string; content: object }>`
    select channel_id as "channelId", content from delivery where kind = 'close'`.execute(db);
  expect(rows.map((row) => row.channelId)).toEqual([channelId]);
  const message = { ...rows[0]?.content, portal: 'https://platen.example', subscription: null, firstId: null };
  const [body] = toWebhookBodies(message as Message);
  expect(closeWebhook.parse(body)).toMatchObject({
    type: 'meter.closed',
    data: {
      close: { closeId, name: 'October, Haldane Office', lines: 1, corrections: 0, estimated: 0, leftOut: 0, hash },
      linesUrl: `https://platen.example/v1/closes/${closeId}/lines`,
      url: `https://platen.example/meters/${closeId}`,
    },
  });
  for (const language of ['en-us', 'ja-jp'] as const)
    expect(toContent(message as Message, { language, zone: 'UTC' }).subject).toContain('October, Haldane Office');
});

test('LG-34 LG-30: a plan makes its close three working days before the end and says once what will stop it', async () => {
  const { db } = world.platen.database;
  const channelId = await addChannel(db, { owner_id: world.userId('billing') });
  const { scope, of } = newCustomer();
  await world.receive([
    of('M1', '2026-10-31T23:40:00Z', { total: 10 }),
    of('M1', '2026-11-03T10:00:00Z', { total: 500 }),
    of('M1', '2026-11-03T12:00:00Z', { total: 3 }),
    of('M1', '2026-11-25T12:00:00Z', { total: 90 }),
  ]);
  const form = { name: 'Office', scope, meters: [], needsAssetNumber: true, organisationId: null };
  const rest = { cycle: 'monthly', day: 31, warningDays: 3, isActive: true };
  const { body } = await world.call('billing', 'POST', '/v1/closePlans', { ...form, ...rest });
  const { planId } = contract.addClosePlan.answer.parse(body);
  await sql`update meter_plan set made_at = '2026-11-05' where plan_id = ${planId}`.execute(db);
  const closes = async () =>
    (await sql<{ id: string }>`select close_id as id from meter_close where plan_id = ${planId}`.execute(db)).rows;
  // November 2026 ends on a Monday: three working days before are the 25th.
  await openDueCloses(db, new Date('2026-11-24T12:00:00Z'), silent);
  expect(await closes()).toEqual([]);
  const now = new Date('2026-11-25T12:00:00Z');
  await openDueCloses(db, now, silent);
  await openDueCloses(db, now, silent);
  expect(await closes()).toHaveLength(1);
  await refreshCloses(db, now);
  await announceEnds(db, now);
  await announceEnds(db, now);
  const { rows } = await sql<{ channelId: string; content: object }>`
    select channel_id as "channelId", content from delivery where kind = 'close' and content -> 'close' ->> 'type' = 'ahead'`.execute(
    db,
  );
  expect(rows).toMatchObject([{ channelId, content: { close: { name: 'Office 2026-11', stops: 2, lines: 1 } } }]);
  const message = { ...rows[0]?.content, portal: 'https://platen.example', subscription: null, firstId: null };
  expect(toContent(message as Message, { language: 'en-us', zone: 'UTC' }).subject).toBe(
    'Close of Office 2026-11: 2 things stop it',
  );
  // A machine is sent nothing of it.
  expect(toWebhookBodies(message as Message)).toEqual([]);
});
