import { beforeEach, describe, expect, test } from 'vitest';
import {
  accepted,
  addChannel,
  createRecorder,
  deliverAt,
  readLog,
  refused,
  subscribe,
} from '../../test/delivery-channels.ts';
import { createWorklistDevices, hour, minute, start } from '../../test/worklist-devices.ts';
import { addUser } from '../features/account/users.ts';

const { database, send, run, breakDown } = await createWorklistDevices();
const { db } = database;
const second = 1000;

beforeEach(async () => {
  await database.owner.query('truncate channel cascade');
});

const opened = start + 16 * minute;

/** The device reports that it works again, for as long as it takes until its condition is resolved. */
async function recover(serial: string): Promise<void> {
  await send(
    serial,
    start + 95 * hour,
    [1, 24, 48, 72, 95].map((hours) => [start + hours * hour] as const),
  );
  await run(start + 96 * hour);
}

describe('a message', () => {
  test('DE-16 DE-17 DE-06: an opened condition is in the outbox with its change, waits two minutes for more, and is sent', async () => {
    const channelId = await addChannel(db);
    await subscribe(db, channelId);
    const deviceId = await breakDown('S1');
    expect(await readLog(db)).toMatchObject([{ event: 'opened', state: 'held', reason: 'group', attempts: 0 }]);
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 119 * second, { ways });
    expect(sent).toEqual([]);
    await deliverAt(db, opened + 120 * second, { ways });
    expect(sent).toMatchObject([
      {
        channel: { channelId, kind: 'mail', address: 'dispatch@platen.example', language: 'en-us', zone: 'UTC' },
        message: {
          kind: 'change',
          more: 0,
          firstId: null,
          subscription: { name: 'All of it' },
          items: [
            {
              event: 'opened',
              place: { rowId: deviceId, entity: 'device', serial: 'S1', customerNumber: 'C-1' },
              condition: { kind: 'down', subject: 'C371', work: 'open' },
              isJudged: false,
              assignee: null,
            },
          ],
        },
      },
    ]);
    expect(await readLog(db)).toMatchObject([
      { kind: 'change', state: 'accepted', attempts: 1, due_at: null },
      { kind: 'reminder' },
    ]);
    await deliverAt(db, opened + 5 * minute, { ways });
    expect(sent).toHaveLength(1);
  });

  test('DE-23 BR-02: links lead to the brand under which the owner signed in last, or a person of the organisation', async () => {
    await database.owner.query('truncate app_user cascade');
    const user = { role: 'service', seesAll: true, groupIds: [] } as const;
    const operator = { subject: 'os:operator', role: 'operator' } as const;
    const [rdt, plain] = [
      await addUser(db, operator, { ...user, subject: 'rdt', name: 'R' }),
      await addUser(db, operator, { ...user, subject: 'plain', name: 'P' }),
    ];
    const signIn = (userId: string, brand: 'rdt' | null, at: number) =>
      db
        .updateTable('app_user')
        .set({ brand, last_login_at: new Date(at) })
        .where('user_id', '=', userId)
        .execute();
    await signIn(rdt, 'rdt', start);
    await signIn(plain, null, start - hour);
    for (const [name, owner_id] of [
      ['of rdt', rdt],
      ['of plain', plain],
      ['of all', null],
    ] as const)
      await subscribe(db, await addChannel(db, { name, owner_id }));
    await breakDown('BR1', 'C-BR');
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(Object.fromEntries(sent.map(({ channel, message }) => [channel.name, message.portal]))).toEqual({
      'of rdt': 'https://platen.example/rdt',
      'of plain': 'https://platen.example',
      'of all': 'https://platen.example/rdt',
    });
    // Calls stand under no brand.
    for (const { message } of sent)
      expect(message.subscription?.stopUrl).toMatch(/^https:\/\/platen\.example\/v1\/subscriptions\//);
  });

  test('DE-06: devices of one customer go as one message, those of another in their own', async () => {
    await subscribe(db, await addChannel(db));
    for (const [serial, customer] of [
      ['S1', 'C-1'],
      ['S2', 'C-1'],
      ['S3', 'C-2'],
    ] as const)
      await breakDown(serial, customer);
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(
      sent.map(({ message }) => (message.kind === 'change' ? message.items.map(({ place }) => place.serial) : [])),
    ).toEqual([['S1', 'S2'], ['S3']]);
  });

  test('DE-16 DE-18: a failed try is repeated after its pause with the same id, and noted with what was answered', async () => {
    await subscribe(db, await addChannel(db, { kind: 'webhook', address: 'https://erp.example/hook' }));
    await breakDown('S1');
    const answers = [refused, refused, accepted];
    const { sent, ways } = createRecorder(() => answers[sent.length - 1] ?? accepted);
    await deliverAt(db, opened, { ways });
    expect(await readLog(db)).toMatchObject([{ state: 'failed', due_at: new Date(opened + 5 * second) }]);
    await deliverAt(db, opened + 4 * second, { ways });
    expect(sent).toHaveLength(1);
    await deliverAt(db, opened + 5 * second, { ways });
    expect(await readLog(db)).toMatchObject([{ state: 'failed', due_at: new Date(opened + 5 * second + 5 * minute) }]);
    await deliverAt(db, opened + 6 * minute, { ways });
    expect(await readLog(db)).toMatchObject([{ state: 'accepted', attempts: 3 }]);
    expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(1);
    const { tries } = await db.selectFrom('delivery').select('tries').executeTakeFirstOrThrow();
    expect(tries).toMatchObject([
      { outcome: 'failed', code: 503, answer: 'later', reason: 'status 503' },
      { outcome: 'failed', code: 503 },
      { outcome: 'accepted', code: 250, answer: 'taken', reason: null },
    ]);
  });

  test('DE-09: what opened and cleared within the wait is not sent, nor that it is resolved', async () => {
    await subscribe(db, await addChannel(db), { events: ['opened', 'resolved'] });
    await breakDown('S1');
    await recover('S1');
    const { sent, ways } = createRecorder();
    await deliverAt(db, start + 97 * hour, { ways });
    expect(sent).toEqual([]);
    expect(await readLog(db)).toMatchObject([
      { event: 'opened', state: 'dropped', reason: 'superseded' },
      { event: 'resolved', state: 'dropped', reason: 'openingNotSent' },
    ]);
  });

  test('DE-09 DE-24: that it is resolved is sent where the opening was, as an answer to it', async () => {
    await subscribe(db, await addChannel(db), { events: ['opened', 'resolved'] });
    await breakDown('S1');
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    await recover('S1');
    await deliverAt(db, start + 97 * hour, { ways });
    expect(sent).toMatchObject([
      { message: { items: [{ event: 'opened' }], firstId: null } },
      { message: { items: [{ event: 'resolved', condition: { work: 'resolved' } }], firstId: sent[0]?.deliveryId } },
    ]);
  });
});

