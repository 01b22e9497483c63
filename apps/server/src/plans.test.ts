import type { SearchCriteria } from '@platen/contract/devices';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { silent } from '../test/silent.ts';
import { readStoppedPage } from './features/collectors/stopped-store.ts';
import { createCursors } from './features/devices/cursors.ts';
import { type ListRequest, readDevicePage } from './features/devices/store.ts';
import type { SignedInUser } from './identity/signed-in-user.ts';
import { findDueEntities } from './jobs/conditions/due-entities.ts';
import { findDue } from './jobs/judge/due.ts';
import { markOffline, markStopped } from './jobs/offline.ts';
import type { DueMemory } from './jobs/since-clear.ts';
import { countCommonParts } from './store/common-parts.ts';
import { type Connection, connect } from './store/database.ts';
import { correctWatch } from './store/device-watch.ts';
import { recountTotals } from './store/fleet-totals.ts';
import { countText, recountSearch } from './store/fold-search.ts';

const devices = 20_000;
let database: TestDatabase;
/** One session, so that its own figures say what its statements did. */
let single: Connection;
beforeAll(async () => {
  database = await createTestDatabase();
  // Group 1 holds half of the fleet, group 2 fifty devices; every tenth device has been silent for a week,
  // and the errors are outside of group 1. The owner's session has no limit for statements.
  await database.owner.query(`insert into device (device_id, serial, model, customer_number, customer_name, dealer_number, dealer_name,
      status, status_rank, reported_status, created_at, updated_at, received_at, group_ids)
    select gen_random_uuid(), 'SN' || lpad(n::text, 6, '0'), 'MFP ' || 2500 + n % 40, 'C-' || n % 2000, 'Customer ' || n % 2000 || ' Office',
      'D-' || n % 50, 'Dealer ' || n % 50, status, rank, status, now(), heard, heard,
      case when n % 2 = 0 then '{1}'::int[] else '{}' end || case when n <= 50 then '{2}'::int[] else '{}' end
    from generate_series(1, ${devices}) n,
      lateral (select now() - case when n % 10 = 0 then interval '7 days' else interval '1 hour' end as heard) h,
      lateral (select case when n % 10 = 7 then 'error' else 'normal' end as status, case when n % 10 = 7 then 0 else 4 end as rank) s`);
  await sql`update device set description = '東京' where serial in ('SN000007', 'SN019999')`.execute(database.db);
  await correctWatch(database.db);
  await recountTotals(database.db);
  await recountSearch(database.db);
  await markStopped(database.db, new Date());
  await database.owner.query(
    'vacuum analyze device, device_watch, stopped_device, fleet_total, search_total, search_cell',
  );
  single = connect(database.url, { log: silent, maxSessions: 1 });
});
afterAll(async () => {
  await single.close();
  await database.close();
});

const service: SignedInUser = {
  userId: '01900000-0000-7000-8000-00000000000a',
  subject: 'service',
  name: 'Service',
  role: 'service',
  seesAll: true,
  groups: [],
  agreedTermsVersion: '1.0.1',
};
const dealer: SignedInUser = { ...service, role: 'dealer', seesAll: false, groups: [{ groupId: 1, name: 'Half' }] };

/** Rows of tables that grow with the fleet, read by sequential scans of this session so far. */
const countScanned = async () => {
  await single.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await single.pool.query<{ scanned: number }>(
    `select sum(seq_tup_read)::bigint as scanned from pg_stat_user_tables where relname in ('device', 'device_watch', 'stopped_device')`,
  );
  return rows[0]?.scanned ?? Number.NaN;
};
/** Rows of devices, or of other tables, that this session has read so far, by whatever plan. */
const countRead = async (tables: readonly string[] = ['device']) => {
  await single.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await single.pool.query<{ read: number }>(
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint as read from pg_stat_user_tables where relname = any($1)',
    [tables],
  );
  return rows[0]?.read ?? Number.NaN;
};
/** Texts that lists had to count and that many devices contain. */
const manyFound: string[] = [];
const readList = (request: Partial<ListRequest>) =>
  readDevicePage(
    async (statement) => (await statement.execute(single.db)).rows,
    {
      cursors: createCursors(),
      count: (statement) => single.pool.query(statement),
      onManyFound: (text) => manyFound.push(text),
    },
    {
      user: service,
      filter: { search: '' },
      groupId: 0,
      sort: { column: 'serial', order: 'asc' },
      offset: 0,
      limit: 100,
      ...request,
    },
  );

