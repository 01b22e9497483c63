import type { SearchCriteria } from '@platen/contract/devices';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { silent } from '../../../test/silent.ts';
import { addDevices, type TestDevice } from '../../../test/test-app.ts';
import type { Filter } from '../../device-list/filter.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { type Connection, connect } from '../../store/database.ts';
import { createCursors } from './cursors.ts';
import { createSharedQuery, readDevicePage } from './store.ts';

const service: SignedInUser = {
  userId: '01900000-0000-7000-8000-00000000000a',
  subject: 'service',
  name: 'Service',
  role: 'service',
  seesAll: true,
  groups: [],
  agreedTermsVersion: '1.0.1',
};
const dealer: SignedInUser = { ...service, subject: 'dealer', role: 'dealer', seesAll: false, groups: [] };

const search = (store: Pick<Connection, 'db' | 'pool'>, criteria: SearchCriteria, user = service) =>
  read(store, { criteria }, user);
const read = (store: Pick<Connection, 'db' | 'pool'>, filter: Filter, user = service) =>
  readDevicePage(
    async (statement) => (await statement.execute(store.db)).rows,
    { cursors: createCursors(), count: (statement) => store.pool.query(statement) },
    { user, filter, groupId: 0, sort: { column: 'serial', order: 'asc' }, offset: 0, limit: 100 },
  );