describe('two servers', () => {
  test('DE-16: on one database send a message once', async () => {
    for (let n = 0; n < 5; n++) await subscribe(db, await addChannel(db));
    for (const serial of ['S1', 'S2', 'S3']) await breakDown(serial, serial);
    const { sent, ways } = createRecorder(async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return accepted;
    });
    await Promise.all(Array.from({ length: 4 }, () => deliverAt(db, opened + 3 * minute, { ways })));
    await deliverAt(db, opened + 3 * minute, { ways });
    expect(sent).toHaveLength(15);
    expect(new Set(sent.map(({ deliveryId }) => deliveryId)).size).toBe(15);
  });

  test('DE-16: what a server that died was sending is tried again with its id once its round is surely over', async () => {
    await subscribe(db, await addChannel(db));
    await breakDown('S1');
    const dead = createRecorder(() => new Promise<never>(() => undefined));
    void deliverAt(db, opened + 2 * minute, { ways: dead.ways }).catch(() => undefined);
    await expect.poll(() => dead.sent.length).toBe(1);
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute + 134 * second, { ways });
    expect(sent).toEqual([]);
    await deliverAt(db, opened + 2 * minute + 135 * second, { ways });
    expect(sent.map(({ deliveryId }) => deliveryId)).toEqual(dead.sent.map(({ deliveryId }) => deliveryId));
  });

  test('DE-16: a server that stops in the middle of a try leaves it to the next one, with its id', async () => {
    await subscribe(db, await addChannel(db));
    await breakDown('S1');
    const stopping = new AbortController();
    const first = createRecorder(() => {
      stopping.abort();
      return { ...refused, code: null, reason: 'stopped' };
    });
    await deliverAt(db, opened + 2 * minute, { ways: first.ways, signal: stopping.signal });
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(sent.map(({ deliveryId }) => deliveryId)).toEqual(first.sent.map(({ deliveryId }) => deliveryId));
    expect(await readLog(db)).toContainEqual(expect.objectContaining({ state: 'accepted', attempts: 1 }));
  });

  test('DE-16: one channel or message that cannot be worked stops no other', async () => {
    const [broken, sound] = [await addChannel(db), await addChannel(db)];
    await subscribe(
      db,
      broken,
      { when: { at: 'digest', times: ['07:30'], days: 'all', isSentEmpty: true } },
      { digest_due: new Date(start) },
    );
    await db.updateTable('channel').set({ zone: 'No/Where' }).where('channel_id', '=', broken).execute();
    await subscribe(db, sound);
    await breakDown('S1');
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(sent.map(({ channel }) => channel.channelId)).toEqual([sound]);
  });
});
