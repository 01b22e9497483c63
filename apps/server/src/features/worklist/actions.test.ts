import { listAudit } from '@platen/contract/audit';
import { listPeople, listWorklist, readWorklistRow } from '@platen/contract/worklist';
import { v7 as newId } from 'uuid';
import { describe, expect, test } from 'vitest';
import { inDays, one, testWorklist } from '../../../test/test-worklist.ts';

const worklist = testWorklist();
const { idOf, send, call, act } = worklist;
const count = async (table: string) =>
  Number((await worklist.platen.database.pool.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

describe("a customer's call", () => {
  test('WL-19 WL-69 opens a condition, which stands in the list; a second one adds to it', async () => {
    const condition = await call();
    expect(condition).toMatchObject({
      kind: 'person',
      source: 'person',
      state: 'open',
      facts: { matter: 'noise', unusable: false, text: 'It rattles.' },
      cost: { points: 1 },
    });
    const list = listWorklist.answer.parse(await (await worklist.platen.get('service', '/v1/worklist')).json());
    expect(list.rows.find(({ rowId }) => rowId === worklist.own)?.conditions).toMatchObject([
      { conditionId: condition.conditionId },
    ]);
    expect((await call()).conditionId).toBe(condition.conditionId);
    expect((await call(worklist.own, 'slow')).conditionId).not.toBe(condition.conditionId);
  });

  test('GE-07: the same key answers as the first time and makes nothing; with another body it is refused', async () => {
    const key = `key-${newId()}`;
    const first = await call(worklist.own, 'paperJam', 'service', key);
    const events = await count('condition_event');
    expect(await call(worklist.own, 'paperJam', 'service', key)).toEqual(first);
    expect(await count('condition_event')).toBe(events);
    const other = { deviceId: worklist.own, matter: 'network', unusable: false };
    expect(await send('service', 'POST', '/v1/worklist/conditions', other, key)).toMatchObject({
      status: 409,
      value: { errorCode: 202003 },
    });
    // Another user's key is another key.
    expect((await call(worklist.own, 'network', 'dealer', key)).subject).toBe('network');
    expect((await send('service', 'POST', '/v1/worklist/conditions', other, 'short')).status).toBe(422);
  });

  test('GE-05 OA-20: a foreign or unknown device is refused as by its other calls, a technician enters no call', async () => {
    const body = (deviceId: string) => ({ deviceId, matter: 'noise', unusable: false });
    expect(await send('dealer', 'POST', '/v1/worklist/conditions', body(worklist.foreign))).toMatchObject({
      value: { errorCode: 200003 },
    });
    expect(await send('dealer', 'POST', '/v1/worklist/conditions', body(newId()))).toMatchObject({
      value: { errorCode: 200004 },
    });
    expect(await send('tech', 'POST', '/v1/worklist/conditions', body(worklist.own))).toMatchObject({
      value: { errorCode: 200002 },
    });
  });
});

describe('actions', () => {
  test('WL-21 WL-22 WL-27 WL-31 WL-68 GE-06: each step raises the version, and an older one is refused with what is there', async () => {
    const opened = await call();
    const acknowledged = one(await act('service', { action: 'acknowledge' }, opened));
    expect(acknowledged).toMatchObject({ state: 'acknowledged', version: opened.version + 1 });
    const stale = await act('service', { action: 'assign', assignee: idOf('admin') }, opened);
    expect([stale.codes, one(stale)]).toEqual([[202002], acknowledged]);
    const assigned = one(await act('service', { action: 'assign', assignee: idOf('admin') }, acknowledged));
    expect(assigned).toMatchObject({ state: 'assigned', assignee: { userId: idOf('admin') } });
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const snoozed = one(
      await act('service', { action: 'snooze', until, untilWorse: false, reason: 'waitingForPart' }, assigned),
    );
    expect(snoozed).toMatchObject({ state: 'snoozed', snooze: { until, reason: 'waitingForPart' } });
    const woken = one(await act('service', { action: 'wake' }, snoozed));
    expect(woken.state).toBe('assigned');
    const resolved = one(await act('service', { action: 'resolve', reason: 'fixed' }, woken));
    expect(resolved).toMatchObject({ state: 'resolved', resolution: 'fixed' });
    expect((await act('service', { action: 'acknowledge' }, resolved)).codes).toEqual([202003]);
  });

  test('WL-23 WL-24: planning makes a visit or joins the one of that device, day and person; an empty one is cancelled', async () => {
    const conditions = [await call(worklist.own, 'noise'), await call(worklist.own, 'slow')] as const;
    const plan = { action: 'plan', plannedDay: inDays(2), assignee: idOf('admin') };
    const first = one(await act('service', plan, conditions[0]));
    const second = one(await act('service', plan, conditions[1]));
    expect(first).toMatchObject({ state: 'planned', plannedDay: inDays(2), assignee: { userId: idOf('admin') } });
    expect(second.visitId).toBe(first.visitId);
    const other = one(await act('service', { ...plan, plannedDay: inDays(3) }, second));
    expect(other.visitId).not.toBe(first.visitId);
    expect(one(await act('service', { action: 'unplan' }, other)).state).toBe('assigned');
    const states = await worklist.platen.database.pool.query(
      'select visit_id, state from visit where visit_id = any($1)',
      [[first.visitId, other.visitId]],
    );
    expect(new Map(states.rows.map((row: { visit_id: string; state: string }) => [row.visit_id, row.state]))).toEqual(
      new Map([
        [first.visitId, 'planned'],
        [other.visitId, 'cancelled'],
      ]),
    );
    const { value } = await send('service', 'POST', '/v1/worklist/actions', {
      ...plan,
      plannedDay: inDays(-1),
      items: [{ conditionId: other.conditionId, version: 1 }],
    });
    expect(value).toMatchObject({ errorCode: 202001 });
  });

  test('WL-42: the same person takes an action back within ten minutes, once', async () => {
    const opened = await call();
    const {
      actionId,
      current: [acknowledged = opened],
    } = await act('service', { action: 'acknowledge' }, opened);
    const undo = { action: 'undo', actionId };
    expect((await act('admin', undo, acknowledged)).codes).toEqual([202003]);
    const back = await act('service', undo, acknowledged);
    expect([back.codes, one(back).state]).toEqual([[0], 'open']);
    expect((await act('service', undo, one(back))).codes).toEqual([202003]);
    const again = await act('service', { action: 'acknowledge' }, one(back));
    await worklist.platen.database.pool.query(
      `update condition_event set at = at - interval '11 minutes' where action_id = $1`,
      [again.actionId],
    );
    expect((await act('service', { action: 'undo', actionId: again.actionId }, one(again))).codes).toEqual([202003]);
    const { rows } = await worklist.platen.database.pool.query<{ n: number }>(
      `select count(*)::int as n from audit_entry where action = 'worklist undo' and subject = $1`,
      [`condition:${opened.conditionId}`],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  test('OA-20 WL-22: a technician takes what has no assignee, and only for the technician', async () => {
    const free = await call();
    const taken = one(await act('tech', { action: 'assign', assignee: idOf('tech') }, free));
    expect(taken.assignee?.userId).toBe(idOf('tech'));
    const others = one(await act('service', { action: 'assign', assignee: idOf('admin') }, taken));
    expect((await act('tech', { action: 'resolve', reason: 'fixed' }, others)).codes).toEqual([202003]);
    const items = [{ conditionId: others.conditionId, version: others.version }];
    for (const body of [
      { action: 'assign', assignee: idOf('dealer') },
      { action: 'plan', plannedDay: inDays(1), assignee: null },
    ])
      expect(await send('tech', 'POST', '/v1/worklist/actions', { ...body, items })).toMatchObject({
        value: { errorCode: 200002 },
      });
  });

  test('GE-05: a foreign and an unknown condition answer alike, and change nothing', async () => {
    const hidden = await call(worklist.foreign);
    const unknown = { conditionId: newId(), version: 1 };
    const answer = await act('dealer', { action: 'acknowledge' }, hidden, unknown);
    expect([answer.codes, answer.current]).toEqual([[204001, 204001], []]);
    expect((await act('service', { action: 'acknowledge' }, hidden)).codes).toEqual([0]);
  });

  test('GE-11 OA-50: an action writes one audit entry a condition, without the text of people', async () => {
    const opened = await call();
    await act('service', { action: 'resolve', reason: 'willNotBeDone', note: 'Too old.' }, opened);
    const { rows } = await worklist.platen.database.pool.query<{ actor: string; detail: unknown }>(
      `select actor, detail, request_id as request from audit_entry where action = 'worklist resolve' and subject = $1`,
      [`condition:${opened.conditionId}`],
    );
    expect(rows).toEqual([
      {
        actor: 'service',
        detail: expect.objectContaining({
          before: expect.objectContaining({ work: 'open' }),
          after: expect.objectContaining({ work: 'resolved', resolution: 'willNotBeDone' }),
          note: '(changed)',
        }),
        request: expect.any(String),
      },
    ]);
    // OA-50: the record names the device and what it is about.
    const page = await worklist.platen.get('admin', `/v1/audit?subject=condition:${opened.conditionId}`);
    const names = listAudit.answer.parse(await page.json()).entries.map(({ subject }) => subject.name);
    expect(new Set(names)).toEqual(new Set(['A · person']));
  });

  test.each([
    { action: 'snooze', untilWorse: false, reason: 'other', until: new Date(Date.now() + 3_600_000).toISOString() },
    { action: 'snooze', untilWorse: false, reason: 'waitingForPart' },
    {
      action: 'snooze',
      untilWorse: false,
      reason: 'waitingForPart',
      until: new Date(Date.now() + 91 * 86_400_000).toISOString(),
    },
    { action: 'resolve', reason: 'willNotBeDone' },
    { action: 'assign', assignee: '01900000-0000-7000-8000-00000000ffff' },
  ])('WL-27 WL-31: %j is refused', async (body) => {
    const items = [{ conditionId: newId(), version: 1 }];
    expect(await send('service', 'POST', '/v1/worklist/actions', { ...body, items })).toMatchObject({
      value: { errorCode: 202001 },
    });
  });

  test('GE-18: what people write is plain text of at most 2,000 characters, as it was written', async () => {
    const opened = await call();
    const items = [{ conditionId: opened.conditionId, version: opened.version }];
    const longest = `<b>Ring</b> twice &amp;\nthen wait. ${'x'.repeat(2000)}`.slice(0, 2000);
    const writing = (text: string) => [
      ['POST', '/v1/worklist/actions', { action: 'note', note: text, items }] as const,
      ['POST', '/v1/worklist/conditions', { deviceId: worklist.own, matter: 'slow', unusable: false, text }] as const,
      ['PUT', `/v1/worklist/${worklist.own}/priority`, { priority: 'P2', reason: text }] as const,
      ['PUT', `/v1/device/${worklist.own}/weight`, { weight: 2, reason: text }] as const,
    ];
    for (const [method, path, body] of [...writing(`${longest}x`), ...writing(' \n ')])
      expect(await send('service', method, path, body)).toMatchObject({ status: 422, value: { errorCode: 202001 } });
    for (const [method, path, body] of writing(longest))
      expect(await send('service', method, path, body)).toMatchObject({ status: 200 });
    const answer = await worklist.platen.get('dealer', `/v1/worklist/${worklist.own}`);
    const { notes, row, use, conditions } = readWorklistRow.answer.parse(await answer.json());
    const texts = [notes[0]?.text, row?.byHand?.reason, use.weight?.reason];
    expect([...texts, conditions.find(({ subject }) => subject === 'slow')?.facts.text]).toEqual(
      Array.from({ length: 4 }, () => longest),
    );
  });

  test('WL-60 GE-18: a note stays with the device', async () => {
    const opened = await call();
    expect((await act('service', { action: 'note', note: 'Key at the desk.' }, opened)).codes).toEqual([0]);
    const { rows } = await worklist.platen.database.pool.query('select text from device_note where device_id = $1', [
      worklist.own,
    ]);
    expect(rows).toEqual([{ text: 'Key at the desk.' }]);
  });
});

test('WL-22: people to whom one may assign are those who share a group; staff see everybody', async () => {
  const people = async (subject: string) =>
    listPeople.answer.parse(await (await worklist.platen.get(subject, '/v1/worklist/people')).json()).people;
  expect(new Set((await people('dealer')).map(({ userId }) => userId))).toEqual(
    new Set([idOf('dealer'), idOf('dealer-admin'), idOf('tech')]),
  );
  // Billing and customers have no work.
  const working = [...worklist.users].filter(([subject]) => subject !== 'billing' && subject !== 'customer');
  expect(new Set((await people('service')).map(({ userId }) => userId))).toEqual(new Set(working.map(([, id]) => id)));
});

test('WL-22 WL-23 GE-05: work on a device goes to no user who does not see it; people are listed with what they do not see', async () => {
  const people = async (subject: string, ...devices: string[]) => {
    const answer = await worklist.platen.get(subject, `/v1/worklist/people?devices=${devices.join()}`);
    return new Map(listPeople.answer.parse(await answer.json()).people.map(({ userId, unseen }) => [userId, unseen]));
  };
  const ofService = await people('service', worklist.own, worklist.foreign);
  expect([ofService.get(idOf('tech')), ofService.get(idOf('admin'))]).toEqual([1, 0]);
  // A foreign device counts as little as an unknown one.
  expect((await people('dealer', worklist.own, worklist.foreign)).get(idOf('tech'))).toBe(0);
  expect((await people('dealer', worklist.own, newId())).get(idOf('tech'))).toBe(0);
  const noId = await worklist.platen.get('service', `/v1/worklist/people?devices=${'-'.repeat(36)}`);
  expect(noId.status).toBe(422);
  const [seen, unseen] = [await call(), await call(worklist.foreign)];
  const assigned = await act('service', { action: 'assign', assignee: idOf('tech') }, seen, unseen);
  expect(assigned.codes).toEqual([0, 202003]);
  expect(assigned.current.map(({ assignee }) => assignee?.userId)).toEqual([idOf('tech'), undefined]);
  const plan = { action: 'plan', plannedDay: inDays(3), assignee: idOf('tech') };
  expect((await act('service', plan, unseen)).codes).toEqual([202003]);
  expect((await act('service', { ...plan, assignee: idOf('admin') }, unseen)).codes).toEqual([0]);
});

test('WL-63: marked as seen, the later instant counts', async () => {
  const at = new Date(Date.now() - 60_000).toISOString();
  expect((await send('admin', 'POST', '/v1/worklist/seen', { at })).value).toEqual({ at });
  const earlier = new Date(Date.now() - 120_000).toISOString();
  expect((await send('admin', 'POST', '/v1/worklist/seen', { at: earlier })).value).toEqual({ at });
  expect((await send('admin', 'POST', '/v1/worklist/seen', { at: '2999-01-01T00:00:00Z' })).status).toBe(422);
});
