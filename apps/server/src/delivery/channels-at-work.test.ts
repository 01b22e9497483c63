import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  accepted,
  addChannel,
  createRecorder,
  deliverAt,
  readLog,
  refused,
  type Sent,
  subscribe,
} from '../../test/delivery-channels.ts';
import { createWorklistDevices, fault, hour, minute, start } from '../../test/worklist-devices.ts';
import { addUser } from '../features/account/users.ts';
import type { Attempt } from './ways/way.ts';

const { database, send, run, breakDown } = await createWorklistDevices();
const { db } = database;
const opened = start + 16 * minute;
const operator = { subject: 'os:operator', role: 'operator' } as const;
const day = 24 * hour;

beforeEach(async () => {
  await database.owner.query(
    `truncate channel cascade; delete from app_user; update organisation set settings = '{}';
      delete from device_group g where not exists (select from organisation o where o.group_id = g.group_id)`,
  );
});

const serialsOf = ({ message }: Sent): (string | null)[] =>
  'items' in message ? message.items.map(({ place }) => place.serial) : [];
const kindsOf = (sent: readonly Sent[]) => sent.map(({ message }) => message.kind);
const working = { at: 'digest', times: ['07:30'], days: 'working', isSentEmpty: false } as const;
const digest = { ...working, times: [...working.times] };

describe('reminders', () => {
  test('DE-07: P1 that no user acknowledged is sent once more after 30 min of work, and to the fallback channel after 2 h', async () => {
    const channelId = await addChannel(db);
    const fallback = await addChannel(db, { is_fallback: true });
    await subscribe(db, channelId);
    await breakDown('S1');
    const { sent, ways } = createRecorder();
    for (let at = opened; at <= opened + 5 * hour; at += 2 * minute) await deliverAt(db, at, { ways });
    expect(sent.map(({ channel, message }) => [channel.channelId, message.kind])).toEqual([
      [channelId, 'change'],
      [channelId, 'reminder'],
      [fallback, 'reminder'],
    ]);
    expect(sent[1]?.message.firstId).toBe(sent[0]?.deliveryId);
  });

  test('DE-07: working time counts, and who acknowledged is not reminded', async () => {
    await subscribe(db, await addChannel(db));
    const monday = start - 16 * hour;
    // Sunday, 16:16: work begins on Monday at 08:00.
    await breakDown('S1', 'C-1', monday);
    const { sent, ways } = createRecorder();
    await deliverAt(db, monday + hour, { ways });
    const reminder = (await readLog(db)).find(({ kind }) => kind === 'reminder');
    expect(reminder?.due_at).toEqual(new Date('2026-11-16T08:30:00Z'));
    await sql`update condition set work = 'acknowledged'`.execute(db);
    await deliverAt(db, start + hour, { ways });
    expect(kindsOf(sent)).toEqual(['change']);
    expect(await readLog(db)).toContainEqual(
      expect.objectContaining({ kind: 'reminder', state: 'dropped', reason: 'superseded' }),
    );
  });

  test('DE-08: what is forgotten goes once to the fallback channel where no user has it, else to who has it', async () => {
    const fallback = await addChannel(db, { is_fallback: true });
    const userId = await addUser(db, operator, {
      subject: 'mori',
      name: 'Mori',
      role: 'service',
      seesAll: true,
      groupIds: [],
    });
    const own = await addChannel(db, { owner_id: userId });
    const ids = [await breakDown('S1'), await breakDown('S2', 'C-2')];
    await sql`
      insert into condition_event (entity_id, event_id, condition_id, at, user_id, change, detail)
      select entity_id, gen_random_uuid(), condition_id, ${new Date(opened)}, ${userId}, 'assign',
        ${JSON.stringify({ assignee: userId })}::jsonb from condition where entity_id = ${ids[1]}`.execute(db);
    await sql`
      insert into condition_event (entity_id, event_id, condition_id, at, user_id, change, detail)
      select entity_id, gen_random_uuid(), condition_id, ${new Date(opened)}, ${userId}, 'acknowledge', '{}'
      from condition where entity_id = ${ids[0]}`.execute(db);
    await sql`update evaluation set next_due = ${new Date(opened)}`.execute(db);
    await run(opened + minute);
    const { sent, ways } = createRecorder();
    for (let days = 1; days <= 20; days++) {
      for (const serial of ['S1', 'S2']) await send(serial, start + days * day, [[start + days * day, fault]]);
      await run(start + days * day + minute);
      await deliverAt(db, start + days * day + 5 * minute, { ways });
    }
    const forgotten = sent.filter(({ message }) => 'items' in message && message.items[0]?.event === 'forgotten');
    const places = forgotten.map(({ channel, ...one }) => [channel.channelId, ...serialsOf({ channel, ...one })]);
    expect(places).toHaveLength(2);
    expect(places).toEqual(
      expect.arrayContaining([
        [fallback, 'S1'],
        [own, 'S2'],
      ]),
    );
  });
});

