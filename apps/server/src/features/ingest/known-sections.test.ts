import type { DeviceReport } from '@platen/contract/report';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { checkReport } from './check-report.ts';
import { KnownTexts, rememberedCharacters } from './known-sections.ts';

const rules = { now: new Date(), readingMonths: 13, eventMonths: 24 };
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const without = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined)) as T;
const percent = fc.oneof(fc.integer({ min: 0, max: 120 }).map(measured), fc.constant({ state: 'unknown' as const }));
const name = fc.constantFrom('toner', 'トナー', 'a\n"b"', '');
const sections = fc
  .record({
    supplies: maybe(
      fc.array(
        fc.record({
          index: fc.constant('1.1'),
          description: name,
          class: fc.constant('supplyThatIsConsumed' as const),
          type: fc.constant('toner'),
          tonerColor: fc.constant('black' as const),
          percent,
        }),
        { maxLength: 2 },
      ),
    ),
    firmware: maybe(fc.record({ system: name.map(measured) })),
    network: maybe(fc.record({ interfaces: fc.constant([]), hostName: name.map(measured) })),
    storage: maybe(
      fc.array(fc.record({ sataPort: fc.nat(9), type: fc.constant('SSD' as const), wearPercent: percent }), {
        maxLength: 2,
      }),
    ),
  })
  .map(without);

const check = (report: object) => checkReport({ index: 0, line: Buffer.from(JSON.stringify(report)) }, rules);

describe('AP-05: a section in words that were read before', () => {
  test('is kept as the first time, and what is wrong in it is found again', () => {
    fc.assert(
      fc.property(sections, (said) => {
        const report = toReport('S', hoursAgo(1), said as Partial<DeviceReport>);
        const first = check(report);
        expect(check(report)).toEqual(first);
        // Read with care, as nothing is known of a report with blanks.
        const careful = checkReport({ index: 0, line: Buffer.from(JSON.stringify(report, null, 1)) }, rules);
        expect('issues' in careful ? careful.issues : careful.warnings).toEqual(
          'issues' in first ? first.issues : first.warnings,
        );
      }),
      { numRuns: 500 },
    );
  });

  test('means nothing in another section', () => {
    const report = toReport('S', hoursAgo(1), { inputs: [], covers: [] });
    check(report);
    const result = check({ ...report, supplies: [], inputs: [], firmware: [] });
    expect(result).toMatchObject({ warnings: [{ path: 'firmware' }] });
  });
});

test('what is asked for stays remembered, what is not is forgotten, so that memory has an end', () => {
  const texts = new KnownTexts();
  const section = { text: '', digest: '', body: undefined, reading: undefined, version: undefined };
  texts.keep('common', section);
  texts.keep('rare', section);
  const long = 'x'.repeat(rememberedCharacters / 10);
  for (let i = 0; i < 40; i++) {
    texts.keep(`${long}${i}`, section);
    expect(texts.find('common')).toBe(section);
  }
  expect(texts.find('rare')).toBeUndefined();
  expect(texts.find(`${long}0`)).toBeUndefined();
});
