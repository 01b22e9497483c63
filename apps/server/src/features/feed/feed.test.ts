import { feedDays, feedPageSize } from '@platen/contract/ticket-names';
import { feedConditions } from '@platen/contract/tickets';
import { addToken } from '@platen/contract/tokens';
import { enterCall } from '@platen/contract/worklist';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addToWorklist, type TestCondition } from '../../../test/worklist.ts';

let platen: TestApp;
let tokens: Record<'service' | 'dealer', string>;
let devices: string[];

const day = 86_400_000;
const makeToken = async (subject: string, scope = 'conditions.read') => {
  const answer = await platen.post(subject, '/v1/tokens', {
    name: 'ERP',
    scopes: [scope],
    ofOrganisation: false,
    endsOn: new Date(Date.now() + 10 * day).toISOString().slice(0, 10),
    addresses: [],
  });
  return addToken.answer.parse(await answer.json()).token ?? '';
};
const fetchPage = (query: Record<string, string> = {}, token = tokens.service) =>
  fetch(`${platen.url}/v1/conditions?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${token}` },
  });
const read = async (query: Record<string, string> = {}, token = tokens.service) => {
  const answer = await fetchPage(query, token);
  expect(answer.status).toBe(200);
  return feedConditions.answer.parse(await answer.json());
};
const subjects = ({ conditions }: { conditions: readonly { subject: string }[] }) =>
  conditions.map(({ subject }) => subject);
const add = (device: number, ...conditions: TestCondition[]) =>
  addToWorklist(platen.database, devices[device] ?? '', conditions, { customer_number: 'C-1' });
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer');
  tokens = { service: await makeToken('service'), dealer: await makeToken('dealer') };
});
afterAll(() => platen.close());
beforeEach(async () => {
  await platen.database.owner.query('truncate condition, condition_event, worklist_row cascade');
  devices = await addDevices(platen.database, [
    { serial: 'A', model: 'M', group_ids: [1], updated_at: new Date() },
    { serial: 'B', model: 'M', updated_at: new Date() },
  ]);
});

test('TK-12: every condition once, in the order of changes, a thousand a page, and nothing when nothing changed', async () => {
  const count = feedPageSize + 5;
  await add(0, ...Array.from({ length: count }, (_, n) => ({ subject: `S${n}` })));
  const first = await read();
  expect(first).toMatchObject({ hasMore: true, next: first.conditions.at(-1)?.change });
  expect(first.conditions).toHaveLength(feedPageSize);
  const second = await read({ changedSince: first.next ?? '' });
  expect(second.hasMore).toBe(false);
  const all = [...first.conditions, ...second.conditions];
  expect(new Set(subjects({ conditions: all })).size).toBe(count);
  expect(all.map(({ change }) => change)).toEqual(all.map(({ change }) => change).toSorted());
  const third = await read({ changedSince: second.next ?? '' });
  expect(third).toEqual({ conditions: [], hasMore: false, next: second.next });
});

test('TK-12: what changes again comes again, after all that came before; that it is merely seen is no change', async () => {
  await add(0, { subject: 'before' });
  const deviceId = devices[1];
  const called = await platen.post('service', '/v1/worklist/conditions', {
    deviceId,
    matter: 'noise',
    unusable: false,
  });
  const { condition } = enterCall.answer.parse(await called.json());
  const { next } = await read();
  const act = async (body: object) => {
    const { rows } = await platen.database.pool.query<{ conditionId: string; version: number }>(
      'select condition_id as "conditionId", version from condition where condition_id = $1',
      [condition.conditionId],
    );
    expect((await platen.post('service', '/v1/worklist/actions', { ...body, items: rows })).status).toBe(200);
  };
  await act({ action: 'note', note: 'rang back' });
  expect(subjects(await read({ changedSince: next ?? '' }))).toEqual([]);
  await act({ action: 'acknowledge' });
  const { conditions } = await read({ changedSince: next ?? '' });
  expect(conditions).toMatchObject([
    { conditionId: condition.conditionId, state: 'acknowledged', source: 'person', serial: 'B' },
  ]);
});

