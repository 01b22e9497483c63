import { addChannel, listChannels, readChannel, rotateSecret, type SubscriptionForm } from '@platen/contract/channels';
import { listDeliveries } from '@platen/contract/deliveries';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createRecorder, deliverAt, refused } from '../../../test/delivery-channels.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { openSecrets, type Secrets } from '../../delivery/secrets.ts';

let platen: TestApp;
let secrets: Secrets;
beforeAll(async () => {
  platen = await createTestApp();
  secrets = await openSecrets(platen.settings);
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'North', 'dealer');
}, 60_000);
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.owner.query('truncate channel, audit_entry cascade');
  await platen.database.owner.query('delete from device');
});

const form = { language: 'en-us', zone: 'Europe/Berlin' } as const;
const mail = { kind: 'mail', owner: 'self', name: 'Mine', address: 'service@platen.example', ...form } as const;
const webhook = {
  kind: 'webhook',
  owner: 'organisation',
  name: 'ERP',
  address: 'https://erp.example/hook?key=1',
  ...form,
} as const;

const call = async (subject: string, method: string, address: string, body?: object) => {
  const answer = await fetch(`${platen.url}${address}`, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...(await platen.bearer(subject)) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
};
const add = async (subject: string, body: object) =>
  addChannel.answer.parse((await call(subject, 'POST', '/v1/channels', body)).body);
const list = async (subject: string) => listChannels.answer.parse((await call(subject, 'GET', '/v1/channels')).body);
const log = async (subject: string, query = '') =>
  listDeliveries.answer.parse((await call(subject, 'GET', `/v1/deliveries${query}`)).body);
const deliver = (recorder: ReturnType<typeof createRecorder>) =>
  deliverAt(platen.database.db, Date.now(), {
    ways: recorder.ways,
    secrets,
    origin: platen.url,
    toPortal: () => platen.url,
  });
const subscription: SubscriptionForm = {
  name: 'P1 of mine',
  scope: {},
  leastPriority: 'P1',
  events: ['opened'],
  when: { at: 'once' },
  quiet: null,
};

describe('channels', () => {
  test('DE-32 OA-20: each user has own ones, which others do not see; those of the organisation need a right', async () => {
    const own = await add('dealer', { ...mail, address: 'dealer@platen.example' });
    expect(own.channel).toMatchObject({ owner: 'self', state: 'active', own: true, limits: { hour: 20, day: 100 } });
    expect(await call('dealer', 'POST', '/v1/channels', webhook)).toMatchObject({ status: 403 });
    await add('service', mail);
    expect((await list('dealer')).channels.map(({ channelId }) => channelId)).toEqual([own.channel.channelId]);
    expect((await list('technician')).channels).toEqual([]);
    const known = (await list('admin')).channels;
    expect(known.map(({ address, own: isOwn }) => [address, isOwn])).toEqual([
      ['d•••r@platen.example', false],
      ['s•••e@platen.example', false],
    ]);
    const { status } = await call('admin', 'DELETE', `/v1/channels/${own.channel.channelId}?version=1`);
    expect(status).toBe(403);
  });

  test('GE-05: a foreign and an unknown channel are refused alike, whatever the call', async () => {
    const { channel } = await add('service', mail);
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', ''],
      ['PUT', '', { name: 'x', ...form, version: 1 }],
      ['DELETE', '?version=1'],
      ['POST', '/test'],
      ['POST', '/rotate', { version: 1 }],
      ['POST', '/enable', { version: 1 }],
      ['GET', '/subscriptions'],
      ['PUT', '/subscriptions', { subscriptions: [], version: 1 }],
    ];
    for (const [method, tail, body] of calls) {
      const [path, query = ''] = tail.split('?');
      const of = (id: string) => call('dealer', method, `/v1/channels/${id}${path}${query && `?${query}`}`, body);
      const [foreign, unknown] = [await of(channel.channelId), await of(v7())];
      expect([method, tail, foreign]).toEqual([method, tail, unknown]);
      expect(foreign.status).toBe(404);
    }
  });

  test('DE-25 DE-26: the secret of a webhook is answered once; after a rotation both sign for the hours that were asked', async () => {
    const { channel, secret } = await add('service', webhook);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = readChannel.answer.parse((await call('service', 'GET', `/v1/channels/${channel.channelId}`)).body);
    expect(JSON.stringify(read)).not.toContain('whsec_');
    const stored = await platen.database.pool.query('select row_to_json(c)::text as text from channel c');
    expect(stored.rows[0].text).not.toContain(secret?.slice(6));
    const body = { version: channel.version, overlapHours: 2 };
    const rotated = rotateSecret.answer.parse(
      (await call('service', 'POST', `/v1/channels/${channel.channelId}/rotate`, body)).body,
    );
    expect(rotated.channel.secrets).toHaveLength(2);
    await call('service', 'POST', `/v1/channels/${channel.channelId}/test`);
    const recorder = createRecorder();
    await deliver(recorder);
    expect(recorder.sent[0]?.channel.secrets).toEqual([rotated.secret, secret]);
    const later = createRecorder();
    await call('service', 'POST', `/v1/channels/${channel.channelId}/test`);
    await deliverAt(platen.database.db, Date.now() + 3 * 3_600_000, { ways: later.ways, secrets });
    expect(later.sent[0]?.channel.secrets).toEqual([rotated.secret]);
    const entries = await platen.database.pool.query('select detail::text as text from audit_entry');
    for (const { text } of entries.rows) expect(text).not.toContain('whsec_');
  });

  test('DE-30: the address of Slack and Teams is a secret; a former connector is refused with what to make instead', async () => {
    const address = 'https://hooks.slack.com/services/T02/B03/secretpart';
    const { channel } = await add('service', { ...mail, kind: 'slack', address });
    expect(channel.address).toBe('hooks.slack.com/…part');
    await call('service', 'POST', `/v1/channels/${channel.channelId}/test`);
    const recorder = createRecorder();
    await deliver(recorder);
    expect(recorder.sent[0]?.channel.address).toBe(address);
    const stored = await platen.database.pool.query('select row_to_json(c)::text as text from channel c');
    expect(stored.rows[0].text).not.toContain('secret');
    const former = { ...mail, kind: 'teams', address: 'https://x.webhook.office.com/webhookb2/1' };
    const refusal = await call('service', 'POST', '/v1/channels', former);
    expect(refusal.status).toBe(422);
    expect(JSON.stringify(refusal.body)).toContain('workflow');
  });

  test('GE-06 TX-19: a change of a former version is refused with the present channel and whose it is', async () => {
    const { channel } = await add('service', { ...mail, owner: 'organisation' });
    const change = { name: 'Other', ...form, version: channel.version };
    expect((await call('service', 'PUT', `/v1/channels/${channel.channelId}`, change)).status).toBe(200);
    const { rows } = await sql<{ userId: string; name: string }>`
      select user_id as "userId", name from app_user where subject in ('service', 'admin') order by subject desc`.execute(
      platen.database.db,
    );
    const [service, admin] = rows;
    const refusal = await call('admin', 'PUT', `/v1/channels/${channel.channelId}`, change);
    expect(refusal).toMatchObject({
      status: 409,
      body: { errorCode: 202002, current: { name: 'Other', version: 2 }, changedBy: service },
    });
    const subscriptions = { subscriptions: [], version: channel.version };
    const path = `/v1/channels/${channel.channelId}/subscriptions`;
    expect(await call('service', 'PUT', path, subscriptions)).toMatchObject({
      status: 409,
      body: { errorCode: 202002, current: { subscriptions: [], version: 2 }, changedBy: service },
    });
    await call('admin', 'PUT', path, { subscriptions: [], version: 2 });
    expect(await call('service', 'PUT', path, subscriptions)).toMatchObject({ body: { changedBy: admin } });
    // What the server changed by itself no user did.
    await sql`update channel set state = 'failing', version = version + 1`.execute(platen.database.db);
    expect(await call('service', 'PUT', path, subscriptions)).toMatchObject({
      body: { current: { version: 4 }, changedBy: null },
    });
  });
});

