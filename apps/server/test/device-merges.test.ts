import { listClaims as claimsCall, listFindings, listMerges } from '@platen/contract/device-merges';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { evaluateDue } from '../src/jobs/conditions/evaluate-due.ts';
import { readFleetTotals } from './fleet-totals.ts';
import { toReport } from './reports.ts';
import { startTwoDealers, type TwoDealers } from './two-dealers.ts';

// Two collectors of dealer D-A, each bound to one of its customers, next to those of D-A and D-B as a whole.

let house: TwoDealers;
let first: Awaited<ReturnType<TwoDealers['addSender']>>;
let second: typeof first;
beforeAll(async () => {
  house = await startTwoDealers();
  await query(`update app_user set role = 'dealerAdmin' where subject = 'dealer'`);
  first = await house.addSender('key-1', { places: [{ dealerNumber: 'D-A', customerNumber: 'C-1' }] });
  second = await house.addSender('key-2', { places: [{ dealerNumber: 'D-A', customerNumber: 'C-2' }] });
});
afterAll(() => house.platen.close());

const measured = <T>(value: T) => ({ state: 'measured' as const, value });
/** Yesterday, so that its noon has passed. */
const lastDay = Math.floor(Date.now() / 86_400_000) - 1;
const noon = (daysAgo: number) => new Date((lastDay - daysAgo) * 86_400_000 + 43_200_000);
const dayOf = (daysAgo: number) => noon(daysAgo).toISOString().slice(0, 10);

/** A report of a device of a customer of D-A, some days ago, perhaps with an error of that day. */
const report = (serial: string, customer: string, daysAgo: number, total: number, code?: string) =>
  toReport(serial, noon(daysAgo), {
    site: { dealerNumber: 'D-A', customerNumber: customer, customerName: customer },
    counters: { total: { unit: 'impressions', reading: measured(total) } },
    ...(code !== undefined && { errors: [{ code, occurredAt: noon(daysAgo).toISOString() }] }),
  });

