import { parseReport } from '@platen/contract/parse-report';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rawOf } from '../../../test/raw.ts';
import { valueOf } from '../../../test/said.ts';
import { toReport } from '../to-report.ts';

const head = { observedAt: new Date('2026-01-31T12:00:00Z'), collectorName: 'n', collectorVersion: 'v', address: 'a' };
const read = (arcs: string, sent: readonly string[]) =>
  toReport(rawOf([`1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.${arcs}`, ...sent].join('\n')), head);

describe('whatever makers send', () => {
  const makers = [
    '11.2.3.9.1',
    '236.11.5.1',
    '253.8',
    '297.1',
    '367.1.1',
    '641.2.1',
    '674.10898',
    '1129.2',
    '1248.1.1.2',
    '1347.41',
  ];
  const more = ['1602.4', '2001.1', '2385.3.1', '2435.2.3.9', '18334.1'];
  const oids = [
    '11.2.3.9.1.1.7.0',
    '11.2.3.9.4.2.1.1.3.3.0',
    '236.11.5.11.53.11.2.1.7.1.1',
    '253.8.53.13.2.1.6.1.20.1',
    '367.3.2.1.2.19.5.1.2.1',
    '367.3.2.1.2.19.5.1.9.1',
    '641.6.4.2.1.1.2.1.1',
    '641.6.4.2.1.1.4.1.1',
    '641.6.4.4.1.1.5.1.1',
    '641.6.4.4.1.1.6.1.1',
    '641.6.4.4.1.1.12.1.1',
    '1248.1.2.2.2.1.1.2.1.1',
    '1248.1.2.2.2.1.1.3.1.1',
    '1347.43.5.1.1.28.1',
    '1347.42.3.1.2.1.1.1.1',
    '1602.1.11.1.3.1.4.101',
    '2385.1.1.19.2.1.3.1.4.60',
    '2385.1.1.19.2.1.4.1.4.60',
    '2435.2.3.9.4.2.1.5.5.8.0',
    '2435.2.3.9.4.2.1.5.5.10.0',
    '18334.1.1.1.5.7.2.1.1.0',
  ];
  const value = fc.oneof(
    fc.integer({ min: -3, max: 2 ** 31 - 1 }).map((number) => `2|${number}`),
    fc.nat(0xffff_ffff).map((number) => `65|${number}`),
    fc.constantFrom('4|Total 1', '4|Prints', '4|Main FW', '4|MFG:a;SN:;MDL:', '4|;;:;SN', '5|', '6|1.3.6'),
    fc.uint8Array({ maxLength: 40 }).map((bytes) => `4x|${Buffer.from(bytes).toString('hex')}`),
  );

  it('the report is valid and every count was sent', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...makers, ...more),
        fc.array(fc.tuple(fc.constantFrom(...oids), value), { maxLength: 12 }),
        (arcs, objects) => {
          const sent = objects.map(([oid, text]) => `1.3.6.1.4.1.${oid}|${text}`);
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
