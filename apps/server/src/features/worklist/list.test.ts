import { listWorklist, type WorklistPage } from '@platen/contract/worklist';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';
import { addToWorklist } from '../../../test/worklist.ts';

let platen: TestApp;
let ids: string[];
let collectorId: string;
let users: Map<string, string>;

const read = async (query = '', subject = 'service') => {
  const answer = await platen.get(subject, `/v1/worklist${query}`);
  expect([query, answer.status]).toEqual([query, 200]);
  const page: WorklistPage = listWorklist.answer.parse(await answer.json());
  return {
    ...page,
    serials: page.rows.map(({ serial, name, customerNumber }) => serial ?? name ?? customerNumber),
    total: Number(answer.headers.get('total-count')),
    hasMore: answer.headers.get('has-more'),
  };
};
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  platen = await createTestApp();
  const { database } = platen;
  await agreeForAll(database);
  await addGroup(database, 1, 'One', 'dealer');
  const { rows } = await database.pool.query<{ subject: string; user_id: string }>(
    'select subject, user_id from app_user',
  );
  users = new Map(rows.map(({ subject, user_id: id }) => [subject, id]));
  const me = users.get('service') ?? null;
  ids = await addDevices(
    database,
    ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((serial, n) => ({
      serial,
      model: n % 2 === 0 ? 'M1' : 'M2',
      customer_number: n < 3 ? 'K1' : 'K2',
      customer_name: n < 3 ? 'Kunde 1' : 'Kunde 2',
      group_ids: n < 3 ? [1] : [],
    })),
  );
  const [a = '', b = '', c = '', d = '', e = '', f = '', g = ''] = ids;
  await addToWorklist(database, a, [{ points: 8 }, { kind: 'supply', subject: 'black', points: 1 }], {
    rank: 12e6 + 9,
    raised_at: new Date().toISOString(),
    customer_number: 'K1',
  });
  await addToWorklist(database, b, [{ points: 7, assignee: me }], {
    rank: 14e6 + 7,
    overdue: true,
    customer_number: 'K1',
  });
  await addToWorklist(database, c, [{ kind: 'part', subject: 'fuser', points: 2, work: 'acknowledged' }], {
    rank: 8e6 + 2,
    customer_number: 'K1',
  });
  const snooze = { until: Date.now() + 1e9, untilWorse: false, reason: 'waitingForPart' };
  await addToWorklist(database, d, [{ points: 2, work: 'snoozed', snooze }], {
    priority: 2,
    rank: 8e6,
    customer_number: 'K2',
  });
  await addToWorklist(database, e, [{ points: 2, work: 'planned', planned_day: day(3) }], {
    rank: 8e6 + 2,
    planned_day: day(3),
    is_planned: true,
    customer_number: 'K2',
  });
  await addToWorklist(database, f, [{ points: 0.1 }], { rank: 0.1, customer_number: 'K2' });
  await addToWorklist(database, g, [{ points: 2, opened_at: '2026-03-01T08:00:00Z' }], {
    rank: 8e6 + 2,
    customer_number: 'K2',
  });
  collectorId = newId();
  await database.db
    .insertInto('collector')
    .values({ collector_id: collectorId, name: 'North', key_hash: Buffer.from('North') })
    .execute();
  await database.pool.query('update device set collector_id = $1, owner_id = $1 where device_id = any($2)', [
    collectorId,
    [a, d, e],
  ]);
  await addToWorklist(database, collectorId, [{ kind: 'collector', subject: '', points: 1.5, facts: { count: 3 } }], {
    entity: 'collector',
    rank: 8e6 + 1.5,
  });
  const customerId = newId();
  const [outbreak = ''] = await addToWorklist(
    database,
    customerId,
    [{ kind: 'outbreak', subject: 'supply', points: 3, facts: { count: 2 } }],
    {
      entity: 'customer',
      customer_number: 'K1',
      rank: 8e6 + 3,
    },
  );
  for (const [id, points] of [
    [a, 1],
    [g, 2],
  ] as const)
    await addToWorklist(database, id, [{ kind: 'supply', subject: 'cyan', points, inhibited_by: outbreak }], {});
});
afterAll(() => platen.close());