async function call(method: string, path: string, subject: string, body?: unknown) {
  const answer = await fetch(`${house.platen.url}/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': v7(),
      ...(await house.platen.bearer(subject)),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const query = async <Row extends object>(text: string, ...values: unknown[]) =>
  (await house.platen.database.pool.query<Row>(text, values)).rows;
const daysOf = async (id: string) =>
  (
    await query<{ day: string; total: number }>(
      'select day::text, total::int from counter_day where device_id = $1 order by day',
      id,
    )
  ).map(({ day, total }) => [day, total]);
const errorsOf = async (id: string) =>
  (await query<{ code: string }>('select code from device_error where device_id = $1 order by occurred_at', id)).map(
    ({ code }) => code,
  );
const openClaims = async (subject = 'admin') =>
  claimsCall.answer.parse((await call('GET', '/claims', subject)).body).claims;
const claimOf = async (serial: string) => {
  const found = (await openClaims()).find(({ held }) => held.serial === serial);
  if (found === undefined) throw new Error(`there is no claim to ${serial}`);
  return found;
};
const checkTotals = async () => {
  const { known, counted } = await readFleetTotals(house.platen.database.db);
  expect(known).toEqual(counted);
};
const merges = async () => listMerges.answer.parse((await call('GET', '/devices/merges', 'admin')).body).merges;

test('OA-42 OA-45: the same device moved to another customer of its dealer keeps its history and its id', async () => {
  await first.send(report('SAME-1', 'C-1', 5, 100, 'E001'), report('SAME-1', 'C-1', 3, 200));
  const id = await house.deviceOf('SAME-1', first);
  await second.send(report('SAME-1', 'C-2', 3, 201), report('SAME-1', 'C-2', 2, 300, 'E002'));
  const claim = await claimOf('SAME-1');
  expect(claim).toMatchObject({
    isOneDealer: true,
    held: { collector: 'key-2', customerNumber: 'C-2' },
    rival: { deviceId: id, collector: 'key-1', customerNumber: 'C-1' },
  });
  const decided = await call('PUT', `/claim/${claim.claimId}`, 'admin', { decision: 'same' });
  expect(decided).toEqual({ status: 200, body: { deviceId: id } });
  // The day on which both reported stays as it was.
  expect(await daysOf(id)).toEqual([
    [dayOf(5), 100],
    [dayOf(3), 200],
    [dayOf(2), 300],
  ]);
  expect(await errorsOf(id)).toEqual(['E001', 'E002']);
  expect((await house.seen()).a.filter((serial) => serial === 'SAME-1')).toHaveLength(1);
  // Its new collector goes on with it; the former one is foreign now.
  await second.send(report('SAME-1', 'C-2', 0, 400));
  expect((await daysOf(id)).at(-1)).toEqual([dayOf(0), 400]);
  await first.send(report('SAME-1', 'C-1', 1, 999));
  expect((await daysOf(id)).map(([, total]) => total)).not.toContain(999);
  expect(await call('PUT', `/claim/${claim.claimId}`, 'admin', { decision: 'reject' })).toMatchObject({ status: 422 });
});

test('OA-42: between dealers history never goes along', async () => {
  await house.a.send(report('OTHER-1', 'C-1', 5, 100));
  await house.b.send(
    toReport('OTHER-1', noon(2), { site: { dealerNumber: 'D-B', customerNumber: 'C-9', customerName: 'C-9' } }),
  );
  const claim = await claimOf('OTHER-1');
  expect(claim.isOneDealer).toBe(false);
  const refused = await call('PUT', `/claim/${claim.claimId}`, 'admin', { decision: 'same' });
  expect(refused).toMatchObject({ status: 422, body: { errorCode: 202001 } });
  const moved = await call('PUT', `/claim/${claim.claimId}`, 'admin', { decision: 'move', fromDay: dayOf(2) });
  expect(moved).toEqual({ status: 200, body: { deviceId: claim.held.deviceId } });
  expect((await daysOf(claim.held.deviceId)).map(([day]) => day)).toEqual([dayOf(2)]);
  const [one, other] = [claim.rival.deviceId, claim.held.deviceId];
  const merged = await call('POST', '/devices/merges', 'admin', { remainingId: one, mergedId: other });
  expect(merged).toMatchObject({ status: 422, body: { errorCode: 202001 } });
});

test('OA-44: two devices that are one are merged; the other one is retired, its reports go to the one that remains', async () => {
  await first.send(report('OLD-BOARD', 'C-1', 9, 1000, 'E010'), report('OLD-BOARD', 'C-1', 6, 1600));
  await first.send(report('NEW-BOARD', 'C-1', 6, 1650), report('NEW-BOARD', 'C-1', 4, 2000, 'E011'));
  const [remainingId, mergedId] = [await house.deviceOf('OLD-BOARD', first), await house.deviceOf('NEW-BOARD', first)];
  const before = await daysOf(mergedId);
  const answer = await call('POST', '/devices/merges', 'admin', { remainingId, mergedId });
  expect(answer).toMatchObject({ status: 200, body: { days: 1 } });
  expect(await daysOf(remainingId)).toEqual([
    [dayOf(9), 1000],
    [dayOf(6), 1600],
    [dayOf(4), 2000],
  ]);
  expect(await errorsOf(remainingId)).toEqual(['E010', 'E011']);
  expect(await daysOf(mergedId)).toEqual(before);
  expect((await house.seen()).a.filter((serial) => /BOARD/.test(serial))).toEqual(['OLD-BOARD']);
  await first.send(report('NEW-BOARD', 'C-1', 1, 2500));
  expect((await daysOf(remainingId)).at(-1)).toEqual([dayOf(1), 2500]);
  expect(await merges()).toContainEqual(
    expect.objectContaining({
      mergeId: answer.body['mergeId'],
      days: 1,
      remaining: expect.objectContaining({ deviceId: remainingId }),
      merged: expect.objectContaining({ deviceId: mergedId, serial: 'NEW-BOARD' }),
    }),
  );
  await checkTotals();

  expect(await call('DELETE', `/devices/merge/${String(answer.body['mergeId'])}`, 'admin')).toMatchObject({
    status: 200,
  });
  // What came since stays where it was stored.
  expect(await daysOf(remainingId)).toEqual([
    [dayOf(9), 1000],
    [dayOf(6), 1600],
    [dayOf(1), 2500],
  ]);
  expect(await errorsOf(remainingId)).toEqual(['E010']);
  await first.send(report('NEW-BOARD', 'C-1', 0, 2600));
  expect((await daysOf(mergedId)).at(-1)).toEqual([dayOf(0), 2600]);
  expect((await house.seen()).a.filter((serial) => serial === 'NEW-BOARD')).toHaveLength(1);
  await checkTotals();
  const again = await call('DELETE', `/devices/merge/${String(answer.body['mergeId'])}`, 'admin');
  expect(again).toMatchObject({ status: 409, body: { errorCode: 202003 } });
  const actions = await query<{ action: string }>(
    `select action from audit_entry where subject = $1 and action like 'devices %merge' order by audit_id`,
    `device:${remainingId}`,
  );
  expect(actions.map(({ action }) => action)).toEqual(['devices merge', 'devices unmerge']);
});

test('OA-44: a merge is undone for 7 days; a claim that it answered waits again', async () => {
  await first.send(report('WEEK-1', 'C-1', 5, 100));
  await second.send(report('WEEK-1', 'C-2', 2, 300));
  const { claimId, rival } = await claimOf('WEEK-1');
  await call('PUT', `/claim/${claimId}`, 'admin', { decision: 'same' });
  const merge = (await merges()).find(({ remaining }) => remaining.deviceId === rival.deviceId);
  const path = `/devices/merge/${merge?.mergeId ?? ''}`;
  const age = (days: number) =>
    query(
      `update device_merge set merged_at = now() - $1 * interval '1 day' where merge_id = $2`,
      days,
      merge?.mergeId,
    );
  await age(7.01);
  expect(await call('DELETE', path, 'admin')).toMatchObject({ status: 409 });
  expect((await merges()).some(({ mergeId }) => mergeId === merge?.mergeId)).toBe(false);
  await age(6.99);
  expect(await call('DELETE', path, 'admin')).toMatchObject({ status: 200 });
  expect(await daysOf(rival.deviceId)).toEqual([[dayOf(5), 100]]);
  expect((await claimOf('WEEK-1')).rival).toMatchObject({ deviceId: rival.deviceId, customerNumber: 'C-1' });
});

test('OA-20: dealers decide and merge nothing of others', async () => {
  const ofB = (serial: string, daysAgo: number) =>
    toReport(serial, noon(daysAgo), { site: { dealerNumber: 'D-B', customerNumber: 'C-9', customerName: 'C-9' } });
  await house.b.send(ofB('THEIRS-1', 5), ofB('THEIRS-2', 5));
  await house.a.send(report('THEIRS-1', 'C-1', 2, 100), report('MINE-1', 'C-1', 2, 100), report('MINE-2', 'C-1', 2, 9));
  const [theirs, others] = [await house.deviceOf('THEIRS-1', house.b), await house.deviceOf('THEIRS-2', house.b)];
  const [mine, own] = [await house.deviceOf('MINE-1', house.a), await house.deviceOf('MINE-2', house.a)];
  const { claimId } = await claimOf('THEIRS-1');
  // An administrator of D-A sees none of D-B, nor what its own collector reported of it.
  for (const subject of ['dealer', 'service']) {
    expect(await openClaims(subject)).toEqual([]);
    expect(await call('PUT', `/claim/${claimId}`, subject, { decision: 'reject' })).toMatchObject({ status: 404 });
  }
  for (const pair of [
    { remainingId: theirs, mergedId: others },
    { remainingId: mine, mergedId: theirs },
  ])
    expect(await call('POST', '/devices/merges', 'dealer', pair)).toMatchObject({
      status: 403,
      body: { errorCode: 200003 },
    });
  expect(await call('POST', '/devices/merges', 'dealer', { remainingId: mine, mergedId: mine })).toMatchObject({
    status: 422,
  });
  const { body } = await call('POST', '/devices/merges', 'admin', { remainingId: theirs, mergedId: others });
  expect((await call('GET', '/devices/merges', 'dealer')).body).not.toMatchObject({
    merges: expect.arrayContaining([expect.objectContaining({ mergeId: body['mergeId'] })]),
  });
  const path = `/devices/merge/${String(body['mergeId'])}`;
  expect(await call('DELETE', path, 'dealer')).toMatchObject({ status: 404 });
  expect(await call('POST', '/devices/merges', 'dealer', { remainingId: mine, mergedId: own })).toMatchObject({
    status: 200,
  });
});

test('OA-45: findings of collectors are answered; an exchanged board joins both records, and what is answered is no work', async () => {
  await first.send(report('BOARD-1', 'C-1', 6, 500), report('BOARD-2', 'C-1', 2, 700), {
    ...report('MOVED-1', 'C-1', 2, 7),
    observedAt: new Date(Date.now() - 60_000).toISOString(),
  });
  const [oldId, newId] = [await house.deviceOf('BOARD-1', first), await house.deviceOf('BOARD-2', first)];
  const now = new Date().toISOString();
  const moved = {
    kind: 'movedAddress',
    target: '10.0.0.7',
    serial: 'MOVED-1',
    before: '10.0.0.6',
    now: '10.0.0.7',
    since: noon(4).toISOString(),
  };
  const board = {
    kind: 'exchangedBoard',
    target: '10.0.0.9',
    serial: 'BOARD-2',
    before: 'serial BOARD-1',
    now: 'serial BOARD-2',
    since: noon(0).toISOString(),
  };
  const sent = await fetch(`${house.platen.url}/v1/ingest/status`, {
    method: 'POST',
    headers: { authorization: 'Bearer key-1', 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'x',
      version: '1',
      startedAt: now,
      sentAt: now,
      everyMs: 900_000,
      queue: { reports: 0, bytes: 0, refused: 0 },
      round: null,
      failures: [],
      findings: [moved, board],
    }),
  });
  expect(sent.status).toBe(200);
  const open = async (subject = 'admin') =>
    listFindings.answer.parse((await call('GET', '/findings', subject)).body).findings;
  const answer = (finding: object, text: string, subject = 'admin') => {
    const { kind, target, before, now: is } = finding as typeof moved;
    return call('PUT', '/findings', subject, {
      collectorId: first.collectorId,
      kind,
      target,
      before,
      now: is,
      answer: text,
    });
  };
  const found = await open();
  expect(found.map(({ kind }) => kind).toSorted()).toEqual(['exchangedBoard', 'movedAddress']);
  expect(found.find(({ kind }) => kind === 'exchangedBoard')?.records).toMatchObject({
    before: { deviceId: oldId, serial: 'BOARD-1' },
    now: { deviceId: newId, serial: 'BOARD-2' },
  });
  const { db } = house.platen.database;
  const evaluate = (hours = 0) =>
    evaluateDue(db, { now: () => new Date(Date.now() + hours * 3_600_000), offlineHours: 48 });
  const work = () =>
    query(
      `select d.serial, c.work from condition c join device d on d.device_id = c.entity_id
       where d.serial = 'MOVED-1' and c.kind = 'identity'`,
    );
  await evaluate();
  expect(await work()).toEqual([{ serial: 'MOVED-1', work: 'open' }]);
  // The collector is not one of this administrator's own tree.
  expect(await open('dealer')).toEqual([]);
  expect(await answer(moved, 'same', 'dealer')).toMatchObject({ status: 404 });
  expect(await answer(moved, 'exchanged')).toMatchObject({ status: 422 });
  expect(await answer(moved, 'same')).toEqual({ status: 200, body: { mergeId: null } });
  expect(await answer(moved, 'same')).toMatchObject({ status: 404 });
  const exchanged = await answer(board, 'exchanged');
  expect(exchanged).toMatchObject({ status: 200, body: { mergeId: expect.any(String) } });
  expect(await daysOf(oldId)).toEqual([
    [dayOf(6), 500],
    [dayOf(2), 700],
  ]);
  expect(await open()).toEqual([]);
  await evaluate();
  // It clears with the usual delay, as the device reports.
  await evaluate(1);
  expect(await work()).toEqual([{ serial: 'MOVED-1', work: 'resolved' }]);
});
