import * as fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { toReport } from '../../../test/reports.ts';
import { deliver } from './deliver.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const now = new Date();
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const count = maybe(fc.oneof(fc.nat(9999).map(measured), fc.constant({ state: 'unknown' as const })));
const text = maybe(fc.oneof(fc.constantFrom('A', 'B', 'C').map(measured), fc.constant({ state: 'unknown' as const })));

/** What may differ from one report of a device to the next. */
const content = fc.record({
  model: text,
  manufacturer: text,
  total: count,
  black: count,
  errors: maybe(fc.array(fc.record({ hour: fc.nat(5), code: fc.constantFrom('E010', 'C260') }), { maxLength: 3 })),
  jammed: maybe(fc.boolean()),
  system: text,
  customer: maybe(fc.constantFrom('C-1', 'C-2')),
});
type Content = typeof content extends fc.Arbitrary<infer T> ? T : never;

const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;

function toVariant(serial: string, place: number, said: Content) {
  const {
    site: _site,
    status: _status,
    counters: _counters,
    ...head
  } = toReport(serial, new Date(now.getTime() - (place * 5 + 1) * 3_600_000));
  return {
    ...head,
    identity: without({ serial: measured(serial), enterprise: 7, model: said.model, manufacturer: said.manufacturer }),
    ...without({
      site: said.customer === undefined ? undefined : { customerNumber: said.customer },
      status: said.jammed === undefined ? undefined : { detectedErrors: said.jammed ? ['jammed'] : [] },
      firmware: said.system === undefined ? undefined : { system: said.system },
      errors: said.errors?.map(({ hour, code }) => ({
        code,
        occurredAt: new Date(now.getTime() - (hour + 60) * 3_600_000).toISOString(),
        counter: hour,
      })),
    }),
    counters: without({
      total: said.total === undefined ? undefined : { unit: 'impressions' as const, reading: said.total },
      black: said.black === undefined ? undefined : { unit: 'impressions' as const, reading: said.black },
    }),
  };
}

const send = (reports: readonly unknown[]) =>
  deliver(
    database.db,
    reports.map((value, index) => ({ index, value })),
    { collectorId: v7(), now, offlineHours: 48, readingMonths: 13, eventMonths: 24 },
  );

/** All that the store holds of a device, without what depends on its name. */
async function readAll(serial: string): Promise<string> {
  const { rows } = await sql<{ all: unknown }>`
    select jsonb_build_object(
      'device', (select to_jsonb(d) - 'device_id' - 'serial' - 'search_text' from device d where d.device_id = i.device_id),
      'sections', (select jsonb_agg(jsonb_build_array(section, observed_at, body - 'serial', field_times) order by section)
                   from device_section s where s.device_id = i.device_id and jsonb_typeof(body) = 'object'),
      'counters', (select jsonb_agg(to_jsonb(c) - 'device_id' order by day) from counter_day c where c.device_id = i.device_id),
      'errors', (select jsonb_agg(to_jsonb(e) - 'device_id' order by occurred_at, code) from device_error e where e.device_id = i.device_id),
      'reports', (select jsonb_agg(observed_at order by observed_at) from device_report r where r.device_id = i.device_id)
    ) as all
    from device_identity i where kind = 'serial' and value = ${`e7/${serial}`}`.execute(database.db);
  return JSON.stringify(rows);
}

test('AP-05: reports in any order, any grouping and with repetitions leave what they leave in order and once', async () => {
  let round = 0;
  const scramble = fc.record({
    reports: fc.array(content, { minLength: 1, maxLength: 7 }),
    order: fc.array(fc.nat(6), { maxLength: 14 }),
    size: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(scramble, async ({ reports, order, size }) => {
      round += 1;
      const [straight, mixed] = [`S${round}`, `X${round}`];
      for (const place of reports.keys())
        await send([
          toVariant(straight, reports.length - 1 - place, reports[reports.length - 1 - place] ?? ({} as Content)),
        ]);
      // Some come twice or thrice, none is left out.
      const places = [...order.filter((place) => place < reports.length), ...reports.keys()];
      const deliveries = places.map((place) => toVariant(mixed, place, reports[place] ?? ({} as Content)));
      for (let from = 0; from < deliveries.length; from += size) await send(deliveries.slice(from, from + size));
      expect(await readAll(mixed)).toBe(await readAll(straight));
    }),
    { numRuns: 60 },
  );
});
