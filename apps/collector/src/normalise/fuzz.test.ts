import { parseReport } from '@platen/contract/parse-report';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawRecording, toRaw } from '../../test/raw.ts';
import { type TableName, tables } from '../snmp/objects.ts';
import type { SnmpValue } from '../snmp/value.ts';
import { decidePrinter } from './decide-printer.ts';
import { decodeText } from './readings.ts';
import { toReport } from './to-report.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };
const octets = fc.uint8Array({ maxLength: 80 });
const anyValue: fc.Arbitrary<SnmpValue> = fc.oneof(
  fc.record({ type: fc.constantFrom('integer'), value: fc.integer({ min: -4, max: 4 }) }),
  fc.record({ type: fc.constantFrom('integer'), value: fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 }) }),
  fc.record({
    type: fc.constantFrom('counter32', 'gauge32', 'timeTicks'),
    value: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  }),
  fc.record({ type: fc.constantFrom('counter64'), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
  fc.record({ type: fc.constantFrom('octets', 'opaque'), bytes: octets }),
  fc.record({ type: fc.constantFrom('octets'), bytes: fc.uint8Array({ minLength: 3000, maxLength: 9000 }) }),
  fc.record({
    type: fc.constantFrom('octets'),
    bytes: fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
  }),
  fc.record({
    type: fc.constantFrom('oid'),
    value: fc.constantFrom('0.0', '1.3.6.1.4.1.11.2', `1.3.6.1.4.1${'.4294967295'.repeat(122)}`),
  }),
  fc.record({ type: fc.constantFrom('ipAddress'), value: fc.ipV4() }),
  fc.record({ type: fc.constantFrom('null', 'noSuchObject', 'noSuchInstance', 'endOfMibView') }),
  fc.record({ type: fc.constantFrom('malformed'), tag: fc.nat(255), bytes: octets }),
);
const index = fc.oneof(
  fc.constantFrom('1', '1.1', '1.2', '7.1'),
  fc.array(fc.integer({ min: 0, max: 0xffff_ffff }), { minLength: 1, maxLength: 30 }).map((arcs) => arcs.join('.')),
);
const columns = Object.values(tables).flatMap(({ entry, columns }) =>
  Object.values(columns).map((arc) => `${entry}.${arc}`),
);
const scalarOids = ['1', '2', '3', '5', '6'].map((arc) => `1.3.6.1.2.1.1.${arc}.0`);
const anyOid = fc.oneof(
  fc.tuple(fc.constantFrom(...columns), index).map(([column, row]) => `${column}.${row}`),
  fc.constantFrom(...scalarOids, '1.3.6.1.2.1.4.21.1.7.0.0.0.0'),
);
const unread = fc.subarray(Object.keys(tables) as TableName[], { maxLength: 4 });

const valid = (report: unknown) => parseReport(JSON.parse(JSON.stringify(report)));

describe('whatever a device sends', () => {
  it('the report is valid', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyOid, anyValue), { maxLength: 60 }), unread, (values, missing) => {
        const raw = toRaw(values, missing);
        decidePrinter(raw);
        expect(valid(toReport(raw, head))).toMatchObject({ ok: true });
      }),
      { numRuns: 600 },
    );
  });

  it('changing values of a real shape keeps the report valid, and no percentage appears without its two figures', () => {
    const shape = [...rawRecording('colour-a3').values];
    const change = fc.tuple(fc.nat(shape.length - 1), anyValue);
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 20 }), (changes) => {
        const values = [...shape];
        for (const [position, value] of changes) values[position] = [shape[position]?.[0] ?? '', value];
        const report = toReport(toRaw(values), head);
        expect(valid(report)).toMatchObject({ ok: true });
        for (const { level, capacity, percent } of [...(report.supplies ?? []), ...(report.inputs ?? [])]) {
          if (percent.state !== 'measured') continue;
          if (level?.state !== 'measured' || capacity?.state !== 'measured')
            throw new Error('a percentage out of nothing');
          expect(percent.value).toBeCloseTo((100 * level.value) / capacity.value, 0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('reports no more than was sent: an object that is left out leaves its value out', () => {
    const shape = [...rawRecording('colour-a3').values];
    fc.assert(
      fc.property(fc.nat(shape.length - 1), (position) => {
        const [oid] = shape[position] ?? [''];
        const report = JSON.stringify(toReport(toRaw(shape.filter(([other]) => other !== oid)), head));
        expect(report).not.toContain(`"${oid}"`);
      }),
    );
  });

  it('any octets make a text without control characters', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodeText(bytes)).toMatch(/^(?:[\n\t]|\P{Cc})*$/u);
      }),
      { numRuns: 500 },
    );
  });
});
