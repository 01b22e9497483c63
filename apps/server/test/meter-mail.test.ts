import { createHash } from 'node:crypto';
import { readClose } from '@platen/contract/closes';
import { largestAttachment } from '@platen/contract/meter-export-names';
import { listMeterExports, mailMeters, tryMeterExport } from '@platen/contract/meter-hand-off';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MessageClose } from '../src/delivery/message.ts';
import { type Closing, counted, createClosing } from './closing-world.ts';
import { addChannel, deliverAt } from './delivery-channels.ts';
import { type MailReceiver, startMailReceiver } from './mail-receiver.ts';
import { stranger } from './worklist-world.ts';

let world: Closing;
let receiver: MailReceiver;
let closeId: string;
let channelId: string;
const db = () => world.platen.database.db;

beforeAll(async () => {
  receiver = await startMailReceiver();
  world = await createClosing();
  await world.receive([
    counted('A1', '2026-09-30T23:40:00Z', { total: 1000 }),
    counted('A1', '2026-10-31T23:30:00Z', { total: 1500 }),
  ]);
});
afterAll(async () => {
  await world.platen.close();
  await receiver.close();
});
beforeEach(async () => {
  await world.platen.database.owner.query('truncate meter_close, channel, meter_export_run cascade');
  closeId = (await world.open({ firstDay: '2026-10-01', lastDay: '2026-10-31', name: 'October' })).closeId;
  channelId = await addChannel(db(), {
    owner_id: world.userId('billing'),
    address: 'billing@haldane.example',
    language: 'ja-jp',
  });
});

const mail = (more: object = {}, subject = 'billing') =>
  world.call(subject, 'POST', `/v1/closes/${closeId}/export/mail`, { templateId: 'all', channelId, ...more });
const send = async () => {
  await deliverAt(db(), Date.now() + 60_000, { ways: { mail: receiver.way() } });
  return await receiver.take();
};
const stateOf = async () =>
  readClose.answer.parse((await world.call('billing', 'GET', `/v1/closes/${closeId}`)).body).close.state;
const exportsOf = async () =>
  listMeterExports.answer.parse((await world.call('billing', 'GET', `/v1/closes/${closeId}/exports`)).body);

test('MX-06 MX-07: the first file by mail is a test; the next one sets the close to exported, with the bytes that the list names', async () => {
  await world.closeNow(closeId);
  const trial = (way?: string) =>
    world.call('billing', 'POST', `/v1/closes/${closeId}/export/try`, { templateId: 'all', ...(way && { way }) });
  // A file by download is another way.
  await fetch(`${world.platen.url}/v1/closes/${closeId}/export?template=all`, {
    headers: await world.bearer('billing'),
  });
  expect(tryMeterExport.answer.parse((await trial()).body).mustTest).toBe(false);
  expect(tryMeterExport.answer.parse((await trial('mail')).body).mustTest).toBe(true);
  expect((await mail({ test: false })).body).toMatchObject({ errorCode: 202003 });

  expect(mailMeters.answer.parse((await mail()).body)).toMatchObject({ isTest: true, isAttached: true });
  const [first, ...none] = await send();
  expect(none).toEqual([]);
  expect(first?.subject).toBe('[Platen] テスト：「October」のメーター（1行）');
  expect(first?.attachments.map(({ filename, contentType }) => [filename, contentType])).toEqual([
    ['meters-2026-10-31-test.csv', 'text/csv'],
  ]);
  expect(await stateOf()).toBe('closed');

  const { runId } = mailMeters.answer.parse((await mail()).body);
  expect(await stateOf()).toBe('exported');
  const [real] = await send();
  const [attached] = real?.attachments ?? [];
  expect(attached?.filename).toBe('meters-2026-10-31.csv');
  const run = (await exportsOf()).runs.find((one) => one.runId === runId);
  expect(run).toMatchObject({ way: 'mail', isTest: false, lines: 1 });
  expect(
    createHash('sha256')
      .update(attached?.content ?? '')
      .digest('hex'),
  ).toBe(run?.hash);
  expect(real?.text).toContain(run?.hash);
  expect(await send()).toEqual([]);
});

test('GE-05 DE-03 DE-04: only to a confirmed mail channel of the own, and only while its owner sees the close', async () => {
  await world.closeNow(closeId);
  const foreign = await addChannel(db(), { owner_id: world.userId(stranger) });
  expect((await mail({ channelId: foreign })).body).toMatchObject({ errorCode: 204001 });
  expect((await mail({}, stranger)).body).toMatchObject({ errorCode: 200002 });
  const webhook = await addChannel(db(), { owner_id: world.userId('billing'), kind: 'webhook' });
  expect((await mail({ channelId: webhook })).body).toMatchObject({ errorCode: 202001 });
  const waiting = await addChannel(db(), { owner_id: world.userId('billing'), state: 'unverified' });
  expect((await mail({ channelId: waiting })).body).toMatchObject({ errorCode: 202003 });
  expect((await exportsOf()).runs).toEqual([]);

  await mail();
  // Between asking and sending the devices are taken from the owner.
  await world.platen.database.owner.query(`update meter_close set bound = '{99}' where close_id = $1`, [closeId]);
  expect(await send()).toEqual([]);
  const { rows } = await world.platen.database.pool.query(`select state, reason from delivery where kind = 'close'`);
  expect(rows).toEqual([{ state: 'dropped', reason: 'notVisible' }]);
});

test('GE-07 MX-07: a repeated call sends one mail; an open period has no file', async () => {
  expect((await mail()).body).toMatchObject({ errorCode: 202003 });
  await world.closeNow(closeId);
  const headers = {
    ...(await world.bearer('billing')),
    'content-type': 'application/json',
    'idempotency-key': 'mail-0001',
  };
  const ask = async () =>
    await (
      await fetch(`${world.platen.url}/v1/closes/${closeId}/export/mail`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ templateId: 'all', channelId }),
      })
    ).json();
  expect(await ask()).toEqual(await ask());
  expect(await send()).toHaveLength(1);
});

test('MX-07: a file that is too large for a mail goes as a link for seven days', async () => {
  await world.closeNow(closeId);
  const { runId } = mailMeters.answer.parse((await mail()).body);
  // As a file of more lines would be stored.
  const set = { linkUntil: '2026-12-04' } satisfies Partial<Extract<MessageClose, { type: 'file' }>>;
  await world.platen.database.pool.query(
    `update delivery set content = jsonb_set(content, '{close}', content -> 'close' || $1::jsonb)`,
    [JSON.stringify(set)],
  );
  const [only] = await send();
  expect(only?.attachments).toEqual([]);
  expect(only?.text).toContain('2026-12-04');
  expect(only?.text).toContain(`https://platen.example/meters?close=${closeId}&file=${runId}`);
  expect(largestAttachment).toBe(10 * 1024 * 1024);
});
