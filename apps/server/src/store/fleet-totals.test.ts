import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCollector, everywhere } from '../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { readFleetTotals } from '../../test/fleet-totals.ts';
import { toItems, toReport } from '../../test/reports.ts';
import * as groups from '../features/groups/service.ts';
import { deliver } from '../features/ingest/receive/deliver.ts';
import { markOffline, markStopped } from '../jobs/offline.ts';
import { correctWatch } from './device-watch.ts';
import { foldTotals, recountTotals } from './fleet-totals.ts';
import { isConnectionTrouble } from './transactions.ts';

let database: TestDatabase;
let collectorId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  collectorId = await addCollector(database);
});
afterAll(() => database.close());

const admin = { subject: 'os:tester', role: 'operator' } as const;
/** Histories that the property tries; `PLATEN_TEST_RUNS=200` tries more. */
const runs = Number(process.env['PLATEN_TEST_RUNS'] ?? 12);
const hour = 3_600_000;
/** All times of the fleet are before this one. */
const start = Date.now() - 20 * 24 * hour;

const step = fc.oneof(
  fc.record({
    kind: fc.constant('report' as const),
    devices: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 4 }),
    dealer: fc.constantFrom(undefined, 'D-1', 'D-2', 'D-3'),
    name: fc.constantFrom(undefined, 'Dealer', 'Händler'),
    /** Hours before the clock: late reports are among them. */
    ago: fc.nat(90),
  }),
  fc.record({ kind: fc.constant('rule' as const), group: fc.constantFrom(1, 2), dealers: fc.subarray(['D-1', 'D-2']) }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({ kind: fc.constant('jobs' as const) }),
  fc.record({ kind: fc.constant('fold' as const) }),
  fc.record({ kind: fc.constant('recount' as const) }),
  fc.record({ kind: fc.constant('kill' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Reports at an hour of the clock; each observation is a new one. */
const report = (serials: readonly string[], at: number, dealer?: string, name?: string) =>
  deliver(
    database.db,
    toItems(
      serials.map((serial) =>
        toReport(serial, new Date(at), {
          site: {
            ...(dealer === undefined ? {} : { dealerNumber: dealer }),
            ...(name === undefined ? {} : { dealerName: name }),
          },
        }),
      ),
    ),
    { collectorId, scope: everywhere, now: new Date(), offlineHours: 48, readingMonths: 13, eventMonths: 24 },
  );

const kill = () =>
  database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and usename = current_user`);

async function perform(one: Step, clock: number, run: number, index: number): Promise<void> {
  switch (one.kind) {
    case 'report': {
      const at = clock - one.ago * hour + index * 1000;
      await report(
        one.devices.map((n) => `T${run}-${n}`),
        at,
        one.dealer,
        one.name,
      );
      return;
    }
    case 'rule':
      await groups.setRule(database.db, admin, one.group, { dealerNumbers: one.dealers });
      return;
    case 'jobs':
      await markOffline(database.db, new Date(clock), 48);
      await markStopped(database.db, new Date(clock));
      return;
    case 'fold':
      await foldTotals(database.db);
      return;
    case 'recount': {
      const wrong = await recountTotals(database.db, 2);
      if (wrong !== 0) throw new Error(`a count by ranges found ${wrong} wrong totals`);
      return;
    }
    case 'kill': {
      // The sessions end somewhere within the work that is under way.
      const work = [
        report([`T${run}-0`, `T${run}-6`], clock, 'D-3'),
        groups.setRule(database.db, admin, 1, { dealerNumbers: ['D-3'] }),
        markStopped(database.db, new Date(clock)),
        foldTotals(database.db),
        recountTotals(database.db, 2),
      ];
      const ended = Promise.allSettled(work);
      await kill();
      await ended;
      // Idle sessions that were killed leave the pool.
      await Promise.allSettled(Array.from({ length: 10 }, () => database.pool.query('select 1')));
      return;
    }
    case 'wait':
      return;
  }
}

test('AP-36: totals equal a count after any order of reports, moves between groups, silence and kills', async () => {
  for (const group of [1, 2])
    await groups.addGroup(database.db, admin, { name: `Group ${group}`, rule: null, groupId: group });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      run += 1;
      let clock = start;
      for (const [index, one] of steps.entries()) {
        if (one.kind === 'wait') clock += one.hours * hour;
        // A session that was killed while it rested fails its next work.
        await perform(one, clock, run, index).catch((error: unknown) => {
          if (!isConnectionTrouble(error)) throw error;
        });
      }
      const { known, counted } = await readFleetTotals(database.db).catch(() => readFleetTotals(database.db));
      expect(known).toEqual(counted);
      expect(await foldTotals(database.db)).toBe(true);
      expect((await readFleetTotals(database.db)).known).toEqual(counted);
      expect(await correctWatch(database.db)).toBe(0);
    }),
    { numRuns: runs },
  );
});

test('AP-36: many at once: deliveries, changes of groups, the jobs, folds and counts by ranges leave totals that equal a count', async () => {
  const work: Promise<unknown>[] = [];
  const recounts: Promise<number | undefined>[] = [];
  for (let n = 0; n < 40; n++) {
    const at = start + n * 1000;
    work.push(
      report(
        [`M${n % 7}`, `M${n % 5}`, `M${10 + n}`].filter((s, i, all) => all.indexOf(s) === i),
        at,
        `D-${1 + (n % 3)}`,
      ),
    );
    if (n % 8 === 0)
      work.push(groups.setRule(database.db, admin, 1 + (n % 2), { dealerNumbers: [`D-${1 + (n % 3)}`] }));
    if (n % 5 === 0) work.push(markStopped(database.db, new Date()), foldTotals(database.db));
    if (n % 4 === 0) recounts.push(recountTotals(database.db, 3));
  }
  await Promise.all(work);
  // Undefined: another was at it.
  expect((await Promise.all(recounts)).filter((wrong) => wrong !== undefined && wrong !== 0)).toEqual([]);
  const { known, counted } = await readFleetTotals(database.db);
  expect(known).toEqual(counted);
  expect(await correctWatch(database.db)).toBe(0);
});

test.each([1, 2, 50_000])(
  'AP-36: what an older server writes without a note is corrected by a count by %i at once',
  async (atOnce) => {
    const serial = `O${atOnce}`;
    await report([serial], start, 'D-9');
    await markStopped(database.db, new Date());
    await sql`update device set dealer_number = 'D "8", ö', updated_at = now() where serial = ${serial}`.execute(
      database.db,
    );
    expect(await correctWatch(database.db)).toBe(1);
    // Out of its former cell, into another one, in which it has not stopped.
    expect(await recountTotals(database.db, atOnce)).toBe(2);
    const { known, counted } = await readFleetTotals(database.db);
    expect(known).toEqual(counted);
    expect(await recountTotals(database.db, atOnce)).toBe(0);
  },
);