describe('a mail address', () => {
  test('DE-04: gets nothing before its holder confirmed it by the link; the link goes out three times a day at most', async () => {
    const { channel } = await add('service', { ...mail, address: 'desk@customer.example' });
    expect(channel.state).toBe('unverified');
    const path = `/v1/channels/${channel.channelId}`;
    expect((await call('service', 'POST', `${path}/test`)).status).toBe(409);
    const again = async () => (await call('service', 'POST', `${path}/enable`, { version: 1 })).status;
    expect([await again(), await again(), await again()]).toEqual([200, 200, 422]);
    const recorder = createRecorder();
    await deliver(recorder);
    const [first] = recorder.sent;
    if (first?.message.kind !== 'confirmation') throw new Error('no confirmation');
    const link = new URL(first.message.confirmUrl).pathname;
    const open = async (method: string, tail = '') =>
      fetch(`${platen.url}${link}${tail}`, { method, headers: { 'accept-language': 'ja' } });
    const page = await open('GET');
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('このアドレスを確認')]);
    expect((await list('service')).channels[0]?.state).toBe('unverified');
    expect((await open('POST', 'x')).status).toBe(404);
    expect((await open('POST')).status).toBe(200);
    expect((await list('service')).channels[0]?.state).toBe('active');
    // Another address is not confirmed by the former link.
    await sql`update delivery set at = at - interval '25 hours'`.execute(platen.database.db);
    await call('service', 'PUT', path, { name: 'x', ...form, address: 'other@customer.example', version: 2 });
    expect((await open('POST')).status).toBe(404);
    expect((await list('service')).channels[0]?.state).toBe('unverified');
  });
});

