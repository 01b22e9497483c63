import { readMeterProof, readMeterReadings, readMeters } from '@platen/contract/meters';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packMonths } from '../src/ledger/pack-months.ts';
import { verifyChains } from '../src/ledger/verify-chain.ts';
import { type Closing, createClosing, newCustomer, periods } from './closing-world.ts';

// The ledger of devices that were merged (OA-44): one line of meters, billed once.

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const { october, november } = periods;

/** One machine that was reported under two serial numbers in turn. */
async function twoRecords(name: string, counts: { readonly from: number; readonly of: number }) {
  const { scope, of } = newCustomer();
  const { from, of: base } = counts;
  const own = [
    of(`${name}-1`, '2026-09-30T23:40:00Z', { total: from }),
    of(`${name}-1`, '2026-10-05T12:00:00Z', { total: from + 100 }),
  ];
  const other = [
    of(`${name}-2`, '2026-10-10T12:00:00Z', { total: base }),
    of(`${name}-2`, '2026-10-31T23:30:00Z', { total: base + 150 }),
  ];
  await world.receive([...own, ...other]);
  const ids = { remainingId: await world.idOf(own[0]), mergedId: await world.idOf(other[0]) };
  const merge = async () => {
    const { status, body } = await world.call('admin', 'POST', '/v1/devices/merges', ids);
    expect([status, body]).toEqual([200, expect.anything()]);
    // The merge finds the groups again, and puts both into none.
    await world.receive([]);
    return (body as { mergeId: string }).mergeId;
  };
  const undo = async (mergeId: string) => {
    expect((await world.call('admin', 'DELETE', `/v1/devices/merge/${mergeId}`)).status).toBe(200);
    await world.receive([]);
  };
  return { scope, of, ids, merge, undo };
}
const readingsOf = async (id: string) =>
  readMeterReadings.answer.parse((await world.call('billing', 'GET', `/v1/device/${id}/meters/total/readings`)).body);
const shown = async (id: string) =>
  (await readingsOf(id)).readings.map(({ at, raw, serial }) => [at.slice(5, 10), raw, serial ?? null]);
const stateOf = async (id: string) =>
  readMeters.answer.parse((await world.call('billing', 'GET', `/v1/device/${id}/meters`)).body);
/** What the device that remains (1) and the record that was merged (2) bill in a close. */
const billed = async (closeId: string, { remainingId }: { readonly remainingId: string }) => {
  // Lines are worked out when the close is read.
  await world.read(closeId);
  return (await world.lines(closeId)).map(({ deviceId, kind, billed: pages, elsewhere = 0 }) => [
    deviceId === remainingId ? '1' : '2',
    kind,
    pages,
    elsewhere,
  ]);
};

test('OA-44 LG-04: the readings of a merged device go on in one line with their record, and its chain stays its own', async () => {
  const { of, ids, merge, undo } = await twoRecords('JOIN', { from: 1000, of: 1150 });
  const { database } = world.platen;
  await packMonths(database.db, new Date('2026-11-10T00:00:00Z'), { dayOf: (at) => Math.floor(at / 86_400_000) });
  const before = await shown(ids.mergedId);
  const mergeId = await merge();
  const own = [
    ['09-30', 1000, null],
    ['10-05', 1100, null],
  ];
  const all = [...own, ['10-10', 1150, 'JOIN-2'], ['10-31', 1300, 'JOIN-2']];
  expect(await shown(ids.remainingId)).toEqual(all);
  // What its serial number reports from now on is of the device that remained.
  await world.receive([of('JOIN-2', '2026-11-20T12:00:00Z', { total: 1500 })]);
  expect(await shown(ids.remainingId)).toEqual([...all, ['11-20', 1500, null]]);
  expect((await readingsOf(ids.remainingId)).periods.find(({ month }) => month === '2026-10')?.use).toBe(300);
  expect(await shown(ids.mergedId)).toEqual(before);
  expect(await stateOf(ids.mergedId)).toMatchObject({ mergedInto: { deviceId: ids.remainingId } });
  expect(await stateOf(ids.remainingId)).toMatchObject({ mergedInto: null, joined: ['JOIN-2'] });
  // A proof names the chain that has the reading, with the same hash as before.
  const proofOf = async (id: string) => {
    const path = `/v1/device/${id}/meters/total/proof?instant=2026-10-31T23:45:00Z`;
    return readMeterProof.answer.parse((await world.call('billing', 'GET', path)).body);
  };
  const [joined, alone] = [await proofOf(ids.remainingId), await proofOf(ids.mergedId)];
  expect(joined.pack).toMatchObject({ place: 1, month: '2026-10' });
  expect([joined.pack, joined.hash]).toEqual([alone.pack, alone.hash]);
  expect(await verifyChains(database.db)).toMatchObject({ breaks: [] });
  await undo(mergeId);
  expect(await shown(ids.remainingId)).toEqual([...own, ['11-20', 1500, null]]);
  expect(await stateOf(ids.mergedId)).toMatchObject({ mergedInto: null });
});

