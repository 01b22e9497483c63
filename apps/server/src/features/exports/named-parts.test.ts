import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJudgement, addSections, basis } from '../../../test/telemetry.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

const measured = <T>(value: T) => ({ state: 'measured' as const, value });

test('PM-02 PR-16: the file names the parts that the PM parts call due or for the next visit, judged or not', async () => {
  const [judgedId = '', reportedId = ''] = await addDevices(platen.database, [
    { serial: 'A' },
    { serial: 'B' },
    { serial: 'C' },
  ]);
  const forecast = { life1Week: null, life2Weeks: null, life4Weeks: null, counter: null, basis: basis('pmParts') };
  const verdict = (of: 'due' | 'nextVisit' | 'sound', exhaustion: number) => ({
    verdict: of,
    speaks: 'condition' as const,
    rated: { consumed: 120, threshold: 100 },
    exhaustion,
    differs: null,
  });
  await addJudgement(platen.database, judgedId, new Date(), {
    pmParts: {
      threshold: 100,
      parts: [
        { partsCode: '6250', name: 'Drum', lifeNow: 104, consumedLife: 120, ...forecast, verdict: verdict('due', 104) },
        {
          partsCode: '1001',
          name: null,
          lifeNow: 93,
          consumedLife: 120,
          ...forecast,
          verdict: verdict('nextVisit', 93),
        },
        {
          partsCode: '1002',
          name: 'Roller',
          lifeNow: 60,
          consumedLife: 120,
          ...forecast,
          verdict: verdict('sound', 60),
        },
      ],
    },
  });
  await addSections(platen.database, reportedId, {
    parts: [
      { partsCode: '77', description: 'Belt', consumedLife: measured(100) },
      { partsCode: '78', description: 'Lamp', consumedLife: measured(99.9) },
    ],
  });
  const answer = await platen.get('service', '/v1/devices/export?format=csv&sortColumn=serial&sortOrder=asc');
  const rows = (await answer.text()).split('\r\n').slice(1, 4);
  expect(rows.map((row) => row.split(',').slice(-2))).toEqual([
    ['Drum', '1001'],
    ['Belt', ''],
    ['', ''],
  ]);
  const verdicts = async (id: string) => {
    const { parts } = (await (await platen.get('service', `/v1/device/${id}/PMParts`)).json()) as {
      parts: { partsCode: string; verdict: { verdict: string } }[];
    };
    return parts.map((part) => [part.partsCode, part.verdict.verdict]);
  };
  expect(await verdicts(judgedId)).toEqual([
    ['6250', 'due'],
    ['1001', 'nextVisit'],
    ['1002', 'sound'],
  ]);
  expect(await verdicts(reportedId)).toEqual([
    ['77', 'due'],
    ['78', 'sound'],
  ]);
});