describe('a test', () => {
  test('DE-05 DE-20: is noted in the log with who answered what; ten an hour are sent', async () => {
    const { channel } = await add('service', webhook);
    const recorder = createRecorder(() => ({ ...refused, code: 500, answer: 'broken' }));
    const { body } = await call('service', 'POST', `/v1/channels/${channel.channelId}/test`);
    await deliver(recorder);
    const { deliveryId } = body as { deliveryId: string };
    expect(recorder.sent).toMatchObject([{ deliveryId, message: { kind: 'test', channelName: 'ERP' } }]);
    expect((await log('service', `?deliveryId=${deliveryId}`)).deliveries).toMatchObject([
      {
        kind: 'test',
        state: 'failed',
        tries: [{ code: 500, answer: 'broken', outcome: 'failed' }],
        channel: { name: 'ERP' },
      },
    ]);
    for (let n = 1; n < 10; n++) await call('service', 'POST', `/v1/channels/${channel.channelId}/test`);
    expect(await call('service', 'POST', `/v1/channels/${channel.channelId}/test`)).toMatchObject({ status: 422 });
  });
});

describe('subscriptions', () => {
  test('DE-02 DE-10: are replaced as a whole; 50 a channel at most, and none that cannot be meant', async () => {
    const { channel } = await add('service', mail);
    const path = `/v1/channels/${channel.channelId}/subscriptions`;
    const put = (subscriptions: object[], version: number, at = path) =>
      call('service', 'PUT', at, { subscriptions, version });
    const first = await put([subscription, { ...subscription, name: 'Other' }], 1);
    expect(first).toMatchObject({
      status: 200,
      body: { version: 2, subscriptions: [{ name: 'P1 of mine' }, { name: 'Other' }] },
    });
    const { subscriptions } = first.body as { subscriptions: { subscriptionId: string }[] };
    const staying = { ...subscription, subscriptionId: subscriptions[1]?.subscriptionId, name: 'Kept' };
    expect(await put([staying], 2)).toMatchObject({
      status: 200,
      body: { subscriptions: [{ ...staying, stoppedAt: null }] },
    });
    expect(
      (
        await put(
          Array.from({ length: 51 }, () => subscription),
          3,
        )
      ).status,
    ).toBe(422);
    expect((await put([{ ...subscription, subscriptionId: v7() }], 3)).status).toBe(404);
    const machine = await add('service', webhook);
    const digest = { ...subscription, when: { at: 'digest', times: ['07:30'], days: 'working', isSentEmpty: false } };
    const refusal = await put([digest], 1, `/v1/channels/${machine.channel.channelId}/subscriptions`);
    expect(refusal.status).toBe(422);
    expect(JSON.stringify(refusal.body)).toContain('body.subscriptions.0.when');
  });

  test('DE-11: digests go at their times in the zone of the channel, also after that changed', async () => {
    const { channel } = await add('service', mail);
    const path = `/v1/channels/${channel.channelId}`;
    const digest = { ...subscription, when: { at: 'digest', times: ['12:00'], days: 'all', isSentEmpty: false } };
    await call('service', 'PUT', `${path}/subscriptions`, { subscriptions: [digest], version: 1 });
    const readHour = async () => {
      const { digest_due: due } = await platen.database.db
        .selectFrom('subscription')
        .select('digest_due')
        .executeTakeFirstOrThrow();
      return due?.toISOString().slice(11, 16);
    };
    const summer = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Berlin', timeZoneName: 'shortOffset' });
    expect(await readHour()).toBe(summer.format().includes('GMT+2') ? '10:00' : '11:00');
    await call('service', 'PUT', path, { name: 'Mine', language: 'en-us', zone: 'Asia/Tokyo', version: 2 });
    expect(await readHour()).toBe('03:00');
  });

  test('DE-24: the link of a mail stops one without sign-in by one press; opening it does nothing', async () => {
    const { channel } = await add('service', mail);
    const path = `/v1/channels/${channel.channelId}/subscriptions`;
    const { body } = await call('service', 'PUT', path, { subscriptions: [subscription], version: 1 });
    const [{ subscriptionId }] = (body as { subscriptions: [{ subscriptionId: string }] }).subscriptions;
    const link = `${platen.url}/v1/subscriptions/${secrets.toToken('stop', subscriptionId, channel.channelId)}/stop`;
    const stoppedAt = async () => {
      const answer = await call('service', 'GET', path);
      return (answer.body as { subscriptions: [{ stoppedAt: string | null }] }).subscriptions[0].stoppedAt;
    };
    expect((await fetch(link)).status).toBe(200);
    expect(await stoppedAt()).toBeNull();
    expect((await fetch(link.replace('/stop', 'A/stop'), { method: 'POST' })).status).toBe(404);
    const oneClick = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    };
    expect((await fetch(link, oneClick)).status).toBe(200);
    expect(await stoppedAt()).not.toBeNull();
  });
});

