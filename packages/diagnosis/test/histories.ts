import { errorCategories, paperSources, tonerColors } from '@platen/contract/report-sections';
import * as fc from 'fast-check';
import type { DayReading, DeviceHistory } from '../src/history/day-reading.ts';

const parts = ['6250', '6251', '6274', '6275', '6321', '6342', '6340', '6411', '9999', 'x'];
/** Every kind of telemetry key. */
const telemetryKeys: readonly string[] = [
  'pages.total',
  'pages.color',
  'pages.black',
  'scan.large',
  'scan.small',
  ...paperSources.flatMap((source) => [`source.${source}`, `sensor.feedRetries.${source}`]),
  ...tonerColors.flatMap((color) => [
    `toner.${color}`,
    `coarse.${color}`,
    ...['pixelCount', 'autoTonerSensor', 'imageQualitySensor', 'chargingVoltage', 'polygonalMotorCount'].map(
      (name) => `sensor.${name}.${color}`,
    ),
  ]),
  ...parts.flatMap((code) =>
    ['pages', 'hours', 'rotations', 'life', 'lifePages'].map((unit) => `part.${code}.${unit}`),
  ),
  ...['secondTransferVoltage', 'fuserWarmUp', 'countCE20', 'countCE40', 'nearEmptyMode', 'unheardOf'].map(
    (name) => `sensor.${name}`,
  ),
  ...[0, 1, 7].flatMap((port) => [
    ...['5', '187', '188', '197', '198', '9'].map((attribute) => `smart.${port}.${attribute}`),
    `wear.${port}`,
    `selfTest.${port}`,
    `drive.${port}`,
  ]),
];

/** The first day of the histories: 2026-01-01. */
export const firstDay = 20_454;

/** A value as a counter, a level or nonsense. */
const anyNumber = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 100 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 2_000_000 }) },
  { weight: 2, arbitrary: fc.double({ min: 0, max: 3000, noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);

/** How the values of a key go on from day to day. */
const course = fc.oneof(
  fc.array(anyNumber, { minLength: 1, maxLength: 8 }).map((values) => (at: number) => values[at % values.length] ?? 0),
  fc.tuple(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 3000 })).map(
    ([start, rate]) =>
      (at: number) =>
        start + rate * at,
  ),
  fc.tuple(fc.double({ min: 0, max: 900, noNaN: true }), fc.double({ min: -5, max: 5, noNaN: true })).map(
    ([start, rate]) =>
      (at: number) =>
        start + rate * at,
  ),
);

const errors = fc.array(
  fc.record({
    at: fc.integer({ min: firstDay * 86_400_000, max: (firstDay + 200) * 86_400_000 }),
    code: fc.constantFrom('E010', 'E551', 'C360', 'F101', 'E220', ''),
    category: fc.constantFrom(...errorCategories),
    counter: fc.option(fc.integer({ min: 0, max: 1_000_000 })),
    conditions: fc.dictionary(fc.constantFrom('paperSource', 'duplex'), fc.constantFrom('0', '1', '3', 'a', 'Z'), {
      maxKeys: 2,
    }),
  }),
  { maxLength: 12 },
);

/** A device's past with anyNumber and with steady courses, gaps, and up to `most` days. */
export const anyHistory = (most: number): fc.Arbitrary<DeviceHistory> =>
  fc
    .record({
      family: fc.option(fc.constantFrom('SHASTA', 'CASPIAN', 'unlisted')),
      courses: fc.dictionary(fc.constantFrom(...telemetryKeys), course, { maxKeys: 25 }),
      reported: fc.array(fc.boolean(), { maxLength: most }),
      errors,
      replacements: fc.array(
        fc.record({
          item: fc.constantFrom('toner.black', 'part.6250', 'part.6321', 'part.6342', 'part.6411', ''),
          day: fc.integer({ min: firstDay - 400, max: firstDay + most + 5 }),
        }),
        { maxLength: 4 },
      ),
    })
    .map(({ family, courses, reported, errors, replacements }) => ({
      errors,
      replacements,
      family,
      model: family,
      firmware: null,
      days: reported.flatMap((present, at): DayReading[] => {
        if (!present) return [];
        const values = Object.entries(courses).map(([key, valueAt]): [string, number] => [key, valueAt(at)]);
        return [{ day: firstDay + at, values: new Map(values) }];
      }),
    }));