test.each<[string, Partial<ListRequest>, number]>([
  ['of all', {}, devices],
  ['by status', { sort: { column: 'status', order: 'asc' } }, devices],
  ['by customer, descending', { sort: { column: 'customer', order: 'desc' } }, devices],
  ['of half the fleet', { groupId: 1 }, devices / 2],
  ['of half the fleet by status', { groupId: 1, sort: { column: 'status', order: 'asc' } }, devices / 2],
  ['of a small group', { groupId: 2 }, 50],
  ['of a small group by customer', { groupId: 2, sort: { column: 'customer', order: 'desc' } }, 50],
  ['of a dealer', { user: dealer }, devices / 2],
  ['of three dealer numbers', { filter: { criteria: { dealerNumbers: ['d-1', 'd-2', 'd-3'] } } }, 3 * 400],
  ['of the name of a dealer', { filter: { criteria: { dealerNames: ['dealer 7'] } } }, 400],
  ['of a dealer among those of half', { groupId: 1, filter: { criteria: { dealerNames: ['dealer 8'] } } }, 400],
])('AP-35 AP-36: a page %s and its total read no table from end to end', async (_, request, total) => {
  const before = await countScanned();
  const page = await readList(request);
  expect([page.total, page.rows.length, (await countScanned()) - before]).toEqual([total, Math.min(total, 100), 0]);
});

test.each<[string, Partial<ListRequest>, number]>([
  ['one letter', { filter: { search: 'c' } }, devices],
  ['one letter, of a dealer', { user: dealer, filter: { search: 'C' } }, devices / 2],
  ['two digits, of half the fleet', { groupId: 1, filter: { search: '77' } }, 190],
  ['one letter of another group', { user: dealer, groupId: 2, filter: { search: 'c' } }, 0],
  ['one letter that is nowhere', { filter: { search: '日' } }, 0],
  ['two letters that are nowhere', { user: dealer, filter: { search: 'q日' } }, 0],
])('AP-35 AP-36 DL-23: a search for %s counts no device', async (_, request, total) => {
  const scanned = await countScanned();
  const before = await countRead();
  const page = await readList(request);
  expect([page.total, page.rows.length, (await countScanned()) - scanned]).toEqual([total, Math.min(total, 100), 0]);
  expect((await countRead()) - before).toBeLessThanOrEqual(total === 0 ? 0 : 11_000);
});

test('AP-36 DL-23: a word that many devices have is counted once, and its total is known to all users', async () => {
  expect((await readList({ filter: { search: 'Office' } })).total).toBe(devices);
  expect(manyFound.splice(0)).toEqual(['Office']);
  await countText(single.db, 'Office', '%Office%');
  for (const request of [{}, { user: dealer }, { user: dealer, groupId: 2 }, { groupId: 2 }]) {
    const before = await countRead();
    const page = await readList({ ...request, filter: { search: 'office' } });
    const total = 'user' in request ? ('groupId' in request ? 0 : devices / 2) : 'groupId' in request ? 50 : devices;
    expect([request, page.total, page.rows.length]).toEqual([request, total, Math.min(total, 100)]);
    expect((await countRead()) - before).toBeLessThanOrEqual(500);
  }
  expect(manyFound).toEqual([]);
});

test('AP-36 DL-23: words that most devices have, and parts of them, are known before they are searched', async () => {
  expect(await countCommonParts(database.db)).toBeGreaterThan(0);
  expect(await countCommonParts(database.db)).toBe(0);
  // The last might be part of a code too.
  for (const search of ['Customer', 'custo', 'Offi', 'mfp 25', 'sn0', 'dea']) {
    const before = await countRead();
    expect([search, (await readList({ filter: { search } })).total, manyFound]).toEqual([search, devices, []]);
    expect((await countRead()) - before).toBeLessThanOrEqual(500);
  }
});

