import { v7 as newId } from 'uuid';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addChannel,
  createRecorder,
  deliverAt,
  readLog,
  type Sent,
  subscribe,
} from '../../../test/delivery-channels.ts';
import { addGroup } from '../../../test/test-app.ts';
import { createWorklistDevices, fault, hour, minute, start } from '../../../test/worklist-devices.ts';
import { loadTicket } from '../../delivery/ticket-content.ts';

// Settings where they are used (OA-04): those of the organisation of the device or of the person hold.

const { database, breakDown, send, run, row } = await createWorklistDevices();
const { db, pool } = database;
const root = '00000000-0000-7000-8000-000000000001';
const [dealerId, userId] = [newId(), newId()];
const opened = start + 16 * minute;

const setSettings = (organisationId: string, settings: object) =>
  pool.query('update organisation set settings = $2 where organisation_id = $1', [
    organisationId,
    JSON.stringify(settings),
  ]);
const serialsOf = (sent: readonly Sent[]) =>
  sent.flatMap(({ message }) => (message.kind === 'change' ? message.items.map(({ place }) => place.serial) : []));

beforeAll(async () => {
  await addGroup(database, 70, 'Tokyo');
  // Devices of `breakDown` carry its number.
  await pool.query(
    `insert into organisation (organisation_id, parent_id, kind, name, settings, path, dealer_id, group_id, dealer_numbers)
     values ($1, $2, 'dealer', 'Tokyo', '{}', array[$2, $1]::uuid[], $1, 70, '{D-7}')`,
    [dealerId, root],
  );
  await pool.query(
    `insert into app_user (user_id, subject, name, role, organisation_id) values ($1, 'sato', 'Sato', 'dealerAdmin', $2)`,
    [userId, dealerId],
  );
  await pool.query('insert into user_group (user_id, group_id) values ($1, 70)', [userId]);
});
beforeEach(async () => {
  await database.owner.query('truncate channel cascade');
  await setSettings(dealerId, {});
  await setSettings(root, {});
});

test('OA-04 DE-10: quiet holidays of messages are those of the organisation of the owner', async () => {
  const day = new Date(opened).toISOString().slice(0, 10);
  await setSettings(dealerId, { holidays: [{ day, name: 'Founding day' }] });
  const quiet = { spans: [], onHolidays: true, isReallyQuiet: true };
  const own = await addChannel(db, { owner_id: userId, organisation_id: dealerId });
  const operators = await addChannel(db);
  for (const channel of [own, operators]) await subscribe(db, channel, { quiet });
  await breakDown('T1');
  const { sent, ways } = createRecorder();
  await deliverAt(db, opened + 2 * minute, { ways });
  expect(sent.map(({ channel }) => channel.channelId)).toEqual([operators]);
  expect(await readLog(db)).toContainEqual(expect.objectContaining({ state: 'held', reason: 'quiet' }));
});

test('OA-04 DE-07: reminders count the working time of the device, and go to the fallback channel of its dealer', async () => {
  const always = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }]);
  const sundays = always.map((_, day) => (day === 6 ? [{ from: '10:00', to: '11:00' }] : []));
  await setSettings(root, { week: sundays });
  await setSettings(dealerId, { week: always, lunchMinutes: 0 });
  const channelId = await addChannel(db);
  await addChannel(db, { is_fallback: true });
  const fallback = await addChannel(db, { is_fallback: true, organisation_id: dealerId });
  await subscribe(db, channelId);
  await breakDown('T2');
  await deliverAt(db, opened + 2 * minute, createRecorder());
  const reminders = await db
    .selectFrom('delivery')
    .select(['channel_id', 'due_at'])
    .where('kind', '=', 'reminder')
    .orderBy('due_at')
    .execute();
  expect(reminders).toEqual([
    { channel_id: channelId, due_at: new Date(opened + 32 * minute) },
    { channel_id: fallback, due_at: new Date(opened + 2 * minute + 2 * hour) },
  ]);
});

test('OA-04 DE-03: a channel of a dealer sends what is of the dealer, and the log has nothing of others', async () => {
  const channelId = await addChannel(db, { organisation_id: dealerId });
  await subscribe(db, channelId);
  await breakDown('T3');
  const site = { customerNumber: 'C-9', customerName: 'Nine', dealerNumber: 'D-8' };
  await send('O3', start + 15 * minute, [
    [start, { ...fault, site }],
    [start + 15 * minute, { ...fault, site }],
  ]);
  await run(opened);
  const { sent, ways } = createRecorder();
  await deliverAt(db, opened + 2 * minute, { ways });
  expect(serialsOf(sent)).toEqual(['T3']);
  expect((await readLog(db)).filter(({ kind }) => kind === 'change')).toHaveLength(1);
});

test('OA-04 WL-51: answer times of the organisation hold where none are agreed with the customer', async () => {
  const answerTimes = { P1: { acknowledgeHours: 2 } };
  await setSettings(dealerId, { answerTimes });
  const deviceId = await breakDown('T4');
  expect((await row(deviceId))?.answer_due).toEqual(new Date(opened - minute + 2 * hour));
  const agreed = JSON.stringify({ P1: { acknowledgeHours: 1 } });
  await pool.query(`insert into customer_agreement (customer_number, answer_times) values ('C-1', $1)`, [agreed]);
  const other = await breakDown('T5');
  expect((await row(other))?.answer_due).toEqual(new Date(opened - minute + hour));
  await pool.query('delete from customer_agreement');
  await setSettings(dealerId, {});
  expect((await row(await breakDown('T6')))?.answer_due).toBeNull();
});

test('OA-04 TK-06: the network address of a device leaves only where its organisation lets it', async () => {
  const deviceId = await breakDown('T7');
  await pool.query(`update device set address_text = '10.1.2.3' where device_id = $1`, [deviceId]);
  const { condition_id: conditionId } = await db
    .selectFrom('condition')
    .select('condition_id')
    .where('entity_id', '=', deviceId)
    .executeTakeFirstOrThrow();
  const [systemId, ticketId] = [newId(), newId()];
  await pool.query(
    `insert into ticket_system (system_id, organisation_id, channel_id, form, name)
     values ($1, $2, $3, '{"withNetworkAddress": true, "effects": {}, "rules": []}', 'Desk')`,
    [systemId, root, await addChannel(db, { kind: 'webhook', address: 'https://desk.example' })],
  );
  await pool.query(
    `insert into ticket (ticket_id, system_id, device_id, state, asked_at) values ($1, $2, $3, 'requested', now())`,
    [ticketId, systemId, deviceId],
  );
  await pool.query(`insert into ticket_condition values ($1, $2, $3, true)`, [deviceId, conditionId, ticketId]);
  const load = async () =>
    await loadTicket(
      db,
      { kind: 'ticket', ticketId, change: 'requested', note: null },
      { language: 'en-us', zone: 'UTC', portal: 'https://platen.example', deliveryId: newId(), now: new Date(opened) },
    );
  expect(await load()).toMatchObject({ networkAddress: '10.1.2.3' });
  await setSettings(root, { addressesLeave: false });
  expect(await load()).not.toHaveProperty('networkAddress');
  await setSettings(dealerId, { addressesLeave: true });
  expect(await load()).toMatchObject({ networkAddress: '10.1.2.3' });
});
