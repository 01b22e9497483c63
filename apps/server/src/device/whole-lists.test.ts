import { tonerColors } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortenCodes } from '../features/ingest/short-codes.ts';
import { type ShortList, shortenParts, shortenSensors } from '../features/ingest/short-lists.ts';
import { toWholeCodes, toWholeCodes13, toWholeParts, toWholeSensors } from './whole-lists.ts';

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

const code = fc.record({ main: fc.nat(30), sub: fc.nat(3), value: fc.string({ maxLength: 4 }) });

const toBytes = (value: unknown) => Buffer.from(JSON.stringify(value));
const readShort = (list: ShortList) => JSON.parse(list.short.toString());
const byNumber = (codes: { main: number; sub: number; value: string }[]) =>
  codes.toSorted((a, b) => a.main - b.main || a.sub - b.sub);

test('a list kept short comes back as it was told', () => {
  expect(shortenParts(toBytes([{ partsCode: '6250', pages: { state: 'measured', value: 7 } }]))).toBeDefined();
  expect(shortenSensors(toBytes([{ name: 'level', reading: { state: 'measured', value: 7 } }]))).toBeDefined();
  expect(shortenCodes(toBytes({ code05: [{ main: 3612, sub: 0, value: '7' }] }))).toBeDefined();
  fc.assert(
    fc.property(fc.array(part), (told) => {
      const short = shortenParts(toBytes(told));
      expect(short === undefined ? told : toWholeParts(readShort(short))).toEqual(told);
    }),
  );
  fc.assert(
    fc.property(fc.array(sensor), (told) => {
      const short = shortenSensors(toBytes(told));
      expect(short === undefined ? told : toWholeSensors(readShort(short))).toEqual(told);
    }),
  );
  fc.assert(
    fc.property(fc.array(code).map(byNumber), fc.array(code).map(byNumber), (code05, code08) => {
      const code13 = code08.map(({ main, value }) => ({ main, value }));
      const short = shortenCodes(toBytes({ code05, code13 }));
      const kept = short === undefined ? { code05, code13 } : readShort(short);
      expect({ code05: toWholeCodes(kept.code05), code13: toWholeCodes13(kept.code13) }).toEqual({ code05, code13 });
    }),
  );
});

test('a list kept as it came stays as it is', () => {
  const parts = [{ partsCode: '6250', description: 'a roller' }];
  const sensors = [{ name: 'fuserWarmUp', reading: { state: 'unknown' as const } }];
  const codes = [{ main: 3612, sub: 0, value: 'é' }];
  const codes13 = [{ main: 100, value: '1' }];
  expect(toWholeParts(parts)).toEqual(parts);
  expect(toWholeSensors(sensors)).toEqual(sensors);
  expect(toWholeCodes(codes)).toEqual(codes);
  expect(toWholeCodes13(codes13)).toEqual(codes13);
});
