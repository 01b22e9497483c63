import type { DeviceReport } from '@platen/contract/report';
import { tonerColors } from '@platen/contract/report-sections';
import { sensorNames } from '@platen/contract/telemetry';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toReport } from '../../../test/reports.ts';
import { decodeCodes, decodeCodes13, decodeParts, decodeSensors, toSensorKey, toSensorName } from './lists.ts';
import { encodeSection } from './sections.ts';

type Lists = Pick<DeviceReport, 'parts' | 'sensors' | 'codes'>;

const figure = (value: number) => ({ state: 'measured' as const, value });
const evidence = { protocol: 'report' as const, source: 'parts', raw: '1', rule: 'asReported' as const };
const reading = fc.oneof(
  { weight: 5, arbitrary: fc.nat().map(figure) },
  fc.constant({ state: 'unknown' as const }),
  fc.constant({ ...figure(1), evidence }),
);
const part = fc.record(
  {
    partsCode: fc.constantFrom('6250', '6251', 'A-1'),
    description: fc.constant('a roller'),
    pages: reading,
    driveHours: fc.double({ min: 0, max: 2000, noNaN: true }).map(figure),
    rotations: reading,
    lifePages: reading,
    consumedLife: reading,
    replacedAt: fc.constant('2026-01-31T12:00:00Z'),
  },
  { requiredKeys: ['partsCode'], noNullPrototype: true },
);
const sensor = fc.record(
  {
    name: fc.string({ maxLength: 6 }),
    color: fc.constantFrom(...tonerColors),
    unit: fc.string({ maxLength: 3 }),
    reading: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }).map(figure), reading),
  },
  { requiredKeys: ['name', 'reading'], noNullPrototype: true },
);
const code = fc.record({ main: fc.integer(), sub: fc.nat(2), value: fc.string({ maxLength: 3 }) });
const code13 = fc.record({ main: fc.integer(), value: fc.string({ maxLength: 3 }) });
const codes = fc.record(
  { code05: fc.array(code), code08: fc.array(code), code13: fc.array(code13) },
  { requiredKeys: [], noNullPrototype: true },
);
const lists = fc.record(
  { parts: fc.array(part), sensors: fc.array(sensor), codes },
  { requiredKeys: [], noNullPrototype: true },
);

const encode = (name: keyof Lists, reported: Lists) => encodeSection(name, toReport('S', new Date(0), reported));

/** What a reader gets of sections that were stored as these texts. */
function decode(texts: Partial<Record<keyof Lists, string | undefined>>): Lists {
  const { parts, sensors, codes: all } = texts;
  const stored = all === undefined ? undefined : JSON.parse(all);
  return {
    ...(parts !== undefined && { parts: decodeParts(JSON.parse(parts)) }),
    ...(sensors !== undefined && { sensors: decodeSensors(JSON.parse(sensors)) }),
    ...(stored !== undefined && {
      codes: {
        ...(stored.code05 && { code05: decodeCodes(stored.code05) }),
        ...(stored.code08 && { code08: decodeCodes(stored.code08) }),
        ...(stored.code13 && { code13: decodeCodes13(stored.code13) }),
      },
    }),
  };
}

describe('AP-05: stored lists of parts, sensors and codes', () => {
  test('are decoded to what was reported, in the same order', () => {
    fc.assert(
      fc.property(lists, (value) => {
        // As JSON has it: without a negative zero.
        const reported: Lists = JSON.parse(JSON.stringify(value));
        const texts = {
          parts: encode('parts', reported),
          sensors: encode('sensors', reported),
          codes: encode('codes', reported),
        };
        expect(decode(texts)).toEqual(reported);
      }),
      { numRuns: 500 },
    );
  });

  test('hold tuples after their version; only an entry with more to it is stored as reported', () => {
    const described = { partsCode: '6400', description: 'a roller' };
    expect(
      encode('parts', {
        parts: [
          { partsCode: '6300', pages: figure(10), driveHours: figure(1.5), lifePages: figure(100) },
          { partsCode: '6250', replacedAt: '2026-01-31T12:00:00Z', rotations: figure(9) },
          described,
        ],
      }),
    ).toBe(
      `[1,["6300",10,1.5,null,null,100],["6250",null,null,9,null,null,"2026-01-31T12:00:00Z"],${JSON.stringify(described)}]`,
    );
    expect(
      encode('sensors', {
        sensors: [
          { name: 'fuserWarmUp', unit: '°C', reading: figure(21.5) },
          { name: 'pixelCount', color: 'cyan', reading: figure(-2) },
        ],
      }),
    ).toBe('[1,["fuserWarmUp",null,21.5,"°C"],["pixelCount","cyan",-2]]');
    expect(
      encode('codes', {
        codes: { code05: [{ main: 3612, sub: 0, value: '5' }], code08: [], code13: [{ main: 100, value: '' }] },
      }),
    ).toBe('{"code05":[1,[3612,0,"5"]],"code08":[1],"code13":[1,[100,""]]}');
  });

  test('of earlier releases are decoded too: as reported, or tuples without a version', () => {
    const reported: Lists = {
      parts: [{ partsCode: '6250', pages: figure(7), replacedAt: '2026-01-31T12:00:00Z' }],
      sensors: [{ name: 'level', color: 'cyan', reading: figure(7) }],
      codes: { code05: [{ main: 3612, sub: 0, value: '7' }], code13: [{ main: 100, value: '1' }] },
    };
    const { parts, sensors, codes: reportedCodes } = reported;
    const asReported = {
      parts: JSON.stringify(parts),
      sensors: JSON.stringify(sensors),
      codes: JSON.stringify(reportedCodes),
    };
    const tuples = {
      parts: '[["6250",7,null,null,null,null,"2026-01-31T12:00:00Z"]]',
      sensors: '[["level","cyan",7]]',
      codes: '{"code05":[[3612,0,"7"]],"code13":[[100,"1"]]}',
    };
    expect(decode(asReported)).toEqual(reported);
    expect(decode(tuples)).toEqual(reported);
  });

  test('of a later release are refused, not misread', () => {
    expect(() => decode({ parts: '[2,["6250"]]' })).toThrow('format 2');
  });
});

const all = Object.values(sensorNames).flatMap((name) => [name, ...tonerColors.map((color) => `${name}.${color}`)]);

test('each sensor of the contract has a key of three characters at most, and no two share one', () => {
  const keys = all.map(toSensorKey);
  expect(new Set(keys).size).toBe(all.length);
  expect(Math.max(...keys.map((key) => key.length))).toBe(3);
});

test('every name is decoded again, also one that looks like a key', () => {
  const name = fc.oneof(fc.constantFrom(...all), fc.string(), fc.constantFrom(...all).map(toSensorKey));
  fc.assert(
    fc.property(name, (one) => {
      expect(toSensorName(toSensorKey(one))).toBe(one);
    }),
  );
});

test('keys stay the same for rows of earlier releases, and rows with names for keys are still read', () => {
  expect(['secondTransferVoltage', 'autoTonerSensor.black', 'nearEmptySheets.eBlue'].map(toSensorKey)).toEqual([
    '*0',
    '*11',
    '*b5',
  ]);
  expect(toSensorName('autoTonerSensor.cyan')).toBe('autoTonerSensor.cyan');
});
