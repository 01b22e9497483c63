import { tonerColors } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenParts, shortenSensors } from '../features/ingest/short-lists.ts';
import { toWholeParts, toWholeSensors } from './whole-lists.ts';

const figure = (max: number) => fc.nat(max).map((value) => ({ state: 'measured' as const, value }));
const part = fc.record(
  {
    partsCode: fc.stringMatching(/^[A-Z0-9]{4,8}$/),
    pages: figure(999_999),
    driveHours: figure(99_999),
    rotations: figure(999_999),
    lifePages: figure(999_999),
    consumedLife: figure(999),
    replacedAt: fc.constant('2026-01-31T12:00:00Z'),
  },
  { requiredKeys: ['partsCode'], noNullPrototype: true },
);
const sensor = fc.record(
  {
    name: fc.stringMatching(/^[a-z]{3,8}$/),
    color: fc.constantFrom(...tonerColors),
    unit: fc.constant('V'),
    reading: figure(999_999),
  },
  { requiredKeys: ['name', 'reading'], noNullPrototype: true },
);

test('a list kept short comes back as it was told', () => {
  expect(shortenParts(JSON.stringify([{ partsCode: '6250', pages: { state: 'measured', value: 7 } }]))).toBeDefined();
  expect(shortenSensors(JSON.stringify([{ name: 'level', reading: { state: 'measured', value: 7 } }]))).toBeDefined();
  fc.assert(
    fc.property(fc.array(part), (told) => {
      const short = shortenParts(JSON.stringify(told));
      expect(short === undefined ? told : toWholeParts(JSON.parse(short.short))).toEqual(told);
    }),
  );
  fc.assert(
    fc.property(fc.array(sensor), (told) => {
      const short = shortenSensors(JSON.stringify(told));
      expect(short === undefined ? told : toWholeSensors(JSON.parse(short.short))).toEqual(told);
    }),
  );
});

test('a list kept as it came stays as it is', () => {
  const parts = [{ partsCode: '6250', description: 'a roller' }];
  const sensors = [{ name: 'fuserWarmUp', reading: { state: 'unknown' as const } }];
  expect(toWholeParts(parts)).toEqual(parts);
  expect(toWholeSensors(sensors)).toEqual(sensors);
});
