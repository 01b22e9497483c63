import type { DeviceJudgement } from '@platen/diagnosis/judge/judgement';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addJudgement, basis } from '../../../test/telemetry.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
});
afterAll(() => platen.close());

const read = async (id: string, component: string) => {
  const answer = await platen.get('service', `/v1/device/${id}/prediction/${component}`);
  return [answer.status, await answer.json()];
};

const part = {
  partsMessageId: '40000300',
  exhaustionRate: 96.5,
  predictionFailureDate: '2027-02-11',
  predictionFailureRange: { lower: '2027-01-20', upper: '2027-03-19' },
  lifeRate: 96.5,
  lastReplacementDate: '2025-03-01',
};
const life = {
  messageId: '40000302',
  replacementPart: part,
  threshold: 100,
  actual: [{ date: '2026-11-20', value: 96.5 }],
  forecast: [
    { date: '2026-11-20', value: 96.5 },
    { date: '2026-12-20', value: 98.1, lower: 97.4, upper: 98.9 },
  ],
  basis: basis('partLife'),
};
const withheld = { ...part, predictionFailureDate: null, predictionFailureRange: null };
const answers: { [C in keyof DeviceJudgement['predictions']]: NonNullable<DeviceJudgement['predictions'][C]> } = {
  fuser: { ...life, messageId: '10101001' },
  drum: life,
  secondTransfer: {
    messageId: null,
    replacementPart: {
      partsMessageId: null,
      predictionFailureMonth: '2027-02',
      driveTime: 1842.5,
      lastReplacementDate: null,
    },
    lowerThreshold: 900,
    actual: life.actual,
    forecast: [],
  },
  feedRoller: {
    predictionFeedRollers: [
      { paperSource: 'CST1', messageId: null, replacementPart: withheld, basis: basis('feedRollerJams', 9) },
    ],
  },
  developer: { predictionDevelopers: [{ color: 'cyan', messageId: null, replacementPart: part }] },
  imageQualitySensor: {
    messageId: null,
    predictionSensors: [{ color: 'black', actual: life.actual, threshold: 400, messageId: null }],
  },
  imageControlError: {
    errorMessage: null,
    errorCE20: { count: 3, lastOccurredAt: '2026-11-19T00:00:00.000Z', messageId: null },
    errorCE40: null,
  },
  polygonalMotor: {
    messageId: null,
    polygonalMotorDetails: [{ color: 'black', count30Days: 412, messageId: null }],
  },
  hdd: { messageId: null, predictionStorages: [{ sataPort: 0, type: 'SSD', state: 9, messageId: null }] },
};
const calls = [
  ['AP-26 FS-01 OQ-78', 'fuser', 'fuser'],
  ['AP-27 FS-02 FS-03', '2ndTransfer', 'secondTransfer'],
  ['AP-28 FS-04 OQ-80', 'feedRoller', 'feedRoller'],
  ['AP-29 FS-05 OQ-80', 'developer', 'developer'],
  ['AP-30 FS-06 OQ-79', 'imageQualitySensor', 'imageQualitySensor'],
  ['AP-31 FS-10 OQ-80', 'imageControlError', 'imageControlError'],
  ['AP-32 FS-11 FS-12', 'polygonalMotor', 'polygonalMotor'],
  ['AP-33 FS-07 FS-08', 'drum', 'drum'],
  ['AP-34 FS-09 OQ-104', 'hdd', 'hdd'],
] as const;

test.each(calls)(
  'AP-26..AP-34 FS-01..FS-12 (%s): prediction/%s answers what was judged, and null where nothing was',
  async (_rows, path, component) => {
    const [judged = '', nothing = '', never = ''] = await addDevices(platen.database, [{}, {}, {}]);
    await addJudgement(platen.database, judged, new Date(), { predictions: { [component]: answers[component] } });
    await addJudgement(platen.database, nothing, new Date(), {});
    expect(await read(judged, path)).toEqual([200, answers[component]]);
    expect(await read(nothing, path)).toEqual([200, null]);
    expect(await read(never, path)).toEqual([200, null]);
  },
);

test('FS-13: there are nine predictions, and each is the one of its own component', async () => {
  const [id = ''] = await addDevices(platen.database, [{}]);
  await addJudgement(platen.database, id, new Date(), { predictions: answers });
  const all = await Promise.all(calls.map(([, path]) => read(id, path)));
  expect(all).toEqual(calls.map(([, , component]) => [200, answers[component]]));
  expect(all).toHaveLength(9);
});