describe('results', () => {
  // Half of the signs mean something in a pattern, in JSON or in an array of PostgreSQL.
  const unit = fc.constantFrom('a', 'B', 'Ä', 'ß', '1', ' ', '%', '_', '\\', "'", '"', '{', ',', '東', 'Ｘ', 'ﾊﾟ', '😀');
  const value = (longest: number) => fc.string({ unit, minLength: 0, maxLength: longest });
  const number = fc.string({ unit: fc.constantFrom('A', 'b', '1', '-', '/'), minLength: 1, maxLength: 3 });
  const maybe = <T>(item: fc.Arbitrary<T>) => fc.option(item, { nil: null, freq: 5 });
  const device = fc.record({
    serial: maybe(number),
    model: maybe(value(6)),
    customer_number: maybe(number),
    customer_name: maybe(value(8)),
    description: maybe(value(8)),
    dealer_number: maybe(number),
    // Beyond what its index holds, now and then.
    dealer_name: maybe(
      fc.oneof(
        value(8),
        value(8).map((end) => `${'dealer '.repeat(40)}${end}`),
      ),
    ),
    group_ids: fc.subarray([1, 2]),
  });
  const entries = <T>(item: fc.Arbitrary<T>) =>
    fc.option(
      fc.oneof(
        { weight: 3, arbitrary: fc.array(item, { minLength: 1, maxLength: 6 }) },
        { weight: 1, arbitrary: fc.array(item, { minLength: 10, maxLength: 60 }) },
      ),
      { nil: undefined, freq: 1 },
    );
  const wanted = fc.string({ unit, minLength: 1, maxLength: 4 });
  const criteria = fc.record({
    mfpIdentifiers: entries(number),
    models: entries(wanted),
    customerNumbers: entries(number),
    customerNamesAndDescriptions: entries(wanted),
    dealerNumbers: entries(number),
    dealerNames: entries(wanted),
  });

  const comparable = (text: string) => text.normalize('NFKC').toLowerCase();
  const holds = (text: string | null | undefined, asked: readonly string[] | undefined, isWhole = false) =>
    asked === undefined ||
    asked.some((entry) =>
      isWhole
        ? text?.toLowerCase() === entry.toLowerCase()
        : text !== null && text !== undefined && comparable(text).includes(comparable(entry)),
    );
  /** The same search in plain JavaScript: OQ-46. */
  const matches = (item: TestDevice, asked: SearchCriteria) =>
    holds(item.serial, asked.mfpIdentifiers, true) &&
    holds(item.model, asked.models) &&
    holds(item.customer_number, asked.customerNumbers, true) &&
    (holds(item.customer_name, asked.customerNamesAndDescriptions) ||
      holds(item.description, asked.customerNamesAndDescriptions)) &&
    holds(item.dealer_number, asked.dealerNumbers, true) &&
    holds(item.dealer_name, asked.dealerNames);

  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test('AP-13 AS-01 OQ-46: a search finds what a comparison of every device finds, whatever it asks for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(device, { minLength: 1, maxLength: 40 }),
        fc.array(criteria, { minLength: 1, maxLength: 8 }),
        async (devices, searches) => {
          await database.owner.query('truncate device cascade');
          const ids = await addDevices(database, devices);
          for (const asked of searches)
            for (const user of [service, { ...dealer, groups: [{ groupId: 1, name: 'One' }] }]) {
              const expected = devices.flatMap((item, n) =>
                matches(item, asked) && (user.seesAll || item.group_ids.includes(1)) ? [ids[n]] : [],
              );
              const { rows, total } = await search(database, asked, user);
              expect([total, rows.map(({ deviceId }) => deviceId).sort()]).toEqual([expected.length, expected.sort()]);
            }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('short texts', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.close());

  test('AP-13 DL-23 OQ-32: one or two characters beyond ASCII are found wherever they stand', async () => {
    const names = [
      '東京',
      '京都 東',
      'a東b',
      'Straße',
      'STRASSE',
      'İzmir',
      'éß',
      '20 °C',
      'ﾊﾟ',
      'か゛',
      '𠮷野家',
      'K東',
    ];
    await addDevices(
      database,
      names.map((name, n) => ({ serial: `S${n}`, customer_name: name })),
    );
    for (const text of [
      '東',
      '東京',
      '京東',
      'a東',
      '東b',
      'ß',
      'Éß',
      'ße',
      'İ',
      'İz',
      '°',
      '°c',
      'パ',
      'が',
      '𠮷',
      '𠮷野',
      'k東',
    ]) {
      const { rows: compared } = await sql<{ serial: string }>`
        select serial from device where strpos(search_text, lower(${text.normalize('NFKC')})) > 0`.execute(database.db);
      const { rows, total } = await read(database, { search: text });
      const found = rows.map(({ serial }) => serial ?? '');
      expect([text, total, new Set(found)]).toEqual([
        text,
        compared.length,
        new Set(compared.map(({ serial }) => serial)),
      ]);
    }
  });
});

describe('plans', () => {
  const devices = 12_000;
  let database: TestDatabase;
  /** One session, so that its own figures say what its statements did. */
  let single: Connection;
  beforeAll(async () => {
    database = await createTestDatabase();
    // The owner's session has no limit for statements.
    await database.owner.query(`insert into device (device_id, serial, model, customer_number, customer_name, description, dealer_number, dealer_name,
        status, status_rank, reported_status, created_at, updated_at, received_at)
      select gen_random_uuid(), 'SN' || lpad(n::text, 6, '0'), 'MFP ' || 2500 + n % 40, 'C-' || n % 2000, 'Customer ' || n % 2000 || ' Office',
        'Floor ' || n % 12 || ', room ' || n % 300, 'D-' || n % 50, 'Dealer ' || n % 50, 'normal', 4, 'normal', now(), now(), now()
      from generate_series(1, ${devices}) n`);
    await database.owner.query(`update device set model = 'Zeta 9', customer_number = 'Z-9', customer_name = 'Zeta Zoo', dealer_number = 'Q-9', dealer_name = 'Qatar 9',
      address_text = '00:80:91:ab:cd:ef 192.0.2.77', device_code = 'C391' where serial in ('SN000007', 'SN011999')`);
    await database.owner.query('vacuum analyze device');
    single = connect(database.url, { log: silent, maxSessions: 1 });
  });
  afterAll(async () => {
    await single.close();
    await database.close();
  });

  const countScans = async () => {
    await single.pool.query('select pg_stat_force_next_flush()');
    const { rows } = await single.pool.query<{ scans: number }>(
      `select seq_scan as scans from pg_stat_user_tables where relname = 'device'`,
    );
    return rows[0]?.scans;
  };
  /** `n` entries of which the last one alone is in the fleet, at two devices. */
  const among = (n: number, wanted: string, other: (n: number) => string) => [
    ...Array.from({ length: n - 1 }, (_, index) => other(index)),
    wanted,
  ];

  test.each([1, 2, 5, 12, 13, 50, 200, 500])(
    'AP-13 CN-06: a search with %i entries that finds few devices never reads all of them',
    async (n) => {
      const searches: SearchCriteria[] = [
        { mfpIdentifiers: ['SN011999', ...among(n, 'sn000007', (index) => `X-${index}`)] },
        { models: among(n, 'zeta', (index) => `nothing ${index}`) },
        { models: among(n, 'ze', (index) => String.fromCharCode(0x4e00 + index)) },
        { customerNumbers: among(n, 'z-9', (index) => `X-${index}`) },
        { customerNamesAndDescriptions: among(n, 'zeta', (index) => `nothing ${index}`) },
        { customerNamesAndDescriptions: among(n, 'customer zzz office', (index) => `customer 7${index}x office`) },
        { customerNamesAndDescriptions: among(n, 'zo', (index) => String.fromCharCode(0x4e00 + index)) },
        { dealerNumbers: among(n, 'q-9', (index) => `X-${index}`) },
        { dealerNames: among(n, 'qatar', (index) => `nothing ${index}`) },
        { dealerNames: among(n, 'q', (index) => String.fromCharCode(0x4e00 + index)) },
      ];
      for (const criteria of searches) {
        const before = await countScans();
        const { total } = await search(single, criteria);
        expect([criteria, (await countScans()) === before, total <= 2]).toEqual([criteria, true, true]);
      }
    },
  );

  test.each(['sn000007', 'Ｚｅｔａ', 'q-9', 'Qatar', '192.0.2.77', '80-91-AB-CD', 'c391'])(
    'DL-23: the free search for %s, found at few devices, never reads all of them',
    async (text) => {
      const before = await countScans();
      const { total } = await read(single, { search: text });
      expect([(await countScans()) === before, total > 0 && total <= 2]).toEqual([true, true]);
    },
  );

  test('names of which there are more than five thousand are found by few and by many entries, long and short', async () => {
    await database.owner.query(`update device set description = 'Asset ' || md5(serial) where serial > 'SN006000'`);
    const { rows } = await database.pool.query<{ text: string }>(
      `select substr(md5(serial), 5, 12) as text from device where serial > 'SN006000' order by serial limit 40`,
    );
    const texts = rows.map(({ text }) => text);
    for (const n of [1, 4, 5, 12, 13, 40])
      expect((await search(single, { customerNamesAndDescriptions: texts.slice(0, n) })).total).toBe(n);
    const { rows: short } = await database.pool.query<{ total: number }>(
      `select count(*) as total from device where description ~ 'f0|0f' or customer_name ~ 'f0|0f'`,
    );
    expect((await search(single, { customerNamesAndDescriptions: ['F0', '0f'] })).total).toBe(short[0]?.total);
  });
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.owner.query('create table tick (n int); grant all on tick to public');
});
afterAll(() => database.close());

const tick = (n: number) => ({ text: 'insert into tick values ($1) returning n', values: [n] });
const ticks = async () =>
  (await database.pool.query<{ n: number }>('select n from tick order by n')).rows.map(({ n }) => n);

test('the same statement asked for at once runs once, with other values or later it runs again', async () => {
  const shared = createSharedQuery<{ n: number }>((statement) => database.pool.query(statement));
  const answers = await Promise.all([shared(tick(1)), shared(tick(1)), shared(tick(2)), shared(tick(1))]);
  expect(answers.map(({ rows }) => rows[0]?.n)).toEqual([1, 1, 2, 1]);
  expect(await ticks()).toEqual([1, 2]);
  await shared(tick(1));
  expect(await ticks()).toEqual([1, 1, 2]);
});

test('a failing statement fails for all its callers, and the next caller runs it again', async () => {
  const shared = createSharedQuery((statement) => database.pool.query(statement));
  const broken = { text: 'select 1 / $1::int as n', values: [0] };
  const failures = await Promise.allSettled([shared(broken), shared(broken)]);
  expect(failures.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect((await shared({ ...broken, values: [1] })).rows).toEqual([{ n: 1 }]);
  await expect(shared(broken)).rejects.toThrow('division by zero');
});

test('a shared statement is stopped when its last caller gives up, and the next caller runs it again', async () => {
  const stopped: AbortSignal[] = [];
  const shared = createSharedQuery<{ n: number }>((statement, signal) => {
    stopped.push(signal);
    return database.pool.query(statement);
  });
  const [one, two] = [new AbortController(), new AbortController()];
  const sleep = { text: 'select 1 as n, pg_sleep(0.2)', values: [] };
  const answers = [shared(sleep, one.signal), shared(sleep, two.signal)];
  one.abort();
  expect(stopped.map(({ aborted }) => aborted)).toEqual([false]);
  two.abort();
  expect(stopped.map(({ aborted }) => aborted)).toEqual([true]);
  answers.push(shared(sleep));
  expect(stopped.map(({ aborted }) => aborted)).toEqual([true, false]);
  await Promise.all(answers);
});
