import type { DeviceReport } from '@platen/contract/report';
import { tonerColors } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everywhere } from '../../../test/collectors.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { findDeviceId } from '../../../test/device-ids.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { toWholeCodes, toWholeCodes13, toWholeParts, toWholeSensors } from '../../device/whole-lists.ts';
import { checkReport } from './check-report.ts';
import { deliver } from './deliver.ts';
import { shortenCodes } from './short-codes.ts';
import { type ShortList, shortenParts, shortenSensors } from './short-lists.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
const now = new Date();
const rules = { now, readingMonths: 13, eventMonths: 24 };

const count = maybe(fc.maxSafeNat().map(measured));
const decimal = maybe(fc.double({ min: 0, max: 2000, noNaN: true }).map(measured));
const part = fc
  .record({
    partsCode: fc.constantFrom('6250', '6251', '6252', 'A-1'),
    description: maybe(fc.constant('a roller')),
    pages: fc.oneof({ weight: 5, arbitrary: maybe(fc.nat(99_999).map(measured)) }, count),
    driveHours: decimal,
    rotations: fc.oneof(count, fc.constant({ state: 'unknown' as const })),
    lifePages: maybe(fc.constant(measured(120_000))),
    consumedLife: decimal,
    replacedAt: maybe(
      fc.constantFrom(
        '2026-01-31T12:00:00Z',
        hoursAgo(30).toISOString(),
        '1970-01-01T00:00:00Z',
        '2026-02-30T00:00:00Z',
      ),
    ),
  })
  .map(without);
const sensor = fc
  .record({
    name: fc.oneof(fc.constantFrom('fuserWarmUp', 'feedRetries.CST1'), fc.string({ maxLength: 6 })),
    color: maybe(fc.constantFrom(...tonerColors)),
    unit: maybe(fc.oneof(fc.constantFrom('V', '°C'), fc.string({ maxLength: 3 }))),
    reading: fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map(measured),
      fc.integer().map(measured),
      fc.constant({ state: 'unknown' as const }),
    ),
  })
  .map(without);
const code = fc.record({ main: fc.nat(9), sub: fc.nat(2), value: fc.string({ maxLength: 3 }) });
const byNumber = (codes: readonly { main: number; sub: number; value: string }[]) =>
  codes.toSorted((a, b) => a.main - b.main || a.sub - b.sub);
const codes = fc
  .record({
    code05: maybe(fc.array(code, { maxLength: 4 }).map(byNumber)),
    code08: maybe(fc.array(code, { maxLength: 4 })),
    code13: maybe(fc.array(fc.record({ main: fc.nat(99), value: fc.constantFrom('1', '') }), { maxLength: 2 })),
  })
  .map(without);
const report = fc
  .record({
    parts: maybe(fc.array(part, { maxLength: 4 })),
    sensors: maybe(fc.array(sensor, { maxLength: 4 })),
    codes: maybe(codes),
  })
  .map((lists) => toReport('S', hoursAgo(1), without(lists) as Partial<DeviceReport>));

