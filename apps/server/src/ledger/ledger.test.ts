import { defaultCalendar, toWorkTime } from '@platen/diagnosis/conditions/calendar';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everywhere } from '../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { findDeviceId } from '../../test/device-ids.ts';
import { toItems, toReport } from '../../test/reports.ts';
import { addCounterDays } from '../../test/telemetry.ts';
import { dayMs } from '../base/time.ts';
import { runCommand, toRequest } from '../cli/admin/run-admin.ts';
import { deliver } from '../features/ingest/receive/deliver.ts';
import { loadLedger } from './load-ledger.ts';
import { toMetersOf } from './pack-format.ts';
import { packMonths } from './pack-months.ts';
import { verifyChains } from './verify-chain.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date();
const zone = toWorkTime({ ...defaultCalendar, zone: 'Europe/Berlin' });
const runs = Number(process.env['PLATEN_TEST_RUNS'] ?? 15);
const measured = (value: number) => ({ state: 'measured' as const, value });
const collectorId = v7();
const send = async (reports: readonly unknown[]) => {
  const options = {
    collectorId,
    scope: everywhere,
    now: new Date(),
    clockOffset: 0,
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  };
  for (const { result } of await deliver(database.db, toItems(reports), options)) expect(result).not.toBe('refused');
};

/** A report some hours before now. */
function toCount(serial: string, hours: number, total: number, color?: number) {
  const evidence = {
    protocol: 'snmp' as const,
    source: '1.3.6.1.2.1.43.10.2.1.4.1.1',
    name: 'prtMarkerLifeCount.1.1',
    raw: String(total),
    rule: 'asReported' as const,
  };
  return toReport(serial, new Date(now.getTime() - hours * 3_600_000), {
    counters: {
      total: { unit: 'impressions', reading: { ...measured(total), evidence } },
      ...(color !== undefined && { color: { unit: 'impressions' as const, reading: measured(color) } }),
    },
  });
}

const idOf = async (serial: string) => await findDeviceId(database, toCount(serial, 1, 1));
const readLedger = async (serial: string) => {
  const id = await idOf(serial);
  return (await loadLedger(database.db, [id], zone)).get(id) ?? [];
};

/** Reports of 70 days with falls among them, hours before now. */
const history = fc.uniqueArray(
  fc.record({
    hours: fc.integer({ min: 1, max: 70 * 24 }),
    total: fc.nat(3000),
    color: fc.option(fc.nat(900), { nil: undefined }),
  }),
  { selector: ({ hours }) => hours, minLength: 1, maxLength: 25 },
);

test('LG-05: late, repeated and shuffled reports, packed in between, give the same ledger as in order and once', async () => {
  let round = 0;
  const scramble = history.chain((reports) =>
    fc.record({
      reports: fc.constant(reports),
      shuffled: fc.shuffledSubarray([...reports, ...reports.slice(0, 4)], {
        minLength: reports.length + Math.min(4, reports.length),
      }),
      size: fc.integer({ min: 1, max: 6 }),
      packAfter: fc.nat(6),
    }),
  );
  await fc.assert(
    fc.asyncProperty(scramble, async ({ reports, shuffled, size, packAfter }) => {
      round += 1;
      const [straight, mixed] = [`S${round}`, `X${round}`];
      for (const { hours, total, color } of reports.toSorted((a, b) => b.hours - a.hours))
        await send([toCount(straight, hours, total, color)]);
      await packMonths(database.db, new Date(), zone);
      for (let from = 0, number = 0; from < shuffled.length; from += size, number++) {
        await send(
          shuffled.slice(from, from + size).map(({ hours, total, color }) => toCount(mixed, hours, total, color)),
        );
        if (number === packAfter) await packMonths(database.db, new Date(), zone);
      }
      await packMonths(database.db, new Date(), zone);
      const toFigures = (ledger: Awaited<ReturnType<typeof readLedger>>) =>
        ledger.map(({ at, values }) => [at, [...values]]);
      expect(toFigures(await readLedger(mixed))).toEqual(toFigures(await readLedger(straight)));
    }),
    { numRuns: runs },
  );
  expect((await verifyChains(database.db)).breaks).toEqual([]);
}, 180_000);

