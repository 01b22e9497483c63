import * as contract from '@platen/contract/closes';
import { closeWebhook } from '@platen/contract/webhook-events';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceEnds } from '../src/closes/announce.ts';
import { openDueCloses, refreshCloses } from '../src/closes/tend-closes.ts';
import type { Message } from '../src/delivery/message.ts';
import { toContent } from '../src/delivery/render/to-content.ts';
import { toWebhookBodies } from '../src/delivery/render/webhook-body.ts';
import { reevaluate } from '../src/worklist/evaluate-entities.ts';
import { type Closing, createClosing, newCustomer, periods } from './closing-world.ts';
import { addChannel, subscribe } from './delivery-channels.ts';
import { silent } from './silent.ts';

let world: Closing;
beforeAll(async () => {
  world = await createClosing();
});
afterAll(() => world.platen.close());

const { october } = periods;

test('MX-06 MX-07 XC-02: closing reports meter.closed to who asked for it and sees the devices, with its estimates counted', async () => {
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
  const readEvents = () =>
    sql<{ channelId: string; content: { close: { data: { test: boolean } } } }>`
      select channel_id as "channelId", content from delivery where kind = 'close' order by at, delivery_id`.execute(
      db,
    );
  const { rows } = await readEvents();
  expect(rows.map((row) => row.channelId)).toEqual([channelId]);
  const message = { ...rows[0]?.content, portal: 'https://platen.example', subscription: null, firstId: null };
  const [body] = toWebhookBodies(message as Message);
  expect(closeWebhook.parse(body)).toMatchObject({
    type: 'meter.closed',
    data: {
      test: true,
      close: { closeId, name: 'October, Haldane Office', lines: 1, corrections: 0, estimated: 0, leftOut: 0, hash },
      linesUrl: `https://platen.example/v1/closes/${closeId}/lines`,
      url: `https://platen.example/meters?close=${closeId}`,
    },
  });
  for (const language of ['en-us', 'ja-jp'] as const)
    expect(toContent(message as Message, { language, zone: 'UTC' }).subject).toContain('October, Haldane Office');
  // MX-06: only the first event that a channel gets is a test.
  const next = await world.open({ ...october, firstDay: '2026-10-02', name: 'Again', scope });
  await world.closeNow(next.closeId);
  expect((await readEvents()).rows.map(({ content }) => content.close.data.test)).toEqual([true, false]);
});

test('WL-50 LG-34: rows of what hinders a close rise while it is open, and fall once it is closed', async () => {
  const { db } = world.platen.database;
  const { scope, of } = newCustomer();
  const report = of('R1', '2026-10-31T23:40:00Z', { total: 90 });
  await world.receive([of('R1', '2026-09-30T23:40:00Z', { total: 10 }), report]);
  const deviceId = await world.idOf(report);
  const costOf = async (): Promise<number | undefined> => {
    const { rows } = await sql<{ cost: number }>`
      select cost::float8 as cost from worklist_row where entity_id = ${deviceId}`.execute(db);
    return rows[0]?.cost;
  };
  const isDue = async () => {
    const { rows } = await sql`select 1 from evaluation where entity_id = ${deviceId} and next_due <= now()`.execute(
      db,
    );
    return rows.length > 0;
  };
  const evaluate = (now: Date) =>
    db.transaction().execute((trx) => reevaluate(trx, [deviceId], { now, offlineHours: 48 }));
  const start = Date.now();
  await evaluate(new Date(start));
  expect([await costOf(), await isDue()]).toEqual([0.5, false]);
  const close = await world.open({ ...october, scope });
  expect(await isDue()).toBe(true);
  await evaluate(new Date(start + 60_000));
  expect([await costOf(), await isDue()]).toEqual([2, false]);
  await sql`update evaluation set evaluated_at = now() - interval '1 second' where entity_id = ${deviceId}`.execute(db);
  await world.closeNow(close.closeId);
  expect(await isDue()).toBe(true);
  await evaluate(new Date(start + 120_000));
  expect(await costOf()).toBe(0.5);
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
