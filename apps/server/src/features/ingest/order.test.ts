import * as fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { toItems, toReport } from '../../../test/reports.ts';
import { toClockOffset } from '../../base/time.ts';
import { loadCodes, loadHistories } from '../../history/load-histories.ts';
import { deliver } from './receive/deliver.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date();
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Histories that each property tries; `PLATEN_TEST_RUNS=1000` tries more. */
const runs = Number(process.env['PLATEN_TEST_RUNS'] ?? 30);

const count = maybe(fc.oneof(fc.nat(9999).map(measured), fc.constant({ state: 'unknown' as const })));
const text = maybe(fc.oneof(fc.constantFrom('A', 'B', 'C').map(measured), fc.constant({ state: 'unknown' as const })));

/** What may differ from one report of a device to the next. */
const content = fc.record({
  model: text,
  manufacturer: text,
  total: count,
  errors: maybe(fc.array(fc.record({ hour: fc.nat(5), code: fc.constantFrom('E010', 'C260') }), { maxLength: 3 })),
  jammed: maybe(fc.boolean()),
  system: text,
  customer: maybe(fc.constantFrom('C-1', 'C-2')),
  black: count,
  tray: count,
  toner: maybe(fc.nat(100)),
  part: maybe(fc.record({ pages: count, replacedHour: maybe(fc.nat(40)) })),
  warmUp: maybe(fc.oneof(fc.integer({ min: 10, max: 30 }).map(measured), fc.constant({ state: 'unknown' as const }))),
  reallocated: maybe(fc.nat(3)),
  codes: maybe(
    fc.array(fc.record({ main: fc.nat(2), sub: fc.nat(1), value: fc.constantFrom('1', '2') }), { maxLength: 3 }),
  ),
  address: text,
});
type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;

/** `ahead`: seconds by which the clock that dates the report is ahead. */
function toVariant(serial: string, place: number, reported: Content, ahead: number) {
  const hoursAgo = (hours: number) => new Date(now.getTime() + (ahead - hours * 3600) * 1000);
  const { site: _site, status: _status, counters: _counters, ...head } = toReport(serial, hoursAgo(place * 5 + 1));
  return {
    ...head,
    identity: without({
      serial: measured(serial),
      enterprise: 7,
      model: reported.model,
      manufacturer: reported.manufacturer,
    }),
    ...without({
      site: reported.customer === undefined ? undefined : { customerNumber: reported.customer },
      status: reported.jammed === undefined ? undefined : { detectedErrors: reported.jammed ? ['jammed'] : [] },
      firmware: reported.system === undefined ? undefined : { system: reported.system },
      errors: reported.errors?.map(({ hour, code }) => ({
        code,
        occurredAt: hoursAgo(hour + 60).toISOString(),
        counter: hour,
      })),
      supplies:
        reported.toner === undefined
          ? undefined
          : [{ index: '1', tonerColor: 'black' as const, percent: measured(reported.toner) }],
      parts: reported.part && [
        without({
          partsCode: '6250',
          pages: reported.part.pages,
          replacedAt:
            reported.part.replacedHour === undefined
              ? undefined
              : hoursAgo(reported.part.replacedHour + 50).toISOString(),
        }),
      ],
      sensors: reported.warmUp && [{ name: 'fuserWarmUp', reading: reported.warmUp }],
      storage:
        reported.reallocated === undefined
          ? undefined
          : [{ sataPort: 0, type: 'HDD' as const, smart: { '5': reported.reallocated } }],
      codes: reported.codes && { code05: reported.codes },
      network: reported.address && { interfaces: [{ ipAddress: reported.address }] },
    }),
    counters: without({
      paperSources: reported.tray && { CST1: { unit: 'sheets' as const, reading: reported.tray } },
      total: reported.total === undefined ? undefined : { unit: 'impressions' as const, reading: reported.total },
      black: reported.black === undefined ? undefined : { unit: 'impressions' as const, reading: reported.black },
    }),
  };
}

const collectorId = v7();
let deliveries = 0;
const send = (reports: readonly unknown[], ahead: number) =>
  deliver(database.db, toItems(reports), {
    collectorId,
    scope: everywhere,
    now,
    // The transport of a delivery takes a different time each time.
    clockOffset: toClockOffset(new Date(now.getTime() + ahead * 1000 - (deliveries++ % 20) * 1000), now),
    offlineHours: 48,
    readingMonths: 13,
    eventMonths: 24,
  });