describe('AP-05: a list that holds nothing but figures', () => {
  test('is kept short, with its order, the times of parts and the units of sensors', () => {
    const parts = [
      { partsCode: '6300', pages: measured(10), driveHours: measured(1.5), lifePages: measured(100) },
      { partsCode: '6250', replacedAt: '2026-01-31T12:00:00Z', rotations: measured(9) },
    ];
    expect(toTexts(shortenParts(toBytes(parts)))).toMatchObject({
      short: '[["6300",10,1.5,null,null,100],["6250",null,null,9,null,null,"2026-01-31T12:00:00Z"]]',
      packed: '{"6300":[10,1.5,null,null,100],"6250":[null,null,9]}',
      rest: [{ partsCode: '6250', replacedAt: '2026-01-31T12:00:00Z' }],
    });
    const sensors = [
      { name: 'fuserWarmUp', unit: '°C', reading: measured(21.5) },
      { name: 'pixelCount', color: 'cyan', reading: measured(-2) },
    ];
    expect(toTexts(shortenSensors(toBytes(sensors)))).toMatchObject({
      short: '[["fuserWarmUp",null,21.5,"°C"],["pixelCount","cyan",-2]]',
      packed: '{"*3":21.5,"*54":-2}',
      rest: [],
    });
    const codes = {
      code05: [
        { main: 3612, sub: 0, value: '5' },
        { main: 3612, sub: 1, value: 'on' },
      ],
      code13: [{ main: 100, value: '' }],
    };
    expect(toTexts(shortenCodes(toBytes(codes)))).toMatchObject({
      short: '{"code05":[[3612,0,"5"],[3612,1,"on"]],"code13":[[100,""]]}',
      packed: '{"05-3612-0":"5","05-3612-1":"on","13-100":""}',
      rest: {},
    });
  });

  test.each([
    ['is empty', '[]'],
    ['is no list', '{"partsCode":"1","pages":{"state":"measured","value":1}}'],
    ['has a value that was not measured', '[{"partsCode":"1","pages":{"state":"unknown"}}]'],
    ['has a part without figures', '[{"partsCode":"1"}]'],
    [
      'has a code twice',
      '[{"partsCode":"1","pages":{"state":"measured","value":1}},{"partsCode":"1","pages":{"state":"measured","value":2}}]',
    ],
    ['has evidence', '[{"partsCode":"1","pages":{"state":"measured","value":1,"evidence":{}}}]'],
    ['has a figure beyond all devices', '[{"partsCode":"1","pages":{"state":"measured","value":99999999999}}]'],
    ['has no whole number of pages', '[{"partsCode":"1","pages":{"state":"measured","value":1.5}}]'],
    ['does not end', '[{"partsCode":"1","pages":{"state":"measured","value":1}}'],
    [
      'lacks a comma',
      '[{"partsCode":"1","pages":{"state":"measured","value":1}}[{"partsCode":"2","pages":{"state":"measured","value":1}}]',
    ],
  ])('is not taken for one where it %s', (_, text) => {
    expect(shortenParts(Buffer.from(text))).toBeUndefined();
  });

  test.each([
    ['are none', '{}'],
    ['have an empty list', '{"code05":[]}'],
    ['hold a code twice', '{"code13":[{"main":1,"value":"a"},{"main":1,"value":"b"}]}'],
    ['stand in another order', '{"code05":[{"main":2,"sub":0,"value":"a"},{"main":1,"sub":0,"value":"b"}]}'],
    ['lack a sub code', '{"code08":[{"main":1,"value":"a"}]}'],
    ['hold a negative number', '{"code13":[{"main":-1,"value":"a"}]}'],
    ['hold an escape', '{"code13":[{"main":1,"value":"\\""}]}'],
    ['hold more than ASCII', '{"code13":[{"main":1,"value":"é"}]}'],
    ['hold a text that is too long', `{"code13":[{"main":1,"value":"${'a'.repeat(257)}"}]}`],
    [
      'are too many',
      JSON.stringify({ code13: Array.from({ length: 5001 }, (_, place) => ({ main: place, value: 'a' })) }),
    ],
    ['are of an unknown kind', '{"code13":[{"main":1,"value":"a"}],"code14":[]}'],
    ['do not end', '{"code13":[{"main":1,"value":"a"}]'],
  ])('codes are not taken for one where they %s', (_, text) => {
    expect(shortenCodes(Buffer.from(text))).toBeUndefined();
  });

  test('is read as any other: what is said, warned of and refused is the same', () => {
    fc.assert(
      fc.property(report, (value) => {
        const line = JSON.stringify(value);
        const quick = checkReport({ index: 0, line: Buffer.from(line) }, rules);
        // A blank makes the patterns fail, and every list is read with its report.
        const careful = checkReport(
          {
            index: 0,
            line: Buffer.from(
              line
                .replaceAll('"reading":', '"reading": ')
                .replaceAll('{"partsCode"', '{ "partsCode"')
                .replaceAll('{"main"', '{ "main"'),
            ),
          },
          rules,
        );
        expect(toOutcome(quick)).toEqual(toOutcome(careful));
      }),
      { numRuns: 1000 },
    );
  });

  test('comes back out of the store as it was told', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(report, async (said) => {
        const serial = `R${round++}`;
        // As JSON knows it: without a negative zero.
        const line = JSON.stringify({ ...said, identity: { ...said.identity, serial: measured(serial) } });
        const value: DeviceReport = JSON.parse(line);
        const arrival = { ...rules, collectorId: v7(), scope: everywhere, offlineHours: 48 };
        const [result] = await deliver(database.db, [{ index: 0, line: Buffer.from(line) }], arrival);
        fc.pre(result?.result === 'stored' && result.warnings === undefined);
        const deviceId = await findDeviceId(database, value);
        const { rows } = await sql<{ section: string; body: unknown }>`
          select section, body from told_section where device_id = ${deviceId} and section in ('parts', 'sensors', 'codes')`.execute(
          database.db,
        );
        expect(Object.fromEntries(rows.map(({ section, body }) => [section, body]))).toEqual(
          without({ parts: value.parts, sensors: value.sensors, codes: value.codes }),
        );
      }),
      { numRuns: 60 },
    );
  });
});

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const toTexts = (list: ShortList | undefined) =>
  list && { short: list.short.toString(), packed: list.packed.toString(), rest: list.rest };

/** A list with blanks in it is kept as it came. */
function toWhole(name: string, json: string) {
  if (name === 'parts') return toWholeParts(JSON.parse(json));
  if (name === 'sensors') return toWholeSensors(JSON.parse(json));
  if (name !== 'codes') return JSON.parse(json) as unknown;
  const { code05, code08, code13 } = JSON.parse(json) as NonNullable<DeviceReport['codes']>;
  return without({
    code05: code05 && toWholeCodes(code05),
    code08: code08 && toWholeCodes(code08),
    code13: code13 && toWholeCodes13(code13),
  });
}

/** What comes of a report, whichever way its lists were written. */
function toOutcome(checked: ReturnType<typeof checkReport>) {
  if ('issues' in checked) return checked;
  const sections = [...checked.said.sections].map(([name, { text, reading, version }]) => [
    name,
    {
      whole: toWhole(name, text.toString()),
      reading: reading && JSON.parse(reading.toString()),
      version: version && { ...version, body: version.body.toString() },
    },
  ]);
  return { sections: Object.fromEntries(sections), replaced: checked.said.replaced, warnings: checked.warnings };
}
