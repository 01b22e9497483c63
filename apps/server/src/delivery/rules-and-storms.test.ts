import type { RuleForm } from '@platen/contract/rules';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import { addChannel, createRecorder, deliverAt, readLog, type Sent, subscribe } from '../../test/delivery-channels.ts';
import { createWorklistDevices, fault, hour, minute, start } from '../../test/worklist-devices.ts';
import { addUser } from '../features/account/users.ts';
import { changeRule, disableRule } from '../features/rules/rule-service.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { inTransaction } from '../store/transactions.ts';

const { database, collectorId, send, run } = await createWorklistDevices();
const { db } = database;
const operator = { subject: 'os:operator', role: 'operator' } as const;

beforeEach(async () => {
  await database.owner.query('truncate channel, app_user, alert_rule cascade');
});

const form: RuleForm = {
  name: 'No customer',
  note: 'Ask.',
  scope: {},
  tests: [{ metric: 'unknownCustomer', comparison: 'present' }],
  openDelayMinutes: 0,
  clearDelayMinutes: 0,
  priority: 'P2',
  whoCanAct: 'manager',
  inWorklist: true,
};
const without = { site: { customerName: 'Harbour Library', dealerNumber: 'D-7' } };

async function addRule(author: string): Promise<string> {
  const ruleId = v7();
  const at = new Date(start - minute);
  await db
    .insertInto('alert_rule')
    .values({
      rule_id: ruleId,
      organisation_id: '00000000-0000-7000-8000-000000000001',
      form: JSON.stringify(form),
      enabled: true,
      enabled_at: at,
      made_by: author,
      made_at: at,
      changed_by: author,
      changed_at: at,
      marking: JSON.stringify([form.scope]),
    })
    .execute();
  return ruleId;
}

const addAuthor = async (): Promise<SignedInUser> => {
  const user = { subject: 'author', name: 'Author', role: 'service', seesAll: true } as const;
  const userId = await addUser(db, operator, { ...user, groupIds: [] });
  return { ...user, userId, groups: [], agreedTermsVersion: '1.0.1' };
};
const eventsOf = (sent: readonly Sent[]): string[] =>
  sent.flatMap(({ message }) => ('items' in message ? message.items.map(({ event }) => event) : [message.kind]));

describe('rules', () => {
  test('AR-13: the author of a rule that the server pauses is notified once with the count; nothing of it is sent', async () => {
    const author = await addAuthor();
    const own = await addChannel(db, { owner_id: author.userId });
    await subscribe(db, own, { kinds: ['rule'] });
    const ruleId = await addRule(author.userId);
    for (let n = 0; n < 52; n++) await send(`R${n}`, start, [[start, without]]);
    await run(start + minute);
    const { sent, ways } = createRecorder();
    for (const minutes of [1, 4, 60, 300]) await deliverAt(db, start + minutes * minute, { ways });
    expect(sent).toMatchObject([
      { channel: { channelId: own }, message: { kind: 'rulePaused', ruleId, ruleName: 'No customer', count: 52 } },
    ]);
    const log = await readLog(db);
    expect(log.filter(({ reason }) => reason === 'rulePaused')).toHaveLength(52);
    expect(log).toHaveLength(53);
  });

  test('AR-13: an author without a channel is notified by the fallback channel', async () => {
    const fallback = await addChannel(db, { is_fallback: true });
    await addRule((await addAuthor()).userId);
    for (let n = 0; n < 51; n++) await send(`R${n}`, start, [[start, without]]);
    await run(start + minute);
    const { sent, ways } = createRecorder();
    await deliverAt(db, start + 2 * minute, { ways });
    expect(sent).toMatchObject([{ channel: { channelId: fallback }, message: { kind: 'rulePaused', count: 51 } }]);
  });

  test('AR-09: a change of a running rule sends nothing for what merely continues, and that it ended where it was sent', async () => {
    const user = await addAuthor();
    await subscribe(db, await addChannel(db), { events: ['opened', 'cameBack', 'worse', 'resolved'] });
    const ruleId = await addRule(user.userId);
    await send('S1', start, [[start, without]]);
    await run(start + minute);
    const { sent, ways } = createRecorder();
    await deliverAt(db, start + 3 * minute, { ways });
    expect(eventsOf(sent)).toEqual(['opened']);
    const author = { user, requestId: 'r', now: new Date(start + hour) };
    // Another name, then other tests that hold as well.
    const changes = [
      { ...form, name: 'Renamed' },
      { ...form, name: 'Renamed', openDelayMinutes: 1 },
    ];
    for (const [n, one] of changes.entries()) {
      await inTransaction(db, (trx) => changeRule(trx, author, ruleId, { form: one, version: n + 1, untried: true }));
      await run(start + (n + 2) * hour);
      await deliverAt(db, start + (n + 3) * hour, { ways });
    }
    const { rows } = await sql<{ work: string }>`select work from condition where kind = 'rule'`.execute(db);
    expect(rows).toEqual([{ work: 'open' }]);
    expect(eventsOf(sent)).toEqual(['opened']);
    await inTransaction(db, (trx) => disableRule(trx, author, ruleId, 3));
    await run(start + 5 * hour);
    await deliverAt(db, start + 6 * hour, { ways });
    expect(eventsOf(sent)).toEqual(['opened', 'resolved']);
    expect(sent[1]?.message).toMatchObject({ items: [{ condition: { resolution: 'ruleChanged' } }] });
  });
});