test.each<[string, Partial<ListRequest>, number]>([
  ['of a customer whose number many texts have', { filter: { search: 'customer 7 office' } }, 10],
  ['of two names', { filter: { search: 'd-7 dealer 7' } }, 400],
  ['of a customer, of half the fleet', { groupId: 1, filter: { search: 'customer 1234 office' } }, 10],
  ['of a customer without its beginning', { filter: { search: 'mer 1234 off' } }, 10],
])('AP-35 DL-23: a search by the full name %s looks at no other devices', async (_, request, total) => {
  const scanned = await countScanned();
  const before = await countRead();
  const page = await readList(request);
  expect([page.total, page.rows.length, (await countScanned()) - scanned]).toEqual([total, Math.min(total, 100), 0]);
  expect((await countRead()) - before).toBeLessThanOrEqual(2 * total + 100);
});

/** Rows that sessions of this database found by an index so far. */
const countFoundBy = async (index: string) => {
  await single.pool.query('select pg_stat_force_next_flush()');
  const { rows } = await single.pool.query<{ found: number }>(
    'select idx_tup_read::bigint as found from pg_stat_user_indexes where indexrelname = $1',
    [index],
  );
  return rows[0]?.found ?? Number.NaN;
};

test.each<[string, Partial<ListRequest>]>([
  ['a page', {}],
  ['a count', { offset: 500 }],
])('AP-35 AP-36: for %s of a text in half the fleet the group is not looked up', async (_, request) => {
  // As in a large fleet, where each device found lies in a page of its own, and looking it up costs most.
  const costs = { cpu_tuple_cost: 1000, cpu_index_tuple_cost: 0, cpu_operator_cost: 0 };
  for (const [name, cost] of Object.entries(costs)) await single.pool.query(`set ${name} = ${cost}`);
  try {
    const before = await countFoundBy('device_groups');
    expect((await readList({ groupId: 1, filter: { search: 'customer 126' }, ...request })).total).toBe(60);
    expect((await countFoundBy('device_groups')) - before).toBe(0);
  } finally {
    for (const name of Object.keys(costs)) await single.pool.query(`reset ${name}`);
  }
});

test('AP-35 DL-23: a text of common pairs is looked for in a sample, and by an index where it is rare there', async () => {
  const before = await countRead();
  expect((await readList({ filter: { search: 'customer 25' } })).total).toBe(110);
  expect((await countRead()) - before).toBeLessThanOrEqual(4000);
});

test.each<[string, SearchCriteria, number]>([
  ['the number of a dealer', { models: ['2525'], dealerNumbers: ['D-5'] }, 100],
  ['the name of a dealer', { models: ['2525'], dealerNames: ['Dealer 35'] }, 100],
])('AP-35 AP-36: a search for a model and %s looks at no other devices', async (_, criteria, total) => {
  const scanned = await countScanned();
  const before = await countRead();
  const page = await readList({ filter: { criteria } });
  expect([page.total, page.rows.length, (await countScanned()) - scanned]).toEqual([total, 100, 0]);
  // What the page finds, its rows, and the distinct models and names.
  expect((await countRead()) - before).toBeLessThanOrEqual(total + 100 + 200);
});

test.each<[string, { user: SignedInUser; groupId: number }, number]>([
  ['of all', { user: service, groupId: 0 }, 2000],
  ['of half the fleet', { user: service, groupId: 1 }, 2000],
  ['of a dealer', { user: dealer, groupId: 0 }, 2000],
])('AP-36: stopped devices %s and their total read no table from end to end', async (_, request, total) => {
  const before = await countScanned();
  const page = await readStoppedPage(single, { ...request, offset: 0, limit: 100, now: new Date() });
  expect([page.total, page.rows.length, (await countScanned()) - before]).toEqual([total, 100, 0]);
});