describe('the owner of a channel', () => {
  const addDealer = async () => {
    const rule = JSON.stringify({ serials: ['S1', 'S2'] });
    await db.insertInto('device_group').values({ group_id: 1, name: 'North', rule }).execute();
    return await addUser(db, operator, {
      subject: 'dealer1',
      name: 'Dealer',
      role: 'dealer',
      seesAll: false,
      groupIds: [1],
    });
  };
  const takeOut = (serial: string) => sql`update device set group_ids = '{}' where serial = ${serial}`.execute(db);

  test('DE-03: gets only what the owner may see at the moment of sending, and the log names nothing else', async () => {
    const userId = await addDealer();
    await subscribe(db, await addChannel(db, { owner_id: userId }));
    for (const serial of ['S1', 'S2', 'S3']) await breakDown(serial, 'C-1', start + hour);
    expect(await readLog(db)).toHaveLength(2);
    await takeOut('S2');
    const { sent, ways } = createRecorder();
    await deliverAt(db, start + 2 * hour, { ways });
    expect(sent.map(serialsOf)).toEqual([['S1']]);
    expect((await readLog(db)).filter(({ kind }) => kind === 'change')).toHaveLength(1);
  });

  test('DE-03 OA-16: a message that is tried again leaves out what the owner may not see any more; of a disabled owner nothing goes', async () => {
    const userId = await addDealer();
    await subscribe(db, await addChannel(db, { owner_id: userId }));
    for (const serial of ['S1', 'S2']) await breakDown(serial, 'C-1', start + hour);
    const { sent, ways } = createRecorder(() => refused);
    await deliverAt(db, start + 2 * hour, { ways });
    await takeOut('S1');
    await deliverAt(db, start + 3 * hour, { ways });
    expect(sent.map(serialsOf)).toEqual([['S1', 'S2'], ['S2']]);
    await sql`update app_user set disabled_at = now()`.execute(db);
    await deliverAt(db, start + 4 * hour, { ways });
    expect(sent).toHaveLength(2);
    expect(await readLog(db)).toMatchObject([{ state: 'dropped', reason: 'ownerGone' }]);
    await breakDown('S3', 'C-1', start + 5 * hour);
    expect(await readLog(db)).toHaveLength(1);
  });
});

describe('when', () => {
  test('DE-10: quiet hours in the zone of the channel hold all but P1, which is one digest at their end', async () => {
    const quiet = {
      spans: [{ days: [0, 1, 2, 3, 4], from: '17:00', to: '21:00' }],
      onHolidays: false,
      isReallyQuiet: true,
    };
    await subscribe(db, await addChannel(db, { zone: 'Asia/Tokyo' }), { quiet });
    for (const [serial, customer] of [
      ['S1', 'C-1'],
      ['S2', 'C-2'],
    ] as const)
      await breakDown(serial, customer);
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(sent).toEqual([]);
    // 21:00 in Tokyo.
    const end = Date.parse('2026-11-16T12:00:00Z');
    expect((await readLog(db)).map(({ reason, due_at }) => [reason, due_at?.getTime()])).toEqual([
      ['quiet', end],
      ['quiet', end],
    ]);
    await deliverAt(db, end, { ways });
    expect(sent).toMatchObject([{ message: { kind: 'digest', why: 'quiet', open: 2, p1: 2, openP1: 2, more: 0 } }]);
    expect(new Set(sent.flatMap(serialsOf))).toEqual(new Set(['S1', 'S2']));
  });

  test('DE-11: a digest has what is new since the last one; missed ones are one, empty ones are not sent', async () => {
    const next = Date.parse('2026-11-17T07:30:00Z');
    const subscriptionId = await subscribe(db, await addChannel(db), { when: digest }, { digest_due: new Date(next) });
    await breakDown('S1');
    const { sent, ways } = createRecorder();
    await deliverAt(db, next - minute, { ways });
    expect(sent).toEqual([]);
    await deliverAt(db, next + 3 * day, { ways });
    expect(sent).toMatchObject([{ message: { kind: 'digest', why: 'time', open: 1, since: null } }]);
    const { digest_due: due } = await db
      .selectFrom('subscription')
      .select('digest_due')
      .where('subscription_id', '=', subscriptionId)
      .executeTakeFirstOrThrow();
    // Friday 07:30 has just gone: Monday.
    expect(due).toEqual(new Date('2026-11-23T07:30:00Z'));
    await deliverAt(db, next + 6 * day, { ways });
    expect(sent).toHaveLength(1);
  });

  test('DE-13: after the messages of an hour one says so, and the rest is one digest at its end', async () => {
    await subscribe(db, await addChannel(db, { limit_hour: 2 }));
    for (let n = 0; n < 5; n++) await breakDown(`S${n}`, `C-${n}`);
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    await deliverAt(db, opened + 3 * minute, { ways });
    expect(kindsOf(sent).toSorted()).toEqual(['change', 'change', 'limit']);
    await deliverAt(db, start + hour, { ways });
    const last = sent.find(({ message }) => message.kind === 'digest');
    expect(last?.message).toMatchObject({ kind: 'digest', why: 'limit', more: 0 });
    expect(last && serialsOf(last)).toHaveLength(3);
  });

  test('DE-15: more than 30 devices of several customers at once are one summary with counts', async () => {
    await subscribe(db, await addChannel(db));
    for (let n = 0; n < 31; n++) {
      const site = { customerNumber: `C-${n % 2}`, customerName: `Customer ${n % 2}`, dealerNumber: 'D-7' };
      await send(`S${n}`, start + 15 * minute, [
        [start, { ...fault, site }],
        [start + 15 * minute, { ...fault, site }],
      ]);
    }
    // Without the outbreak that would group the devices of a customer.
    await run(opened);
    await sql`update condition set inhibited_by = null`.execute(db);
    const { sent, ways } = createRecorder();
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(sent).toMatchObject([
      {
        message: {
          kind: 'summary',
          count: 31,
          kinds: [{ kind: 'down', count: 31 }],
          customers: [{ count: 16 }, { count: 15 }],
        },
      },
    ]);
  });
});