describe('the log', () => {
  test('DE-19 DE-20 GE-05: shows failed messages to those who may see channel and device; sent again they keep their ids', async () => {
    const [seen, hidden] = await addDevices(platen.database, [
      { serial: 'SEEN', group_ids: [1] },
      { serial: 'HIDDEN', group_ids: [] },
    ]);
    const { channel } = await add('dealer', { ...mail, address: 'dealer@platen.example' });
    const ids = [v7(), v7()];
    for (const [n, entityId] of [seen, hidden].entries())
      await sql`
        insert into delivery (delivery_id, channel_id, kind, event, at, entity_id, entity, condition_id, group_key, priority, state,
          message_id, composed_at, attempts, tries, content)
        values (${ids[n]}, ${channel.channelId}, 'change', 'opened', now(), ${entityId}, 'device', ${v7()}, 'C-1', 1, 'givenUp',
          ${ids[n]}, now(), 1, ${JSON.stringify([{ at: new Date().toISOString(), outcome: 'givenUp', code: 550, milliseconds: 3, answer: '550 <dealer@platen.example> unknown', reason: 'no mailbox' }])}::jsonb,
          '{"kind": "change", "items": [], "more": 0}')`.execute(platen.database.db);
    const own = await log('dealer');
    expect(own).toMatchObject({ count: 1, states: { givenUp: 1, accepted: 0 } });
    expect(own.deliveries[0]).toMatchObject({
      deliveryId: ids[0],
      tries: [{ answer: expect.stringContaining('dealer@') }],
    });
    const others = await log('admin', '?state=givenUp');
    expect(others.count).toBe(2);
    expect(JSON.stringify(others)).not.toContain('dealer@');
    // Nor does the list of channels, which has the newest answer of each.
    const { body } = await call('admin', 'GET', '/v1/channels');
    expect(JSON.stringify(body)).toContain('"code":550');
    expect(JSON.stringify(body)).not.toContain('dealer@');
    expect((await log('technician')).count).toBe(0);
    const again = (subject: string, id: string | undefined) =>
      call(subject, 'POST', '/v1/deliveries/again', { deliveryIds: [id] });
    expect((await again('technician', ids[0])).status).toBe(404);
    expect((await again('dealer', ids[1])).status).toBe(404);
    expect((await again('dealer', v7())).status).toBe(404);
    expect(await again('dealer', ids[0])).toMatchObject({ status: 200, body: { count: 1 } });
    const recorder = createRecorder(() => accepted);
    await deliver(recorder);
    expect(recorder.sent.map(({ deliveryId }) => deliveryId)).toEqual([ids[0]]);
  });
});