test('AP-05: the jobs that look for silent devices read no table from end to end', async () => {
  const before = await countScanned();
  expect(await markStopped(single.db, new Date())).toBe(0);
  expect(await markOffline(single.db, new Date(), 366 * 24)).toBe(0);
  expect((await countScanned()) - before).toBe(0);
});

test.each(['東京', '京', '東'])('AP-35 DL-23: the two devices with %s are found without a walk', async (text) => {
  const before = await countRead();
  const page = await readList({ filter: { search: text } });
  expect([page.total, page.rows.length]).toEqual([2, 2]);
  expect((await countRead()) - before).toBeLessThanOrEqual(20);
});

test('WL-05: what the worklist has to evaluate is found by what came since the last look', async () => {
  await database.owner.query(`
    insert into device_judgement (device_id, rules, through, judged_at, result, summary)
    select device_id, 1, received_at, now() - interval '1 hour', '{}', '{}' from device;
    insert into evaluation (entity_id, entity, through, judged_at, evaluated_at, memory)
    select device_id, 'device', through, judged_at, now(), '{}' from device_judgement`);
  await database.owner.query('vacuum analyze device_judgement, evaluation');
  const memory: DueMemory = { clearAt: new Date(), fullAt: new Date() };
  await database.owner.query(`
    update device_judgement set judged_at = now() where device_id = (select device_id from device where serial = 'SN000007')`);
  const countJoined = () => countRead(['device', 'device_judgement', 'evaluation']);
  const before = await countJoined();
  const { ids } = await findDueEntities(single.db, { now: new Date(), limit: 100, memory });
  expect(ids).toHaveLength(1);
  expect((await countJoined()) - before).toBeLessThanOrEqual(20);
});

test.each<[string, (atOnce: number) => Promise<unknown>, string[]]>([
  ['devices to judge', (atOnce) => findDue(single.db, 10, {}, atOnce), ['device', 'device_judgement']],
  [
    'devices to evaluate',
    (atOnce) => findDueEntities(single.db, { now: new Date(), limit: 10, memory: {}, atOnce }),
    ['device', 'device_judgement', 'evaluation'],
  ],
  ['next looks', (atOnce) => correctWatch(single.db, atOnce), ['device', 'device_watch', 'stopped_device']],
])('AP-36: a look at every device by ranges, for %s, reads no table more than once', async (_, look, tables) => {
  const before = await countRead(tables);
  await look(devices / 20);
  // Once to find the ranges, and once for each table.
  expect((await countRead(tables)) - before).toBeLessThanOrEqual((tables.length + 1.5) * devices);
});

test('AP-35: a page of half the fleet walks its order, and does not read the group', async () => {
  const before = await countRead();
  await readList({ groupId: 1, sort: { column: 'serial', order: 'desc' } });
  expect((await countRead()) - before).toBeLessThanOrEqual(500);
});

test.each<[string, Partial<ListRequest>]>([
  ['of half the fleet', { groupId: 1 }],
  ['of a dealer', { user: dealer }],
])('AP-35 DL-09: a page %s by status does not walk past the errors of others', async (_, request) => {
  const before = await countRead();
  const page = await readList({ ...request, sort: { column: 'status', order: 'asc' } });
  expect([page.total, page.rows.length]).toEqual([devices / 2, 100]);
  expect((await countRead()) - before).toBeLessThanOrEqual(500);
});

// Last, since it changes the fleet. Statistics still say that the group holds half, and the devices that stay
// have the first serials: descending order meets them last.
test('AP-35: a page of a group that became small finds its devices, and does not walk the order', async () => {
  await database.owner.query(`update device set group_ids = array_remove(group_ids, 1) where serial > 'SN000100'`);
  await recountTotals(database.db);
  const before = await countRead();
  const page = await readList({ groupId: 1, sort: { column: 'serial', order: 'desc' } });
  expect([page.total, page.rows.length]).toEqual([50, 50]);
  expect((await countRead()) - before).toBeLessThanOrEqual(500);
});
