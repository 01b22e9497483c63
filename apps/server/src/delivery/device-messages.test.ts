import { webhookBody } from '@platen/contract/webhook-events';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { addChannel, createRecorder, deliverAt, readLog, type Sent, subscribe } from '../../test/delivery-channels.ts';
import { createWorklistDevices, hour, minute, start } from '../../test/worklist-devices.ts';
import { addUser } from '../features/account/users.ts';
import { toContent } from './render/to-content.ts';
import { toWebhookBodies } from './render/webhook-body.ts';

const { database, send, run } = await createWorklistDevices();
const { db } = database;
const operator = { subject: 'os:operator', role: 'operator' } as const;
const day = 24 * hour;

beforeEach(async () => {
  await database.owner.query('truncate channel, app_user, user_group cascade');
  await database.owner.query('delete from device_group');
});

const siteOf = (customerNumber: string, dealerNumber = 'D-7') => ({
  site: { customerNumber, customerName: `Customer ${customerNumber}`, dealerNumber },
});
const addMachine = () => addChannel(db, { kind: 'webhook', address: 'https://erp.example/hook' });
const bodiesOf = (sent: readonly Sent[], channelId: string) =>
  sent
    .filter(({ channel }) => channel.channelId === channelId)
    .flatMap(({ message }) => toWebhookBodies(message).map((body) => webhookBody.parse(body)));
const dataOf = (sent: readonly Sent[], channelId: string) =>
  bodiesOf(sent, channelId).map(({ type, data }) => ({ type, data }));

