import * as contract from '@platen/contract/closes';
import { jobAccepted } from '@platen/contract/jobs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, createClosing, newCustomer, periods } from './closing-world.ts';
import { runJobs } from './jobs.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const { september, october, november } = periods;

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
  const { body: before } = await world.call('billing', 'GET', `/v1/closes/${close.closeId}`);
  expect(contract.readClose.answer.parse(before)).toMatchObject({
    totals: [{ missing: 2 }],
    customers: [{ missing: 2, unbilled: 2 }],
  });
  const stale = stopped.map((line) => ({ ...line, version: line.version + 1 }));
  expect((await world.settle(close, stale, { action: 'leaveOut' })).skipped.map(({ errorCode }) => errorCode)).toEqual([
    202002, 202002,
  ]);
  const settled = await world.settle(close, stopped, { action: 'leaveOut', note: 'the customer sends a card' });
  expect(settled).toMatchObject({ done: 2, skipped: [], close: { state: 'ready', leftOut: 2 } });
  // What people decided not to bill is no longer missing from the sum.
  const { body: whole } = await world.call('billing', 'GET', `/v1/closes/${close.closeId}`);
  expect(contract.readClose.answer.parse(whole)).toMatchObject({
    totals: [{ meter: 'total', billed: 0, missing: 0 }],
    customers: [{ missing: 0, unbilled: 2 }],
  });
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
  expect((await world.billed(next.closeId)).map(({ billed }) => billed)).toEqual(expect.arrayContaining([170, 80]));
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

/** A close of a customer of its own, closed by billing, and how to discard it. */
async function closeOne() {
  const { scope, of } = newCustomer();
  const serial = `P-${scope.customerNumbers[0]}`;
  await world.receive([
    of(serial, '2026-09-30T23:40:00Z', { total: 10 }),
    of(serial, '2026-10-31T23:40:00Z', { total: 90 }),
    of(serial, '2026-11-20T23:40:00Z', { total: 95 }),
  ]);
  const { closeId } = await world.open({ ...october, scope });
  await world.closeNow(closeId);
  const discard = async () => {
    const { version } = await world.read(closeId);
    return await world.call('billing', 'POST', `/v1/closes/${closeId}/discard`, { version, reason: 'wrong customer' });
  };
  return { closeId, scope, discard };
}
const refusal = { status: 409, body: { errorCode: 202003 } };

test('LG-36: after 24 hours a close is no longer discarded', async () => {
  const { closeId, discard } = await closeOne();
  const age = (hours: number) =>
    world.platen.database.pool.query(
      `update meter_close set closed_at = now() - make_interval(mins => $2) where close_id = $1`,
      [closeId, hours * 60],
    );
  await age(24.1);
  expect(await discard()).toMatchObject(refusal);
  await age(23.9);
  expect(await discard()).toMatchObject({ status: 200, body: { state: 'discarded' } });
});

test('LG-36 MX-06: once its file went out a close is no longer discarded; a test of the file does not count', async () => {
  const { closeId, discard } = await closeOne();
  const { closeId: other, discard: discardOther } = await closeOne();
  const fetchFile = async (id: string) =>
    await (await world.send('billing', 'GET', `/v1/closes/${id}/export?template=all`)).text();
  await fetchFile(other);
  expect(await discardOther()).toMatchObject({ status: 200, body: { state: 'discarded' } });
  await fetchFile(closeId);
  await fetchFile(closeId);
  expect((await world.read(closeId)).state).toBe('exported');
  expect(await discard()).toMatchObject(refusal);
});

test('LG-36: a close from which a later one goes on is discarded only after that one', async () => {
  const { scope, discard } = await closeOne();
  const next = await world.open({ ...november, scope });
  const { version } = await world.closeNow(next.closeId);
  expect(await discard()).toMatchObject(refusal);
  const body = { version, reason: 'wrong customer' };
  expect((await world.call('billing', 'POST', `/v1/closes/${next.closeId}/discard`, body)).status).toBe(200);
  expect(await discard()).toMatchObject({ status: 200, body: { state: 'discarded' } });
});

test('LG-32 GE-13: more than 200 lines are settled by a job, with those that it left alone', async () => {
  const { scope, of } = newCustomer();
  const serials = Array.from({ length: 205 }, (_, n) => `Q${String(n)}`);
  await world.receive(
    serials.flatMap((serial) => [
      of(serial, '2026-08-31T23:40:00Z', { total: 100 }),
      of(serial, '2026-09-12T23:40:00Z', { total: 150 }),
    ]),
  );
  const close = await world.open({ ...september, scope });
  while ((await world.read(close.closeId)).pending > 0);
  const stopped = [...(await world.lines(close.closeId)), ...(await world.lines(close.closeId, '?offset=200'))];
  expect(stopped).toHaveLength(205);
  const lines = stopped.map(({ deviceId, meter, part, version }, n) => ({
    deviceId,
    meter,
    part,
    version: n < 3 ? version + 1 : version,
  }));
  const settle = { action: 'leaveOut', reason: 'agreed', lines };
  const { status, body } = await world.call('billing', 'POST', `/v1/closes/${close.closeId}/settle`, settle);
  expect(status).toBe(202);
  await runJobs(world.platen.database);
  const { jobId } = jobAccepted.parse(body);
  expect((await world.call('billing', 'GET', `/v1/jobs/${jobId}/result`)).body).toMatchObject({
    kind: 'meterSettle',
    settled: 202,
    skippedCount: 3,
    skipped: [{ errorCode: 202002 }, { errorCode: 202002 }, { errorCode: 202002 }],
  });
  expect(await world.read(close.closeId)).toMatchObject({ leftOut: 202, stops: 3 });
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