test('LG-02: a reading has its evidence, who asked which address, and when it came', async () => {
  await send([toCount('E1', 30, 1831)]);
  const [reading] = await readLedger('E1');
  expect(reading?.receivedAt).toBeGreaterThan(now.getTime() - 60_000);
  expect(reading && toMetersOf(reading)).toEqual({
    collector: 'North site',
    address: '192.0.2.7',
    meters: [
      {
        meter: 'total',
        value: 1831,
        evidence: {
          protocol: 'snmp',
          source: '1.3.6.1.2.1.43.10.2.1.4.1.1',
          name: 'prtMarkerLifeCount.1.1',
          raw: '1831',
          rule: 'asReported',
        },
      },
    ],
  });
});

test('LG-02: of reports every quarter of an hour four a day are kept, and the last before midnight of the zone', async () => {
  const from = Math.floor(now.getTime() / dayMs) * dayMs - 3 * dayMs;
  const hoursTo = (at: number) => (now.getTime() - at) / 3_600_000;
  await send(Array.from({ length: 96 }, (_, n) => toCount('Q1', hoursTo(from + n * 900_000), 1000 + n)));
  const ledger = await readLedger('Q1');
  const clock = ledger.map(({ at }) => new Date(at).toISOString().slice(11, 16));
  // The first is the first of all. Midnight of Berlin is 22:00 or 23:00 UTC.
  expect(clock.filter((time) => !/^2[12]:45$/.test(time))).toEqual(['00:00', '05:45', '11:45', '17:45', '23:45']);
  expect(clock).toHaveLength(6);
});

test('LG-02: the counters of days before the ledger are its first readings, without evidence', async () => {
  await send([toCount('D1', 5, 900)]);
  const id = await idOf('D1');
  const day = new Date(now.getTime() - 40 * dayMs).toISOString().slice(0, 10);
  await addCounterDays(database, id, { [day]: [700, 20, 680] });
  expect((await readLedger('D1')).map(({ values, text }) => [Object.fromEntries(values), text === null])).toEqual([
    [{ total: 700, color: 20, black: 680 }, true],
    [{ total: 900 }, false],
  ]);
});

async function admin(...argv: string[]) {
  const request = toRequest(argv);
  if ('help' in request) throw new Error(request.help);
  return await runCommand(request, { db: database.db, actor: 'os:tester' });
}

test('LG-03 LG-04: packs are chained; what was changed or taken away is named by ledger verify', async () => {
  for (const hours of [65 * 24, 40 * 24, 39 * 24]) await send([toCount('V1', hours, 5000 - hours)]);
  await packMonths(database.db, new Date(), zone);
  const id = await idOf('V1');
  expect((await admin('ledger', 'verify')).lines[0]).toMatch(/^\d+ packs of \d+ devices are whole$/);
  await sql`update meter_pack set body = replace(body, 'total', 'black') where device_id = ${id} and place = 1`.execute(
    database.db,
  );
  await expect(admin('ledger', 'verify')).rejects.toThrow(`${id}  V1`);
  expect((await verifyChains(database.db)).breaks).toMatchObject([{ deviceId: id, place: 1, kind: 'content' }]);
  await sql`delete from meter_pack where device_id = ${id} and place = (select max(place) from meter_pack where device_id = ${id})`.execute(
    database.db,
  );
  await sql`update meter_pack set body = replace(body, 'black', 'total') where device_id = ${id} and place = 1`.execute(
    database.db,
  );
  expect((await verifyChains(database.db)).breaks).toMatchObject([{ deviceId: id, kind: 'order' }]);
});