describe('devices as such', () => {
  test('DE-27 DE-16: device.added at the first report alone, device.moved with another customer, in the order of data.version', async () => {
    const channelId = await addMachine();
    await subscribe(db, channelId, { events: ['deviceAdded', 'deviceMoved'] });
    const deviceId = await send('X1', start, [[start, siteOf('C-1')]]);
    await send('X1', start + hour, [[start + hour, siteOf('C-1')]]);
    expect(await readLog(db)).toHaveLength(1);
    await send('X1', start + 2 * hour, [[start + 2 * hour, siteOf('C-2')]]);
    const recorder = createRecorder();
    await deliverAt(db, start + 2 * hour, { ways: recorder.ways });
    const bodies = bodiesOf(recorder.sent, channelId);
    const device = { deviceId, serial: 'X1', dealerNumber: 'D-7' };
    expect(bodies).toMatchObject([
      {
        type: 'device.added',
        timestamp: new Date(start).toISOString(),
        data: {
          device: { ...device, customerNumber: 'C-1', customerName: 'Customer C-1' },
          before: null,
          url: `https://platen.example/profile?device=${deviceId}`,
        },
      },
      {
        type: 'device.moved',
        timestamp: new Date(start + 2 * hour).toISOString(),
        data: { device: { ...device, customerNumber: 'C-2' }, before: { customerNumber: 'C-1' } },
      },
    ]);
    const versions = bodies.map(({ data }) => ('version' in data ? data.version : 0));
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
    expect(new Set(versions).size).toBe(2);
  });

  test('DE-16: what a delivery did is not in the outbox where the delivery is rolled back', async () => {
    await subscribe(db, await addMachine(), { events: ['deviceAdded'] });
    await database.owner.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
       create trigger refuse before update on collector for each statement execute function refuse()`,
    );
    try {
      await expect(send('X1', start, [[start]])).rejects.toThrow('no');
    } finally {
      await database.owner.query('drop trigger refuse on collector; drop function refuse()');
    }
    expect(await readLog(db)).toEqual([]);
  });

  test('OA-42 DE-27: a device that comes from another dealer does not say where it was', async () => {
    const channelId = await addMachine();
    await subscribe(db, channelId, { events: ['deviceMoved'] });
    await send('X1', start, [[start, siteOf('C-1')]]);
    await send('X1', start + hour, [[start + hour, siteOf('C-8', 'D-8')]]);
    const { sent, ways } = createRecorder();
    await deliverAt(db, start + hour, { ways });
    expect(dataOf(sent, channelId)).toMatchObject([
      { type: 'device.moved', data: { device: { customerNumber: 'C-8', dealerNumber: 'D-8' }, before: null } },
    ]);
    expect(JSON.stringify(sent)).not.toContain('"C-1"');
  });

  test('DE-03 DE-02: only an owner who sees the device hears of it, and only a subscription of its customer', async () => {
    await sql`insert into device_group (group_id, name, rule) values (1, 'One', '{"customerNumbers": ["C-1"]}')`.execute(
      db,
    );
    const [one, none] = await Promise.all(
      [[1], []].map(async (groupIds, index) => {
        const user = { subject: `dealer-${index}`, name: 'Dealer', role: 'dealer', seesAll: false } as const;
        return await addChannel(db, { owner_id: await addUser(db, operator, { ...user, groupIds }) });
      }),
    );
    const others = await addChannel(db);
    for (const id of [one, none]) await subscribe(db, id ?? '', { events: ['deviceAdded'] });
    await subscribe(db, others, { events: ['deviceAdded'], scope: { customerNumbers: ['C-9'] } });
    await send('X1', start, [[start, siteOf('C-1')]]);
    await send('X2', start, [[start, siteOf('C-2')]]);
    const { sent, ways } = createRecorder();
    await deliverAt(db, start + 3 * minute, { ways });
    expect(sent).toMatchObject([
      { channel: { channelId: one }, message: { kind: 'device', devices: [{ data: { device: { serial: 'X1' } } }] } },
    ]);
    // A device that goes out of sight before its message is composed leaves no trace either.
    await send('X3', start + hour, [[start + hour, siteOf('C-1')]]);
    await send('X3', start + hour, [[start + hour + minute, siteOf('C-2')]]);
    await deliverAt(db, start + 2 * hour, { ways });
    expect(sent).toHaveLength(1);
    expect(await readLog(db)).toHaveLength(1);
  });

  test('DE-06 DE-11 DE-22: people get devices of a customer together after 2 min or with the digest, in both languages', async () => {
    const at = await addChannel(db);
    const digest = await addChannel(db, { language: 'ja-jp' });
    await subscribe(db, at, { events: ['deviceAdded', 'deviceMoved'] });
    const due = new Date(start + hour);
    await subscribe(
      db,
      digest,
      { events: ['deviceAdded'], when: { at: 'digest', times: ['09:00'], days: 'all', isSentEmpty: false } },
      { digest_due: due },
    );
    await send('X1', start, [[start, siteOf('C-1')]]);
    await send('X2', start + minute, [[start + minute, siteOf('C-1')]]);
    const { sent, ways } = createRecorder();
    await deliverAt(db, start + minute, { ways });
    expect(sent).toEqual([]);
    await deliverAt(db, start + 3 * minute, { ways });
    await deliverAt(db, start + hour, { ways });
    expect(sent.map(({ channel, message }) => [channel.channelId, message.kind])).toEqual([
      [at, 'device'],
      [digest, 'digest'],
    ]);
    const [first, second] = sent.map(({ message }) => message);
    if (first === undefined || second === undefined) throw new Error('two messages');
    const english = toContent(first, { language: 'en-us', zone: 'UTC' });
    expect(english.subject).toBe('Customer C-1 · 2 changes of devices');
    expect(english.items.map(({ title }) => title)).toEqual(['New device · X1', 'New device · X2']);
    expect(english.items[0]?.link.href).toContain('https://platen.example/profile?device=');
    const japanese = toContent(second, { language: 'ja-jp', zone: 'Asia/Tokyo' });
    expect(japanese.paragraphs).toContain('機器の変更2件');
    expect(japanese.items.map(({ title }) => title)).toEqual(['新しい機器 · X1', '新しい機器 · X2']);
    expect(toWebhookBodies(second)).toEqual([]);
  });
});

describe('silence', () => {
  /** Reports every hour for two days, is silent for a week, and reports again. */
  const fallSilent = async (sent: ReturnType<typeof createRecorder>, customer = 'C-1') => {
    const hours = Array.from({ length: 48 }, (_, n) => [start + n * hour, siteOf(customer)] as const);
    const deviceId = await send('S1', start + 48 * hour, hours);
    for (let at = start + 2 * day; at < start + 9 * day; at += 12 * hour) {
      await run(at);
      await deliverAt(db, at + 5 * minute, { ways: sent.ways });
    }
    const back = start + 9 * day;
    for (let n = 0; n < 3; n++) await send('S1', back + n * hour, [[back + n * hour, siteOf(customer)]]);
    for (let at = back + 3 * hour; at < back + 12 * hour; at += 3 * hour) {
      await run(at);
      await deliverAt(db, at + 5 * minute, { ways: sent.ways });
    }
    return deviceId;
  };

  test('DE-27: a machine gets device.stopped and device.reporting by these names, and condition.opened where it chose that as well', async () => {
    const [named, both, end] = await Promise.all([addMachine(), addMachine(), addMachine()]);
    await subscribe(db, named, { events: ['deviceStopped', 'deviceReporting'] });
    await subscribe(db, both, { events: ['opened', 'deviceStopped'], kinds: ['stopped'] });
    await subscribe(db, end, { events: ['deviceReporting'] });
    const recorder = createRecorder();
    await fallSilent(recorder);
    const typesOf = (id: string) => bodiesOf(recorder.sent, id).map(({ type }) => type);
    expect(typesOf(named)).toEqual(['device.stopped', 'device.reporting']);
    expect(typesOf(both).toSorted()).toEqual(['condition.opened', 'device.stopped']);
    expect(typesOf(end)).toEqual(['device.reporting']);
    const [stopped, reporting] = bodiesOf(recorder.sent, named);
    expect(stopped?.data).toMatchObject({ condition: { kind: 'stopped', source: 'server' }, of: { serial: 'S1' } });
    expect(reporting?.data).toMatchObject({ condition: { state: 'resolved', resolution: 'device' } });
  });

  test('DE-09 DE-27: a person who chose both gets two messages, one who chose the end alone gets it, and none a second under another name', async () => {
    const [both, end] = await Promise.all([addChannel(db), addChannel(db)]);
    await subscribe(db, both, {
      events: ['opened', 'resolved', 'deviceStopped', 'deviceReporting'],
      kinds: ['stopped'],
    });
    await subscribe(db, end, { events: ['deviceReporting'] });
    const { sent, ways } = createRecorder();
    await fallSilent({ sent, ways });
    const eventsOf = (id: string) =>
      sent
        .filter(({ channel }) => channel.channelId === id)
        .flatMap(({ message }) => ('items' in message ? message.items.map(({ event }) => event) : [message.kind]));
    expect(eventsOf(both)).toEqual(['opened', 'resolved']);
    expect(eventsOf(end)).toEqual(['resolved']);
  });

  test('DE-27: collector.silent and collector.working reach a machine by these names alone', async () => {
    const channelId = await addMachine();
    await subscribe(db, channelId, { events: ['collector'] });
    const collectorId = v7();
    const heard = async (at: number) => {
      await sql`
        insert into collector (collector_id, name, key_hash, last_contact_at) values
          (${collectorId}, 'north', ${Buffer.from(collectorId)}, ${new Date(at)})
        on conflict (collector_id) do update set last_contact_at = excluded.last_contact_at`.execute(db);
      await sql`
        insert into collector_status (collector_id, received_at, clock_offset_s, every_ms, head, failures, findings, failure_count, finding_count)
        values (${collectorId}, ${new Date(at)}, 0, 300000, '{}', '[]', '[]', 0, 0) on conflict do nothing`.execute(db);
    };
    await heard(start);
    const { sent, ways } = createRecorder();
    for (let at = start + minute; at < start + 3 * hour; at += 15 * minute) {
      await run(at);
      await deliverAt(db, at, { ways });
    }
    await heard(start + 3 * hour);
    for (const minutes of [181, 200, 240]) {
      await run(start + minutes * minute);
      await deliverAt(db, start + minutes * minute, { ways });
    }
    expect(bodiesOf(sent, channelId).map(({ type }) => type)).toEqual(['collector.silent', 'collector.working']);
  });
});