describe('storms', () => {
  test('FG-04: devices that flap every 20 min bring one message each at most', async () => {
    const devices = 4;
    await subscribe(db, await addChannel(db, { limit_hour: 1000, limit_day: 10_000 }));
    const { sent, ways } = createRecorder();
    for (let at = start; at <= start + 4 * hour; at += 10 * minute) {
      const isDown = ((at - start) / (10 * minute)) % 2 === 0;
      for (let n = 0; n < devices; n++) {
        const site = { customerNumber: `C-${n}`, customerName: `C-${n}`, dealerNumber: 'D-7' };
        await send(`F${n}`, at, [[at, { ...(isDown && fault), site }]]);
      }
      await run(at + minute);
      await deliverAt(db, at + 5 * minute, { ways });
    }
    const openings = eventsOf(sent.filter(({ message }) => message.kind === 'change'));
    expect(openings).toEqual(openings.map(() => 'opened'));
    expect(openings.length).toBeGreaterThan(0);
    expect(openings.length).toBeLessThanOrEqual(devices);
  });

  test('FG-05: a collector that is unplugged for three hours brings one message, and one that it works again where that is wanted', async () => {
    const heard = async (at: number) => {
      await sql`
        insert into collector (collector_id, name, key_hash, last_contact_at) values
          (${collectorId}, 'south', ${Buffer.from(collectorId)}, ${new Date(at)})
        on conflict (collector_id) do update set last_contact_at = excluded.last_contact_at`.execute(db);
      await sql`
        insert into collector_status (collector_id, received_at, clock_offset_s, every_ms, head, failures, findings, failure_count, finding_count)
        values (${collectorId}, ${new Date(at)}, 0, 300000, '{}', '[]', '[]', 0, 0) on conflict do nothing`.execute(db);
    };
    const channelId = await addChannel(db);
    await subscribe(db, channelId);
    const both = await addChannel(db);
    await subscribe(db, both, { events: ['collector'] });
    await heard(start);
    for (let n = 0; n < 30; n++) await send(`U${n}`, start, [[start]]);
    await heard(start);
    const { sent, ways } = createRecorder();
    for (let at = start + minute; at < start + 3 * hour; at += 15 * minute) {
      await run(at);
      await deliverAt(db, at + 5 * minute, { ways });
    }
    await heard(start + 3 * hour);
    for (const minutes of [181, 200, 240]) {
      await run(start + minutes * minute);
      await deliverAt(db, start + (minutes + 5) * minute, { ways });
    }
    // As a P1 that no user takes up it has its one reminder besides (DE-07).
    const of = (id: string) =>
      sent.filter(({ channel, message }) => channel.channelId === id && message.kind !== 'reminder');
    expect(of(channelId)).toMatchObject([
      { message: { kind: 'change', items: [{ event: 'opened', place: { entity: 'collector', name: 'south' } }] } },
    ]);
    expect(eventsOf(of(both))).toEqual(['opened', 'resolved']);
  });
});
