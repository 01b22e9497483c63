import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJudgement, addSections, basis } from '../../../test/telemetry.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

const read = async (id: string) => (await (await platen.get('service', `/v1/device/${id}/PMParts`)).json()) as unknown;
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const parts = [
  { partsCode: '6250', description: 'Black drum', pages: measured(90_000), consumedLife: measured(75.5) },
  { partsCode: '1001', pages: measured(12_345), lifePages: measured(100_000) },
  { partsCode: '1003', consumedLife: { state: 'unknown' as const } },
];
const addDevice = async () => (await addDevices(platen.database, [{}]))[0] ?? '';

test('AP-15 PM-01 PM-02 OQ-71: before the first judgement parts are as reported, forecasts unknown, the threshold 100 percent', async () => {
  const id = await addDevice();
  await addSections(platen.database, id, { parts });
  const verdict = (of: string, consumed: number | null) => ({
    verdict: {
      verdict: of,
      speaks: consumed === null ? null : 'rated',
      rated: consumed === null ? null : { consumed, threshold: 100 },
      exhaustion: null,
      differs: null,
    },
  });
  const unknown = { life1Week: null, life2Weeks: null, life4Weeks: null };
  expect(await read(id)).toEqual({
    threshold: 100,
    parts: [
      {
        partsCode: '6250',
        name: 'Black drum',
        lifeNow: 75.5,
        ...unknown,
        counter: 90_000,
        consumedLife: 75.5,
        ...verdict('sound', 75.5),
      },
      {
        partsCode: '1001',
        name: null,
        lifeNow: 12.3,
        ...unknown,
        counter: 12_345,
        consumedLife: 12.3,
        ...verdict('sound', 12.3),
      },
      {
        partsCode: '1003',
        name: null,
        lifeNow: null,
        ...unknown,
        counter: null,
        consumedLife: null,
        ...verdict('unknown', null),
      },
    ],
  });
  expect(await read(await addDevice())).toEqual({ threshold: 100, parts: [] });
});

test('AP-15 PM-01 PM-02: as judged, with the bounds of the forecasts, and the name the device gives', async () => {
  const id = await addDevice();
  const judged = {
    partsCode: '6250',
    lifeNow: 75.5,
    life1Week: 77,
    life2Weeks: 78.5,
    life4Weeks: 81.5,
    counter: 90_000,
    consumedLife: 75.5,
    messageId: null,
    ranges: {
      life1Week: { lower: 76, upper: 78 },
      life2Weeks: { lower: 77, upper: 80 },
      life4Weeks: { lower: 79, upper: 84 },
    },
    basis: basis('partLife'),
  };
  await addSections(platen.database, id, { parts });
  await addJudgement(platen.database, id, new Date(), { pmParts: { threshold: 90, parts: [judged] } });
  // A judgement of an earlier version has no verdict: it is read by its rated life, at its own threshold.
  const rated = { consumed: 75.5, threshold: 90 };
  const verdict = { verdict: 'sound', speaks: 'rated', rated, exhaustion: null, differs: null };
  expect(await read(id)).toEqual({ threshold: 90, parts: [{ ...judged, name: 'Black drum', verdict }] });
});