test('TK-12: a change that is committed after later ones is not missed', async () => {
  await add(0, { subject: 'before' });
  const { next } = await read();
  const writer = await platen.database.pool.connect();
  try {
    const [slow = '', later = ''] = await add(1, { subject: 'slow' }, { subject: 'later' });
    await writer.query('begin');
    await writer.query('update condition set changed_at = clock_timestamp() where condition_id = $1', [slow]);
    await platen.database.pool.query('update condition set changed_at = clock_timestamp() where condition_id = $1', [
      later,
    ]);
    const meanwhile = await read({ changedSince: next ?? '' });
    await writer.query('commit');
    const rest = await read({ changedSince: meanwhile.next ?? next ?? '' });
    expect([...subjects(meanwhile), ...subjects(rest)]).toEqual(expect.arrayContaining(['slow', 'later']));
    expect(subjects(meanwhile)).not.toContain('later');
  } finally {
    writer.release();
  }
});

test('TK-12: changes stay for thirty days', async () => {
  const [old = ''] = await add(0, { subject: 'old' }, { subject: 'new' });
  const at = new Date(Date.now() - (feedDays + 1) * day);
  await platen.database.owner.query('update condition set changed_at = $2 where condition_id = $1', [old, at]);
  expect(subjects(await read())).toEqual(['new']);
  expect(subjects(await read({ changedSince: new Date(0).toISOString() }))).toEqual(['new']);
});

test('XC-02: a judgement is in it once a person acted on it, not because a person wrote a note', async () => {
  const [id = ''] = await add(0, { subject: 'drum.yellow' });
  await platen.database.owner.query(`update condition set source = 'judgement', kind = 'part' where true`);
  const note = (change: string) =>
    platen.database.owner.query(
      `insert into condition_event (entity_id, event_id, condition_id, at, change) values ($1, $2, $3, now(), $4)`,
      [devices[0], newId(), id, change],
    );
  expect(subjects(await read())).toEqual([]);
  await note('note');
  expect(subjects(await read())).toEqual([]);
  await note('acknowledge');
  expect(await read()).toMatchObject({ conditions: [{ conditionId: id, source: 'judgement' }] });
});

test('TK-12 OA-30 OA-31: a token sees what its maker sees, and needs the scope', async () => {
  await add(0, { subject: 'own' });
  await add(1, { subject: 'foreign' });
  expect(subjects(await read()).toSorted()).toEqual(['foreign', 'own']);
  expect(subjects(await read({}, tokens.dealer))).toEqual(['own']);
  const lacking = await fetchPage({}, await makeToken('service', 'devices.read'));
  expect(lacking.status).toBe(403);
});

test('WL-46 TK-12: what follows from another condition is left out', async () => {
  await add(0, { subject: 'cause' }, { subject: 'effect', inhibited_by: newId() });
  expect(subjects(await read())).toEqual(['cause']);
});

test('TK-12: the same as CSV, in which no text is run', async () => {
  await add(0, { subject: '=1+2' });
  const answer = await fetchPage({ format: 'csv' });
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('has-more')).toBe('False');
  const [head, line] = (await answer.text()).trim().split('\r\n');
  expect(head).toContain('conditionId,change,changedAt,kind,subject');
  expect(line).toContain(",'=1+2,");
  expect(line).toContain(answer.headers.get('next-change'));
});

test('TK-12: a place that cannot be is refused with its field', async () => {
  for (const changedSince of [
    'yesterday',
    '2026-11-24',
    '2026-13-40T00:00:00Z',
    '2026-11-24T00:00:00Z_x',
    `2026-11-24T00:00:00Z_${newId()}_`,
    "2026-11-24T00:00:00Z'; drop table condition",
  ]) {
    const answer = await fetchPage({ changedSince });
    expect([changedSince, answer.status, await answer.json()]).toEqual([
      changedSince,
      422,
      expect.objectContaining({ errorCode: 202001, detail: [{ msg: expect.stringMatching(/^changedSince: /) }] }),
    ]);
  }
});