describe('a channel that fails', () => {
  /** Ten messages, a customer each. */
  const breakTen = async (from: number) => {
    for (let n = 0; n < 10; n++) await breakDown(`F${from}-${n}`, `F${from}-${n}`, start + from * hour);
  };

  test('DE-19: after ten failed messages its owner and the administrators hear of it once, over another channel; a week later it is disabled', async () => {
    const admin = await addUser(db, operator, {
      subject: 'boss',
      name: 'Boss',
      role: 'admin',
      seesAll: true,
      groupIds: [],
    });
    const other = await addChannel(db, { owner_id: admin });
    const failing = await addChannel(db, { kind: 'slack', name: 'Hooks' });
    await subscribe(db, failing, { leastPriority: 'P1' });
    await breakTen(0);
    const { sent, ways } = createRecorder(
      ({ channel }): Attempt => (channel.channelId === failing ? refused : accepted),
    );
    const stateOf = async () =>
      (await db.selectFrom('channel').select('state').where('channel_id', '=', failing).executeTakeFirstOrThrow())
        .state;
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(await stateOf()).toBe('failing');
    for (let hours = 1; hours < 60; hours++) await deliverAt(db, opened + hours * hour, { ways });
    const notices = () => sent.filter(({ channel }) => channel.channelId === other).map(({ message }) => message);
    expect(notices()).toMatchObject([{ kind: 'channelFailing', channelName: 'Hooks', state: 'failing' }]);
    await deliverAt(db, opened + 8 * day, { ways });
    expect(await stateOf()).toBe('disabled');
    expect(notices()).toMatchObject([{ state: 'failing' }, { state: 'disabled' }]);
    await breakDown('LATE', 'C-9', start + 9 * day);
    expect((await readLog(db)).every(({ state }) => state !== 'held' && state !== 'waiting')).toBe(true);
  });

  test('DE-19: one message that the other side takes makes it work again; 410 disables it at once', async () => {
    const channelId = await addChannel(db, { kind: 'slack', name: 'Hooks' });
    await subscribe(db, channelId);
    await breakTen(0);
    const answers: { next: Attempt } = { next: refused };
    const { ways } = createRecorder(() => answers.next);
    const stateOf = async () => (await db.selectFrom('channel').select('state').executeTakeFirstOrThrow()).state;
    await deliverAt(db, opened + 2 * minute, { ways });
    expect(await stateOf()).toBe('failing');
    answers.next = accepted;
    await deliverAt(db, opened + 10 * minute, { ways });
    expect(await stateOf()).toBe('active');
    answers.next = { outcome: 'gone', code: 410, duration: 1, answer: null, reason: 'status 410' };
    await breakDown('G1', 'C-77', start + 2 * hour);
    await deliverAt(db, start + 3 * hour, { ways });
    expect(await stateOf()).toBe('disabled');
    const left = await readLog(db);
    expect(left.filter(({ state }) => !['accepted', 'dropped', 'givenUp'].includes(state))).toEqual([]);
  });
});
