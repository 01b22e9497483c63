import { describe, expect, test } from 'vitest';
import { toReport } from '../../../test/reports.ts';
import { decodeReadings, encodeReadings } from './day-readings.ts';
import { encodeVersions } from './versions.ts';

const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const unknown = { state: 'unknown' as const };
const at = '2026-11-20T14:02:00.000Z';

function toValues(more: Parameters<typeof toReport>[2]): Record<string, number> {
  const values = new Map<string, number>();
  // As they come back from the database.
  decodeReadings(JSON.parse(JSON.stringify(encodeReadings(toReport('S', at, more)))), values);
  return Object.fromEntries(values);
}

describe('readings of a report', () => {
  test('are decoded under their telemetry keys', () => {
    expect(
      toValues({
        counters: {
          paperSources: { CST1: { unit: 'sheets', reading: measured(7) } },
          scanLarge: { unit: 'sides', reading: measured(0) },
          scanSmall: { unit: 'sides', reading: measured(5) },
        },
        supplies: [
          { index: '1', tonerColor: 'black', percent: measured(34) },
          { index: '2', tonerColor: 'cyan', percent: measured(20), coarse: true },
        ],
        parts: [
          { partsCode: '6250', pages: measured(10), driveHours: measured(1.5), lifePages: measured(100) },
          { partsCode: '6251', rotations: measured(9), consumedLife: measured(120) },
        ],
        sensors: [
          { name: 'fuserWarmUp', reading: measured(21.5) },
          { name: 'autoTonerSensor', color: 'cyan', reading: measured(-2) },
        ],
        storage: [
          { sataPort: 0, type: 'HDD', smart: { '5': 0, '187': 3 }, selfTestRunning: true },
          { sataPort: 2, type: 'SSD', wearPercent: measured(12) },
        ],
      }),
    ).toEqual({
      'source.CST1': 7,
      'scan.large': 0,
      'scan.small': 5,
      'toner.black': 34,
      'toner.cyan': 20,
      'coarse.cyan': 1,
      'part.6250.pages': 10,
      'part.6250.hours': 1.5,
      'part.6250.lifePages': 100,
      'part.6251.rotations': 9,
      'part.6251.life': 120,
      'sensor.fuserWarmUp': 21.5,
      'sensor.autoTonerSensor.cyan': -2,
      'drive.0': 1,
      'selfTest.0': 1,
      'smart.0.5': 0,
      'smart.0.187': 3,
      'drive.2': 2,
      'wear.2': 12,
    });
  });

  test('that were not measured are absent, and so is a group in which none was', () => {
    const encoded = encodeReadings(
      toReport('S', at, {
        counters: { total: { unit: 'sheets', reading: measured(1) }, scanLarge: { unit: 'sides', reading: unknown } },
        supplies: [{ index: '1', tonerColor: 'black', percent: { state: 'someRemaining' } }],
        parts: [{ partsCode: '6250', pages: unknown }],
        sensors: [],
      }),
    );
    expect(encoded).toEqual({});
  });

  test('if a colour has two supplies, the emptier counts, whatever their order', () => {
    const full = { index: '1', tonerColor: 'black' as const, percent: measured(90) };
    const low = { index: '2', tonerColor: 'black' as const, percent: measured(4), coarse: true };
    expect(toValues({ supplies: [full, low] })).toEqual({ 'toner.black': 4, 'coarse.black': 1 });
    expect(toValues({ supplies: [low, full] })).toEqual({ 'toner.black': 4, 'coarse.black': 1 });
  });

  test('a sensor or part named like the prototype is a name like any other', () => {
    expect(
      toValues({
        sensors: [{ name: '__proto__', reading: measured(1) }],
        parts: [{ partsCode: '__proto__', pages: measured(2) }],
      }),
    ).toEqual({ 'sensor.__proto__': 1, 'part.__proto__.pages': 2 });
  });
});

describe('versions of codes, firmware and network', () => {
  const digests = (more: Parameters<typeof toReport>[2]) =>
    Object.fromEntries(
      Object.entries(encodeVersions(toReport('S', at, more))).map(([name, { digest }]) => [name, digest]),
    );

  test('are the same for the same content: order of entries and evidence do not matter', () => {
    const evidence = { protocol: 'snmp' as const, source: '1.3', raw: 'x', rule: 'asReported' as const };
    const one = digests({
      codes: {
        code05: [
          { main: 2, sub: 0, value: '5' },
          { main: 1, sub: 3, value: '6' },
        ],
      },
      firmware: { system: measured('A'), engine: measured('B'), fax1: { state: 'notSupported' } },
      network: { hostName: measured('mfp'), interfaces: [{ ipAddress: measured('192.0.2.1') }] },
    });
    const other = digests({
      codes: {
        code05: [
          { main: 1, sub: 3, value: '6' },
          { main: 2, sub: 0, value: '5' },
        ],
      },
      firmware: { engine: { ...measured('B'), evidence }, system: measured(' A ') },
      network: { interfaces: [{ ipAddress: { ...measured('192.0.2.1'), evidence } }, {}], hostName: measured('mfp') },
    });
    expect(other).toEqual(one);
    expect(Object.keys(one)).toEqual(['codes', 'firmware', 'network']);
  });

  test('differ when a value differs, and fit a column of 64 bits', () => {
    const digest = (value: string) =>
      encodeVersions(toReport('S', at, { codes: { code13: [{ main: 1, value }] } })).codes?.digest;
    expect(digest('1')).not.toBe(digest('2'));
    for (let value = 0; value < 50; value++) {
      const number = BigInt(digest(String(value)) ?? 'x');
      expect(BigInt.asIntN(64, number)).toBe(number);
    }
  });

  test('are absent where nothing was measured', () => {
    expect(digests({ codes: {}, firmware: { system: unknown }, network: { interfaces: [{}] } })).toEqual({});
  });
});