/** Everything stored of a device, without what depends on its name. */
async function readAll(serial: string): Promise<string> {
  const { rows } = await sql<{ all: unknown; device_id: string }>`
    select jsonb_build_object(
      'device', (select to_jsonb(d) - 'device_id' - 'serial' - 'search_text' - 'late_at' from device d where d.device_id = i.device_id),
      'sections', (select jsonb_agg(jsonb_build_array(section, observed_at, body::jsonb - 'serial', field_times) order by section)
                   from reported_section s where s.device_id = i.device_id and json_typeof(body) = 'object'),
      'counters', (select jsonb_agg(to_jsonb(c) - 'device_id' order by day) from counter_day c where c.device_id = i.device_id),
      'errors', (select jsonb_agg(to_jsonb(e) - 'device_id' order by occurred_at, code) from device_error e where e.device_id = i.device_id),
      'reports', (select jsonb_agg(r.matters order by coalesce(r.read_at, r.observed_at), r.matters) from device_report r where r.device_id = i.device_id),
      'readings', (select jsonb_agg(to_jsonb(r) - 'device_id' order by day) from reading_day r where r.device_id = i.device_id),
      'versions', (select jsonb_agg(to_jsonb(v) - 'device_id' order by section, digest)
                   from section_version v where v.device_id = i.device_id),
      'replacements', (select jsonb_agg(to_jsonb(p) - 'device_id' order by item, replaced_on)
                       from device_replacement p where p.device_id = i.device_id)
    ) as all, i.device_id
    from device_identity i where kind = 'serial' and value = ${`e7/${serial}`}`.execute(database.db);
  const ids = rows.map((row) => row.device_id);
  const since = Math.floor(now.getTime() / 86_400_000) - 30;
  const histories = [...(await loadHistories(database.db, ids, since)).values()].map((toHistory) => toHistory());
  const codes = [...(await loadCodes(database.db, ids, since)).values()];
  return JSON.stringify([rows.map((row) => row.all), histories, codes], (_, value: unknown) =>
    value instanceof Map ? [...value].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)) : value,
  );
}

/**
 * Seconds, in whole minutes as they are corrected: right, a little off, the wrong time zone, a year ahead,
 * the first days of 1970.
 */
const clocks = [0, 180, 3600, -7 * 3600, 366 * 86_400 + 60, 10 * 86_400 - 60 * Math.floor(now.getTime() / 60_000)];

test('AP-05: different reports of one time leave the same state in any order, grouping and repetition', async () => {
  let round = 0;
  const scramble = fc.record({
    reports: fc.array(content, { minLength: 2, maxLength: 5 }),
    order: fc.array(fc.nat(6), { maxLength: 10 }),
    size: fc.integer({ min: 1, max: 5 }),
    places: fc.array(fc.nat(1), { minLength: 5, maxLength: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(scramble, async ({ reports, order, size, places }) => {
      round += 1;
      const [straight, mixed] = [`T${round}`, `U${round}`];
      const toReports = (serial: string) =>
        reports.map((report, number) => toVariant(serial, places[number] ?? 0, report, 0));
      for (const one of toReports(straight)) await send([one], 0);
      const reported = toReports(mixed).toReversed();
      const deliveries = [...order.flatMap((place) => reported[place] ?? []), ...reported];
      for (let from = 0; from < deliveries.length; from += size)
        for (const { result } of await send(deliveries.slice(from, from + size), 0)) expect(result).not.toBe('refused');
      expect(await readAll(mixed)).toBe(await readAll(straight));
    }),
    { numRuns: runs },
  );
}, 120_000);

test('AP-05: late, repeated, reordered, regrouped and wrongly dated reports leave the same state as in order and once', async () => {
  let round = 0;
  const scramble = fc.record({
    reports: fc.array(content, { minLength: 1, maxLength: 7 }),
    order: fc.array(fc.nat(6), { maxLength: 14 }),
    size: fc.integer({ min: 1, max: 5 }),
    ahead: fc.constantFrom(...clocks),
  });
  await fc.assert(
    fc.asyncProperty(scramble, async ({ reports, order, size, ahead }) => {
      round += 1;
      const [straight, mixed] = [`S${round}`, `X${round}`];
      // A clock that is off by less than 5 minutes counts as right: then both are dated by it.
      const right = Math.abs(ahead) <= 300 ? ahead : 0;
      const reported = reports.map((report, place) => ({ place, report }));
      for (const { place, report } of reported.toReversed())
        await send([toVariant(straight, place, report, right)], right);
      // Some come twice or thrice, none is left out.
      const places = [...order.flatMap((place) => reported[place] ?? []), ...reported];
      const deliveries = places.map(({ place, report }) => toVariant(mixed, place, report, ahead));
      for (let from = 0; from < deliveries.length; from += size)
        for (const { result } of await send(deliveries.slice(from, from + size), ahead))
          expect(result).not.toBe('refused');
      expect(await readAll(mixed)).toBe(await readAll(straight));
    }),
    { numRuns: runs },
  );
}, 120_000);
