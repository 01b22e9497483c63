import type { Supply } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeSupplies } from './merge-supplies.ts';

const figure = (source: string) =>
  fc.oneof(
    fc.integer({ min: 0, max: 100 }).map((value) => ({
      state: 'measured' as const,
      value,
      evidence: { protocol: 'snmp' as const, source, raw: String(value), rule: 'asReported' as const },
    })),
    fc.constantFrom('unknown' as const, 'someRemaining' as const).map((state) => ({ state })),
  );
const supply = (source: string): fc.Arbitrary<Supply> =>
  fc.record(
    {
      index: fc.constantFrom('1', '2', '3', '1.1', '1.2', '1.3', '+1'),
      percent: figure(source),
      type: fc.constantFrom('toner', 'tonerCartridge', 'ink', 'opc', 'fuser', 'wasteToner', 'other'),
      tonerColor: fc.constantFrom('black', 'cyan', 'magenta', 'yellow'),
      description: fc.constantFrom('', 'Black Toner', 'Drum', 'Waste Toner Box', 'TK-1'),
      condition: fc.constantFrom('ok', 'low', 'empty', 'missing'),
      coarse: fc.boolean(),
    },
    { requiredKeys: ['index', 'percent'] },
  );
/** The rows of one source, each index once, as a device numbers its own. */
const list = (source: string) => fc.uniqueArray(supply(source), { maxLength: 6, selector: ({ index }) => index });

describe('supplies of any sources', () => {
  test('the rows of the first keep their position and index; each row comes from some source; indexes are unique', () => {
    fc.assert(
      fc.property(list('a'), list('b'), list('c'), (a, b, c) => {
        const merged = mergeSupplies([a, b, c]) ?? [];
        const first = [a, b, c].find((rows) => rows.length > 0) ?? [];
        expect(merged.slice(0, first.length).map(({ index }) => index)).toEqual(first.map(({ index }) => index));
        expect(merged.length).toBeLessThanOrEqual(a.length + b.length + c.length);
        expect(new Set(merged.map(({ index }) => index)).size).toBe(merged.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('every level was reported, and no source contradicts itself', () => {
    fc.assert(
      fc.property(list('a'), list('b'), (a, b) => {
        const reported = new Set([...a, ...b].map(({ percent }) => JSON.stringify(percent.evidence?.raw)));
        for (const { percent } of mergeSupplies([a, b]) ?? []) {
          expect(reported.has(JSON.stringify(percent.evidence?.raw))).toBe(true);
          const others = percent.evidence?.contradictedBy ?? [];
          expect(others.every(({ source }) => source !== percent.evidence?.source)).toBe(true);
        }
        expect(mergeSupplies([a])).toEqual(a);
      }),
      { numRuns: 1000 },
    );
  });
});