test('OA-44 LG-31: after a merge each page is billed once; closed periods stay as they were closed', async () => {
  const { scope, of, ids, merge } = await twoRecords('ONCE', { from: 1000, of: 1150 });
  const first = await world.open({ ...october, scope });
  const lines = await world.lines(first.closeId);
  await world.settle(
    first,
    lines.filter(({ serial }) => serial === 'ONCE-1'),
    { action: 'leaveOut' },
  );
  expect(await billed(first.closeId, ids)).toEqual([
    ['1', 'reading', null, 0],
    ['2', 'reading', 150, 0],
  ]);
  await world.closeNow(first.closeId);
  const file = await world.file(first.closeId);
  await merge();
  await world.receive([of('ONCE-1', '2026-11-20T12:00:00Z', { total: 1500 })]);
  const next = await world.open({ ...november, scope });
  // 500 pages since the last bill, of which 150 were billed with the other record.
  expect(await billed(next.closeId, ids)).toEqual([['1', 'reading', 350, 150]]);
  const [line] = await world.lines(next.closeId);
  expect(line?.remarks).toContain('billedElsewhere');
  await world.closeNow(next.closeId);
  expect(await world.file(first.closeId)).toBe(file);
  expect(JSON.parse((await world.file(next.closeId)).split('\n')[1] ?? '')).toMatchObject({ use: 500, elsewhere: 150 });
  // Nothing of it is corrected later.
  await world.receive([of('ONCE-1', '2026-11-27T12:00:00Z', { total: 1600 })]);
  const last = await world.open({ firstDay: '2026-11-21', lastDay: '2026-11-27', scope });
  expect(await billed(last.closeId, ids)).toEqual([['1', 'reading', 100, 0]]);
  expect((await readingsOf(ids.remainingId)).readings.at(-1)?.billed).toBe(1600);
});

test('OA-44: lines of an open close follow a merge and its undoing', async () => {
  const { scope, of, ids, merge, undo } = await twoRecords('OPEN', { from: 1000, of: 1150 });
  const { closeId } = await world.open({ ...october, scope });
  const alone = await billed(closeId, ids);
  expect(alone).toEqual([
    ['1', 'reading', null, 0],
    ['2', 'reading', 150, 0],
  ]);
  const mergeId = await merge();
  expect(await billed(closeId, ids)).toEqual([['1', 'reading', 300, 0]]);
  await undo(mergeId);
  expect(await billed(closeId, ids)).toEqual(alone);
  await world.receive([of('OPEN-1', '2026-10-31T23:50:00Z', { total: 1310 })]);
  expect(await billed(closeId, ids)).toContainEqual(['1', 'reading', 310, 0]);
});

test('OA-44 LG-08 LG-10: after an exchanged board the cause is asked once, and then nothing is lost', async () => {
  const { scope, of, ids, merge } = await twoRecords('BOARD', { from: 50_000, of: 20 });
  await merge();
  const close = await world.open({ ...october, scope });
  expect(await world.billed(close.closeId)).toMatchObject([{ state: 'afterBreak', billed: null }]);
  await world.settle(close, await world.lines(close.closeId), { action: 'cause', cause: 'boardExchanged' });
  // 100 with the old board, 150 with the new one.
  expect(await billed(close.closeId, ids)).toEqual([['1', 'reading', 250, 0]]);
  await world.closeNow(close.closeId);
  await world.receive([of('BOARD-2', '2026-11-20T12:00:00Z', { total: 200 })]);
  const next = await world.open({ ...november, scope });
  expect(await billed(next.closeId, ids)).toEqual([['1', 'reading', 30, 0]]);
  expect((await readingsOf(ids.remainingId)).breaks).toMatchObject([{ kind: 'fell', cause: 'boardExchanged' }]);
});

test('OA-44 LG-20: undone after a close, the device is corrected to what it counted itself', async () => {
  const { scope, of, ids, merge, undo } = await twoRecords('UNDO', { from: 1000, of: 20 });
  const mergeId = await merge();
  const close = await world.open({ ...october, scope });
  await world.settle(close, await world.lines(close.closeId), { action: 'cause', cause: 'boardExchanged' });
  expect(await billed(close.closeId, ids)).toEqual([['1', 'reading', 250, 0]]);
  await world.closeNow(close.closeId);
  await undo(mergeId);
  await world.receive([of('UNDO-1', '2026-11-20T12:00:00Z', { total: 1130 })]);
  const next = await world.open({ ...november, scope });
  expect(await billed(next.closeId, ids)).toContainEqual(['1', 'correction', -150, 0]);
  expect((await shown(ids.remainingId)).map(([, raw]) => raw)).toEqual([1000, 1100, 1130]);
});

test('OA-44 LG-19: what people stated of the merged record holds for its readings, and is billed once', async () => {
  const { scope, of, ids, merge } = await twoRecords('NOTED', { from: 1000, of: 1150 });
  const correct = (body: object) =>
    world.call('billing', 'POST', `/v1/device/${ids.mergedId}/meters/total/corrections`, { reason: 'agreed', ...body });
  const at = '2026-10-10T12:00:00.000Z';
  expect((await correct({ kind: 'pages', at: '2026-10-20T12:00:00Z', pages: -4 })).status).toBe(200);
  expect((await correct({ kind: 'exclude', at: '2026-10-01T00:00:00Z', until: at })).status).toBe(200);
  await merge();
  const { readings } = await readingsOf(ids.remainingId);
  // The device's own reading of 5 October counts.
  expect(readings.map(({ state }) => state)).toEqual(['good', 'good', 'stated', 'good']);
  const close = await world.open({ ...october, scope });
  expect(await billed(close.closeId, ids)).toEqual([['1', 'reading', 296, 0]]);
  await world.closeNow(close.closeId);
  await world.receive([of('NOTED-1', '2026-11-20T12:00:00Z', { total: 1500 })]);
  const next = await world.open({ ...november, scope });
  expect(await billed(next.closeId, ids)).toEqual([['1', 'reading', 200, 0]]);
});
