import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { toItems, toReport } from '../../test/reports.ts';
import * as groups from '../features/groups/service.ts';
import { deliver } from '../features/ingest/receive/deliver.ts';
import { countCommonParts } from './common-parts.ts';
import { countText, foldSearch, recountSearch } from './fold-search.ts';
import { retireDevice } from './retire-device.ts';
import { readSearchTotal } from './search-totals.ts';
import { inTransaction, isConnectionTrouble, locks } from './transactions.ts';

let database: TestDatabase;
let collectorId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  collectorId = await addCollector(database);
  for (const group of [1, 2])
    await groups.addGroup(database.db, admin, { name: `Group ${group}`, rule: null, groupId: group });
});
afterAll(() => database.close());

const admin = { subject: 'os:tester', role: 'operator' } as const;
/** Histories that the property tries; `PLATEN_TEST_RUNS=200` tries more. */
const runs = Number(process.env['PLATEN_TEST_RUNS'] ?? 6);
/** Letters of several bytes, one beyond the basic plane, full width, and what `like` takes for a pattern. */
const names = ['Zoo', 'ǅ 100%', '日本', '𠮷野家', 'Ｃ３９１', 'a_b\\c', 'Straße', 'İzmir'] as const;

const step = fc.oneof(
  fc.record({
    kind: fc.constant('report' as const),
    devices: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }),
    customer: fc.constantFrom(undefined, ...names),
    dealer: fc.constantFrom(undefined, 'D-1', 'D-2'),
  }),
  fc.record({ kind: fc.constant('rule' as const), group: fc.constantFrom(1, 2), dealers: fc.subarray(['D-1', 'D-2']) }),
  fc.record({ kind: fc.constant('retire' as const), device: fc.nat(5), isRetired: fc.boolean() }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({
    kind: fc.constant('count' as const),
    text: fc.constantFrom('Zoo', '日本語', '野家 t', ' 100%', 'C-1 STR'),
  }),
  fc.record({ kind: fc.constant('parts' as const) }),
  fc.record({ kind: fc.constant('compare' as const) }),
  fc.record({ kind: fc.constant('kill' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

let reports = 0;
const report = (serials: readonly string[], customer?: string, dealer?: string) => {
  reports += 1;
  const at = new Date(Date.now() - 10 * 24 * 3_600_000 + reports * 1000);
  const site = {
    ...(customer === undefined ? {} : { customerNumber: 'C-1', customerName: customer }),
    ...(dealer === undefined ? {} : { dealerNumber: dealer }),
  };
  return deliver(database.db, toItems(serials.map((serial) => toReport(serial, at, { site }))), {
    collectorId,
    scope: everywhere,
    now: new Date(),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });
};

const retire = (serial: string, day: string | null) =>
  inTransaction(database.db, async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(${locks.groups})`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select device_id as id from device where serial = ${serial} for no key update`.execute(trx);
    for (const { id } of rows) await retireDevice(trx, id, day);
  });

async function kill(run: number): Promise<void> {
  // The sessions end somewhere within the work that is under way.
  const ended = Promise.allSettled([
    report([`T${run}-0`, `T${run}-6`], 'Ende', 'D-1'),
    groups.setRule(database.db, admin, 1, { dealerNumbers: ['D-1'] }),
    foldSearch(database.db),
    recountSearch(database.db),
  ]);
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`);
  await ended;
  await Promise.allSettled(Array.from({ length: 10 }, () => database.pool.query('select 1')));
}

async function perform(one: Step, run: number): Promise<void> {
  const toSerial = (n: number) => `T${run}-${n}`;
  switch (one.kind) {
    case 'report':
      await report(one.devices.map(toSerial), one.customer, one.dealer);
      return;
    case 'rule':
      await groups.setRule(database.db, admin, one.group, { dealerNumbers: one.dealers });
      return;
    case 'retire':
      await retire(toSerial(one.device), one.isRetired ? '2026-01-01' : null);
      return;
    case 'fold':
      await foldSearch(database.db);
      return;
    case 'count':
      await countText(database.db, one.text, escaped(one.text));
      return;
    case 'parts':
      await countCommonParts(database.db, 2);
      return;
    case 'compare':
      if (await recountSearch(database.db, 2)) throw new Error('a comparison by ranges found other texts');
      return;
    case 'kill':
      await kill(run);
      return;
  }
}

const all = sql<boolean>`d.held_by is null and d.retired_on is null`;
const ofGroup = sql<boolean>`${all} and d.group_ids @> '{1}'`;
const escaped = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
const asked = ['t', 'T', '日', '日本', '𠮷', '𠮷野', 'zo', 'ß', 'i', '%', '_', '\\', '0%', 'c3', '-1', 'q', 'ｚ'];
const longer = ['zoo', 'straße', '日本語', '野家 t', ' 100%', 'C-1 str'];

/** What the totals say of each text, and what counting says. */
async function compare(): Promise<{ known: unknown[]; counted: unknown[] }> {
  const known: unknown[] = [];
  const counted: unknown[] = [];
  for (const typed of [...asked, ...longer])
    for (const where of [all, ofGroup]) {
      const text = typed.normalize('NFKC');
      const total = await readSearchTotal({ text, pattern: escaped(text) }, where).execute(database.db);
      const { rows } = await sql<{ total: number }>`
        select count(*) as total from device d where d.search_text like lower(${escaped(text)}) and ${where}`.execute(
        database.db,
      );
      // A longer text is known from when it was first counted.
      const isKnown = total.rows[0]?.total !== null;
      if (!isKnown && !longer.includes(typed)) throw new Error(`the total of '${typed}' is not known`);
      known.push([typed, isKnown ? total.rows[0]?.total : rows[0]?.total]);
      counted.push([typed, rows[0]?.total]);
    }
  return { known, counted };
}

test('AP-36 DL-23: totals of short texts equal a count after any order of reports, moves, retirements and kills', async () => {
  await recountSearch(database.db);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      run += 1;
      for (const one of steps)
        await perform(one, run).catch((error: unknown) => {
          // A session that was killed while it rested fails its next work.
          if (!isConnectionTrouble(error)) throw error;
        });
      const before = await compare().catch(compare);
      expect(before.known).toEqual(before.counted);
      expect(await foldSearch(database.db)).toBe(true);
      const after = await compare();
      expect(after.known).toEqual(before.counted);
      expect(await recountSearch(database.db)).toBe(false);
    }),
    { numRuns: runs },
  );
});

test('AP-36: counting all while others deliver and fold leaves totals that equal a count', async () => {
  const work: Promise<unknown>[] = [];
  for (let n = 0; n < 40; n++) {
    work.push(report([`M${n % 7}`, `N${n}`], names[n % names.length], `D-${1 + (n % 2)}`));
    if (n % 10 === 0) {
      await sql`delete from search_state`.execute(database.db);
      work.push(recountSearch(database.db), foldSearch(database.db));
      work.push(groups.setRule(database.db, admin, 1, { dealerNumbers: [`D-${1 + (n % 2)}`] }));
    }
  }
  await Promise.all(work);
  await recountSearch(database.db);
  const { known, counted } = await compare();
  expect(known).toEqual(counted);
});

test('AP-36: a name written without a note is found by the next comparison, and counted', async () => {
  await report(['O1'], 'Zoo');
  await sql`update device set customer_name = 'Ωmega' where serial = 'O1'`.execute(database.db);
  expect(await recountSearch(database.db)).toBe(true);
  const { rows } = await readSearchTotal({ text: 'ω', pattern: '%ω%' }, all).execute(database.db);
  expect(rows[0]?.total).toBe(1);
  expect(await recountSearch(database.db)).toBe(false);
});

test('AP-36: a longer text is counted once, and its total follows changes; all are forgotten by a new count', async () => {
  const read = async () =>
    (await readSearchTotal({ text: 'Longer', pattern: '%Longer%' }, all).execute(database.db)).rows[0]?.total;
  await report(['L1', 'L2'], 'A longer name');
  expect([await read(), await countText(database.db, 'Longer', '%Longer%'), await read()]).toEqual([null, true, 2]);
  expect(await countText(database.db, 'lonGer', '%lonGer%')).toBe(false);
  await report(['L3'], 'No longer');
  await report(['L1'], 'Shorter');
  expect(await read()).toBe(2);
  await foldSearch(database.db);
  expect(await read()).toBe(2);
  await retire('L2', '2026-01-01');
  await foldSearch(database.db);
  expect(await read()).toBe(1);
  await sql`delete from search_state`.execute(database.db);
  await recountSearch(database.db);
  expect(await read()).toBeNull();
});

test('AP-36 DL-23: devices that have a text elsewhere are added to its total, each once', async () => {
  await report(['E1', 'E2'], 'Elsewhere');
  await report(['E3', 'E4'], 'Zoo');
  await countText(database.db, 'elsewhere', '%elsewhere%');
  const read = async (serials: string, where = all) => {
    const text = { text: 'Elsewhere', pattern: '%Elsewhere%', elsewhere: sql<boolean>`d.serial like ${serials}` };
    return (await readSearchTotal(text, where).execute(database.db)).rows[0]?.total;
  };
  expect([await read('X'), await read('E2'), await read('E3'), await read('E_')]).toEqual([2, 2, 3, 4]);
  await retire('E3', '2026-01-01');
  expect([await read('E_'), await read('E_', ofGroup)]).toEqual([3, 0]);
});

test('longer texts, and any text before the first count, have to be counted', async () => {
  const read = async (text: string) =>
    (await readSearchTotal({ text, pattern: `%${text}%` }, all).execute(database.db)).rows[0]?.total;
  expect([await read('zoo'), await read('t')]).toEqual([null, expect.any(Number)]);
  await sql`delete from search_state`.execute(database.db);
  expect(await read('t')).toBeNull();
  await recountSearch(database.db);
});
