import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addJudgement, addSections, basis, judged } from '../../../test/telemetry.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

const read = async (id: string) =>
  (await (await platen.get('service', `/v1/device/${id}/toner`)).json()) as Record<string, unknown>;
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const addDevice = async () => (await addDevices(platen.database, [{}]))[0] ?? '';
const colors = (values: Record<string, unknown>, none: unknown = null) => ({
  yellow: none,
  magenta: none,
  cyan: none,
  black: none,
  eBlue: none,
  ...values,
});
const toner = (index: string, tonerColor: 'black' | 'cyan' | 'magenta', percent: number | null) => ({
  index,
  tonerColor,
  percent: percent === null ? { state: 'someRemaining' as const } : measured(percent),
});
const sensor = (name: string, value: number, color?: 'black' | 'cyan') => ({
  name,
  reading: measured(value),
  ...(color && { color }),
});

test('AP-24 TN-01 TN-02 OQ-72: four fields at the top; percent, pixel count, days left as judged, null where not known', async () => {
  const id = await addDevice();
  await addSections(platen.database, id, {
    supplies: [
      toner('1.1', 'black', 0),
      toner('1.2', 'cyan', 40),
      toner('1.3', 'cyan', 12),
      toner('1.4', 'magenta', null),
    ],
    sensors: [sensor('pixelCount', 5.4, 'cyan'), sensor('pixelCount', 9.9, 'black')],
  });
  const withheld = { state: 'withheld' as const, basis: basis('tonerDays', 9) };
  await addJudgement(platen.database, id, new Date(), {
    toner: {
      black: { daysLeft: judged('tonerDays', { value: 26.6, lower: 20.2, upper: 35.5 }), averagePixelCount: 6.1 },
      cyan: { daysLeft: withheld, averagePixelCount: null },
    },
  });
  expect(await read(id)).toEqual({
    toner: colors({
      black: { percent: 0, averagePixelCount: 6.1 },
      cyan: { percent: 12, averagePixelCount: 5.4 },
      magenta: { percent: null, averagePixelCount: null },
    }),
    cartridgeReplacement: colors({}, []),
    tonerNearEmpty: null,
    tonerLeftDays: colors({ black: 27 }),
    tonerLeftDaysRange: colors({
      black: { days: 27, lower: 20, upper: 36, basis: basis('tonerDays') },
      cyan: { days: null, basis: basis('tonerDays', 9) },
    }),
  });
});

test('CN-17 TN-01: the current cartridge first and the nine before, each with the pixels of its own time', async () => {
  const id = await addDevice();
  const { db } = platen.database;
  const row = (item: string, day: string, counter: number | null, average_pixel_count: number | null) => ({
    device_id: id,
    item,
    replaced_on: day,
    origin: 'seen' as const,
    counter,
    average_pixel_count,
  });
  const months = Array.from({ length: 12 }, (_, n) => `2026-${String(n + 1).padStart(2, '0')}-05`);
  await db
    .insertInto('device_replacement')
    .values([
      ...months.map((day, n) => row('toner.black', day, n * 1000, n)),
      row('toner.cyan', '2026-03-01', null, null),
      row('part.6250', '2026-03-02', null, null),
    ])
    .execute();
  await addSections(platen.database, id, { sensors: [sensor('pixelCount', 5, 'black')] });
  const { cartridgeReplacement } = await read(id);
  const previous = months
    .slice(2, 11)
    .toReversed()
    .map((day, n) => ({ replacedAt: `${day}T00:00:00.000Z`, counter: (10 - n) * 1000, averagePixelCount: 11 - n }));
  expect(cartridgeReplacement).toEqual(
    colors(
      {
        black: [{ replacedAt: '2026-12-05T00:00:00.000Z', counter: 11_000, averagePixelCount: 5 }, ...previous],
        cyan: [{ replacedAt: '2026-03-01T00:00:00.000Z', counter: null, averagePixelCount: null }],
      },
      [],
    ),
  );
});

describe('TN-07..TN-11 OQ-73: near-empty setting', () => {
  test.each([
    ['TN-07', [sensor('nearEmptyMode', 1)], { mode: 'longer', percent: null, sheets: null }],
    ['TN-08', [sensor('nearEmptyMode', 2)], { mode: 'centre', percent: null, sheets: null }],
    ['TN-09', [sensor('nearEmptyMode', 3)], { mode: 'shorter', percent: null, sheets: null }],
    [
      'TN-10',
      [sensor('nearEmptyMode', 2), sensor('nearEmptyPercent', 15)],
      { mode: 'percent', percent: 15, sheets: null },
    ],
    ['TN-11', [sensor('nearEmptySheets', 500)], { mode: 'sheets', percent: null, sheets: 500 }],
    ['OQ-73', [sensor('nearEmptyMode', 7)], { mode: null, percent: null, sheets: null }],
    ['OQ-73', [sensor('pixelCount', 7, 'black')], null],
  ])('%s: as the device reports it', async (_rows, sensors, expected) => {
    const id = await addDevice();
    await addSections(platen.database, id, { sensors });
    expect((await read(id))['tonerNearEmpty']).toEqual(expected);
  });
});
