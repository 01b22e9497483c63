import { createHash } from 'node:crypto';
import * as contract from '@platen/contract/closes';
import { tryMeterExport } from '@platen/contract/meter-hand-off';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, type Customer, createClosing, newCustomer, periods } from './closing-world.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const { september, october, november } = periods;

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
  expect(close).toMatchObject({
    state: 'ready',
    devices: 1,
    devicesWithLines: 1,
    lines: 2,
    stops: 0,
    good: 2,
    pending: 0,
  });
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

test('LG-38: outliers of use stand first once the period has ended; while it runs the lines stand by serial number', async () => {
  const { scope, of } = newCustomer();
  const days = ['2026-08-31T23:40:00Z', '2026-09-30T23:40:00Z', '2026-10-31T23:30:00Z'];
  for (const [serial, values] of [
    ['O1', [1000, 1100, 1200]],
    ['O2', [1000, 1100, 1500]],
  ] as const)
    await world.receive(values.map((total, n) => of(serial, days[n] ?? '', { total })));
  const { closeId } = await world.open({ ...october, scope });
  const serials = async () => (await world.lines(closeId)).map(({ serial }) => serial);
  expect(await serials()).toEqual(['O2', 'O1']);
  await world.platen.database.owner.query(
    `update meter_close set to_at = now() + interval '1 day' where close_id = $1`,
    [closeId],
  );
  expect(await serials()).toEqual(['O1', 'O2']);
});

test('LG-35 LG-05: the file has the hash of the close and the same bytes each time; late reports change no figure', async () => {
  const { scope, of } = newCustomer();
  await world.receive([
    of('B1', '2026-09-30T23:40:00Z', { total: 10 }),
    of('B1', '2026-10-30T12:00:00Z', { total: 90 }),
  ]);
  const { closeId } = await world.open({ ...october, scope });
  const { hash } = await world.closeNow(closeId);
  const first = await world.file(closeId);
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
  expect(await world.file(closeId)).toBe(first);
  const late = await world.call('billing', 'GET', `/v1/closes/${closeId}/late`);
  expect(contract.readLateReports.answer.parse(late.body)).toMatchObject({
    total: 1,
    reports: [{ serial: 'B1', at: '2026-10-31T23:50:00.000Z', meters: [{ meter: 'total', value: 99 }] }],
  });
  await world.receive([of('B1', '2026-11-20T23:50:00Z', { total: 150 })]);
  const next = await world.open({ ...november, scope });
  expect(await world.billed(next.closeId)).toMatchObject([{ kind: 'reading', billed: 60, state: 'exact' }]);
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
  const before = await world.file(closed.closeId);
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
  expect(await world.file(closed.closeId)).toBe(before);
  // It is billed once.
  await world.receive([of('D1', '2026-11-20T23:40:00Z', { total: 17_100 })]);
  const last = await world.open({ ...november, scope });
  expect(await world.billed(last.closeId)).toMatchObject([{ kind: 'reading', billed: 100 }]);
});

/** Some pages a day for weeks, so that the use can be estimated. */
const daily = (serial: string, days: number, pagesOf: (day: number) => number, of: Customer['of']) => {
  let total = 10_000;
  return Array.from({ length: days }, (_, day) => {
    total += pagesOf(day);
    return of(serial, new Date(Date.UTC(2026, 7, 1 + day, 18)).toISOString(), { total });
  });
};

/** The dates of the only line of a close in its file: of the reading before, and of the reading. */
const datesOf = async (closeId: string) => {
  const { body } = await world.call('billing', 'POST', `/v1/closes/${closeId}/export/try`, { templateId: 'all' });
  const { heads, rows } = tryMeterExport.answer.parse(body);
  return ['Date before', 'Reading date'].map((head) => rows[0]?.[heads.indexOf(head)]);
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
  // In files it stands at the end of its period, not on the day on which the counter showed less.
  expect(await datesOf(first.closeId)).toEqual(['2026-08-31', '2026-09-30']);
  const second = await world.open({ ...october, scope });
  const [again] = await world.lines(second.closeId);
  expect(again).toMatchObject({ state: 'none', stops: ['none'], estimate: { inARow: 2 } });
  await world.settle(second, again === undefined ? [] : [again], { action: 'estimate' });
  await world.closeNow(second.closeId);
  expect(await datesOf(second.closeId)).toEqual(['2026-09-30', '2026-10-31']);
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
