import { parseReport } from '@platen/contract/parse-report';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { valueOf } from '../../../test/expected.ts';
import { rawOf } from '../../../test/raw.ts';
import { toReport } from '../to-report.ts';
import { makerTables } from './registry.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };
const read = (arcs: string, sent: readonly string[]) =>
  toReport(rawOf([`1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.${arcs}`, ...sent].join('\n')), head);

describe("whatever the makers' objects contain", () => {
  const makers = makerTables.flatMap(({ enterprises = [] }) =>
    enterprises.map(({ number, printers = 'all' }) => (printers === 'all' ? `${number}.1` : `${number}.${printers}`)),
  );
  // Each object by itself, and in each table the keys and the value of a row.
  const oids = makerTables.flatMap(({ objects, rows = [], supplyRows = [] }) => [
    ...objects.map(({ oid }) => oid),
    ...rows.flatMap(({ entry, keys, value }) => [...keys, value].map((column) => `${entry}.${column}.1.1`)),
    ...supplyRows.flatMap(({ entry, columns }) => Object.values(columns).map((column) => `${entry}.${column}.1.1`)),
  ]);
  const value = fc.oneof(
    fc.integer({ min: -3, max: 2 ** 31 - 1 }).map((number) => `2|${number}`),
    fc.nat(0xffff_ffff).map((number) => `65|${number}`),
    fc.constantFrom('4|Total 1', '4|Prints', '4|Main FW', '4|MFG:a;SN:;MDL:', '4|;;:;SN', '5|', '6|1.3.6'),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => `4x|${Buffer.from(bytes).toString('hex')}`),
  );

  it('the report is valid and every count was sent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...makers),
        fc.array(fc.tuple(fc.constantFrom(...oids), value), { maxLength: 12 }),
        (arcs, objects) => {
          const sent = objects.map(([oid, text]) => `${oid}|${text}`);
          const report = read(arcs, sent);
          expect(parseReport(JSON.parse(JSON.stringify(report)))).toMatchObject({ ok: true, warnings: [] });
          const { total, color, black, duplexSheets, byFunction = [] } = report.counters ?? {};
          for (const { reading } of [total, color, black, duplexSheets, ...byFunction].filter(
            (one) => one !== undefined,
          )) {
            const { source, raw } = reading.evidence ?? {};
            expect(sent.some((line) => line.startsWith(`${source}|`))).toBe(true);
            const isFigure = raw !== undefined && /^\d+$/.test(raw) && reading.evidence?.also === undefined;
            expect(isFigure ? valueOf(reading) : undefined).toBe(isFigure ? Number(raw) : undefined);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