describe('the rows of the list', () => {
  test('WL-47 WL-51 WL-57: stand by class, lateness and cost, ties by time; without P4, snoozed and planned ones', async () => {
    const { serials, total, hasMore, rows, zone } = await read();
    expect(serials).toEqual(['B', 'A', 'K1', 'G', 'C', 'North']);
    expect([total, hasMore, zone]).toEqual([6, 'False', 'UTC']);
    expect(rows[1]).toMatchObject({
      rowId: ids[0],
      entity: 'device',
      priority: 'P1',
      conditionCount: 2,
      conditions: [
        { kind: 'down', state: 'open', cost: { points: 8 } },
        { kind: 'supply', subject: 'black' },
        { kind: 'supply', subject: 'cyan', inhibitedBy: expect.any(String) },
      ],
    });
    expect(rows[0]).toMatchObject({ state: 'assigned', assignee: { userId: users.get('service') } });
  });

  test('WL-66: pages join without a gap, and every sort holds all rows', async () => {
    const whole = await read('?limit=100');
    const pages = [await read('?limit=4'), await read('?limit=4&offset=4')];
    expect(pages.flatMap(({ serials }) => serials)).toEqual(whole.serials);
    expect(pages.map(({ hasMore, total }) => [hasMore, total])).toEqual([
      ['True', 6],
      ['False', 6],
    ]);
  });

  // In the order of work: B, A, K1 (customer), G, C, E (planned), North (collector).
  test.each([
    ['cost', ['B', 'A', 'K1', 'G', 'C', 'E', 'North'], ['North', 'G', 'C', 'E', 'K1', 'A', 'B']],
    ['priority', ['B', 'A', 'K1', 'G', 'C', 'E', 'North'], ['K1', 'G', 'C', 'E', 'North', 'B', 'A']],
    ['what', ['B', 'A', 'G', 'E', 'C', 'North', 'K1'], ['K1', 'North', 'C', 'B', 'A', 'G', 'E']],
    ['serial', ['A', 'B', 'C', 'E', 'G', 'K1', 'North'], ['G', 'E', 'C', 'B', 'A', 'K1', 'North']],
    ['model', ['A', 'G', 'C', 'E', 'B', 'K1', 'North'], ['B', 'A', 'G', 'C', 'E', 'K1', 'North']],
    ['customer', ['K1', 'B', 'A', 'C', 'G', 'E', 'North'], ['G', 'E', 'B', 'A', 'C', 'K1', 'North']],
    ['since', ['G', 'B', 'A', 'K1', 'C', 'E', 'North'], ['B', 'A', 'K1', 'C', 'E', 'North', 'G']],
    ['planned', ['E', 'B', 'A', 'K1', 'G', 'C', 'North'], ['E', 'B', 'A', 'K1', 'G', 'C', 'North']],
    ['answer', ['B', 'A', 'K1', 'G', 'C', 'E', 'North'], ['B', 'A', 'K1', 'G', 'C', 'E', 'North']],
    ['state', ['A', 'K1', 'G', 'North', 'C', 'B', 'E'], ['E', 'B', 'C', 'A', 'K1', 'G', 'North']],
    ['assignee', ['B', 'A', 'K1', 'G', 'C', 'E', 'North'], ['B', 'A', 'K1', 'G', 'C', 'E', 'North']],
  ])('WL-47 WL-56: sorted by %s in both directions, rows that agree in the order of work', async (sort, asc, desc) => {
    expect((await read(`?planned=1&sort=${sort}&sortOrder=asc`)).serials).toEqual(sort === 'cost' ? desc : asc);
    expect((await read(`?planned=1&sort=${sort}&sortOrder=desc`)).serials).toEqual(sort === 'cost' ? asc : desc);
    expect((await read(`?planned=1&sort=${sort}`)).serials).toEqual(asc);
  });

  test('FV-01 WL-57: counts the rows of each view for the user, of saved ones by their filters', async () => {
    const add = async (subject: string, name: string, definition: object, shared = false) => {
      const answer = await platen.post(subject, '/v1/views', {
        area: 'worklist',
        name,
        shared,
        isDefault: false,
        definition,
      });
      return ((await answer.json()) as { view: { viewId: string } }).view.viewId;
    };
    const down = await add('service', 'Down', { kind: 'down', sort: 'serial', groupBy: 'kind' });
    const ofGroup = await add('admin', 'One', { groupId: '1', planned: '1' }, true);
    const broken = await add('service', 'Broken', { kind: 'nothing' });
    const notAList = await add('service', 'No list', { customer: 'K1' });
    const { viewCounts } = await read('?viewCounts=1&kind=part');
    expect(viewCounts).toEqual({ todo: 6, mine: 1, isNew: 1, waiting: 1, [down]: 3, [ofGroup]: 5 });
    expect(Object.keys(viewCounts ?? {})).not.toContain(broken);
    expect(Object.keys(viewCounts ?? {})).not.toContain(notAList);
    expect((await read('?viewCounts=1', 'dealer')).viewCounts).toEqual({
      todo: 5,
      mine: 0,
      isNew: 1,
      waiting: 0,
      [ofGroup]: 5,
    });
    expect((await read()).viewCounts).toBeUndefined();
  });

  test.each([
    ['?assignee=me', ['B']],
    ['?assignee=none&kind=part,collector', ['C', 'North']],
    ['?priority=P4', ['F']],
    ['?state=snoozed', ['D']],
    ['?waiting=waitingForPart', ['D']],
    ['?planned=1', ['B', 'A', 'K1', 'G', 'C', 'E', 'North']],
    ['?due=overdue', ['B']],
    ['?due=week', ['E']],
    [`?customer=${encodeURIComponent('["K2"]')}`, ['G']],
    [`?model=${encodeURIComponent('["M2"]')}`, ['B']],
    ['?search=north', ['North']],
    ['?search=kunde%202', ['G']],
    ['?groupId=1', ['B', 'A', 'K1', 'C', 'North']],
  ])('WL-55 WL-57: %s finds %j', async (query, serials) => {
    const found = await read(query);
    expect(found.serials).toEqual(serials);
    expect(found.total).toBe(serials.length);
  });

  test('WL-55: a filter that is no list of texts is refused', async () => {
    expect((await platen.get('service', '/v1/worklist?customer=K1')).status).toBe(422);
  });

  test('WL-58: groups stand by their costliest row, each with all its rows', async () => {
    const { groups, serials } = await read('?groupBy=customer&limit=2');
    expect(serials).toEqual(['B', 'A']);
    expect(groups).toEqual([{ value: 'K1', name: 'Kunde 1', count: 4, cost: 7 + 9 + 2 + 3 }]);
    expect((await read('?groupBy=kind')).groups?.map(({ value }) => value)).toEqual([
      'down',
      'outbreak',
      'part',
      'collector',
    ]);
    expect((await read('?groupBy=assignee')).groups?.map(({ count }) => count)).toEqual([1, 5]);
  });

  test('WL-55 WL-66: each filter is counted with all others applied', async () => {
    const { facets = {} } = await read('?facets=1&kind=down');
    const counts = (name: string) => Object.fromEntries((facets[name] ?? []).map(({ value, count }) => [value, count]));
    expect(counts('kind')).toEqual({ down: 3, supply: 1, outbreak: 1, part: 1, collector: 1 });
    expect(counts('priority')).toEqual({ P1: 2, P2: 1, P4: 1 });
    expect(counts('state')).toEqual({ open: 2, assigned: 1, snoozed: 1 });
    expect(counts('assignee')).toEqual({ me: 1, none: 2 });
    expect(counts('customer')).toEqual({ K1: 2, K2: 1 });
    expect(counts('model')).toEqual({ M1: 2, M2: 1 });
    expect(facets['customer']?.[0]?.name).toBe('Kunde 1');
  });

  test('WL-55 WL-66: with rows without an owner, all but the assignees are counted of these alone', async () => {
    const { facets = {}, total, head } = await read('?facets=1&kind=down&assignee=none');
    const counts = (name: string) => Object.fromEntries((facets[name] ?? []).map(({ value, count }) => [value, count]));
    expect(total).toBe(2);
    expect(counts('priority')).toEqual({ P1: 1, P2: 1, P4: 1 });
    expect(counts('state')).toEqual({ open: 2, snoozed: 1 });
    expect(counts('assignee')).toEqual({ me: 1, none: 2 });
    expect(counts('customer')).toEqual({ K1: 1, K2: 1 });
    expect(head.pressing).toBe(6);
  });

  test('WL-57: the head counts whatever the filters, planned ones by themselves', async () => {
    const { head } = await read('?priority=P4');
    expect(head).toEqual({ unowned: 5, pressing: 6, p3: 0, planned: 1, nextPlannedDay: day(3), p4: 1, snoozed: 1 });
  });

  test('WL-63: what is new counts since the user marked the list as seen', async () => {
    expect((await read()).seen).toBeNull();
    await platen.database.db
      .insertInto('user_seen')
      .values({ user_id: users.get('admin') ?? '', area: 'worklist', at: new Date(Date.now() - 3_600_000) })
      .execute();
    const { seen, rows, serials } = await read('?isNew=1', 'admin');
    expect(serials).toEqual(['A']);
    expect(rows[0]?.isNew).toBe(true);
    expect(seen).toMatchObject({ goneByThemselves: 0, resolvedByVisits: 0, resolvedByPeople: 0 });
  });

  test('WL-18 WL-44 AU-44: a dealer sees own devices, and of rows about several devices the own part', async () => {
    const { rows, serials, freshness } = await read('', 'dealer');
    expect(serials).toEqual(['B', 'A', 'K1', 'C', null]);
    expect(rows[2]).toMatchObject({ cost: 1, conditions: [{ facts: { count: 1 }, cost: { points: 1 } }] });
    // The collector delivers for others too: its name is theirs.
    expect(rows[4]).toMatchObject({
      entity: 'collector',
      name: null,
      cost: 0.5,
      conditions: [{ facts: { count: 1 } }],
    });
    expect(freshness).toMatchObject({ waiting: 3, collectors: null });
  });

  test('WL-55 WL-64: what was resolved today is a list of its own, and an empty page says how long it is', async () => {
    const now = new Date();
    const earlier = new Date(now.getTime() - 25 * 3_600_000);
    const resolved = (subject: string, at: Date, resolution: string) => ({
      subject,
      work: 'resolved' as const,
      resolution,
      resolved_at: at.toISOString(),
    });
    const last = new Date(now.getTime() - 1);
    await addToWorklist(platen.database, ids[5] ?? '', [
      { ...resolved('C501', last, 'fixed'), assignee: users.get('service') ?? null },
      resolved('C502', now, 'device'),
      resolved('C503', earlier, 'fixed'),
    ]);
    await addToWorklist(platen.database, ids[6] ?? '', [
      { ...resolved('magenta', new Date(now.getTime() - 2), 'visit'), kind: 'supply', who_can_act: 'user' },
      resolved('C505', now, 'retired'),
    ]);
    const list = await read('?state=resolved&facets=1');
    expect([list.serials, list.total, list.hasMore]).toEqual([['F', 'G'], 2, 'False']);
    expect(list.rows[0]).toMatchObject({
      state: 'resolved',
      cost: 0,
      since: now.toISOString(),
      conditionCount: 2,
      actions: [],
      conditions: [
        { subject: 'C502', resolution: 'device' },
        { subject: 'C501', resolution: 'fixed' },
      ],
    });
    const counts = (name: string) =>
      Object.fromEntries((list.facets?.[name] ?? []).map(({ value, count }) => [value, count]));
    expect(counts('kind')).toEqual({ down: 1, supply: 1 });
    expect(counts('state')).toMatchObject({ resolved: 2, open: 4 });
    expect(counts('customer')).toEqual({ K2: 2 });
    expect(counts('assignee')).toEqual({ me: 1, none: 1 });
    expect([list.facets?.['priority'], list.facets?.['due']]).toEqual([undefined, undefined]);
    expect(list.head.pressing).toBe(6);
    for (const [query, serials] of [
      ['kind=supply', ['G']],
      ['assignee=me', ['F']],
      ['whoCanAct=user', ['G']],
      ['search=kunde%202&sort=serial&sortOrder=desc', ['G', 'F']],
      ['groupBy=kind', ['F', 'G']],
      ['limit=1&offset=1', ['G']],
    ] as const)
      expect([query, (await read(`?state=resolved&${query}`)).serials]).toEqual([query, serials]);
    expect((await read('?state=resolved', 'dealer')).serials).toEqual([]);
    expect((await read('?kind=firmware')).head).toMatchObject({ resolvedToday: 2, snoozed: 1, p4: 1 });
    expect((await read('?kind=firmware', 'dealer')).head.resolvedToday).toBe(0);
    expect((await read()).head.resolvedToday).toBeUndefined();
  });

  test('GE-08: today, of what was resolved, is the day in the zone of the organisation', async () => {
    const { pool } = platen.database;
    // The zone in which it is the first hour of the day now.
    const hour = new Date().getUTCHours();
    const zone = hour <= 12 ? `Etc/GMT+${hour}` : `Etc/GMT-${24 - hour}`;
    const setZone = (settings: object) => pool.query('update organisation set settings = $1', [settings]);
    const [id = ''] = await addDevices(platen.database, [{ serial: 'H', model: 'M1' }]);
    const resolve = (subject: string, minutes: number) => ({
      subject,
      work: 'resolved' as const,
      resolution: 'fixed',
      resolved_at: new Date(Date.now() - minutes * 60_000).toISOString(),
    });
    await addToWorklist(platen.database, id, [resolve('C601', 0), resolve('C602', 61)]);
    try {
      await setZone({ zone });
      const { rows } = await read('?state=resolved&search=H');
      expect(rows.map(({ conditions }) => conditions.map(({ subject }) => subject))).toEqual([['C601']]);
    } finally {
      await setZone({});
    }
  });

  test('GE-01: an unchanged page answers 304 to its tag', async () => {
    const first = await platen.get('service', '/v1/worklist');
    const tag = first.headers.get('etag') ?? '';
    expect((await platen.get('service', '/v1/worklist', { 'if-none-match': tag })).status).toBe(304);
  });
});
