import type { EvidenceEntry } from '@platen/contract/details';
import { expect, test } from 'vitest';
import { addJudgement, basis, judged } from '../../../test/telemetry.ts';
import { addDevices, testAppAt } from '../../../test/test-app.ts';

const now = new Date('2026-11-21T10:00:00Z');
const platen = testAppAt(now);

const read = async (id: string) => {
  const answer = await platen().get('service', `/v1/device/${id}/evidence`);
  return ((await answer.json()) as { evidence: Record<string, EvidenceEntry> }).evidence;
};

test('AP-05 TN-03 PM-03: a withheld forecast says which condition of its basis failed, a given one and the life now do not', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  const withheld = (readings: number, to: string) => ({
    daysLeft: { state: 'withheld' as const, basis: { ...basis('toner', readings), to } },
    averagePixelCount: null,
  });
  const none = { life1Week: null, life2Weeks: null, life4Weeks: null, counter: null, messageId: null };
  const part = (partsCode: string, lifeNow: number | null, to: string) => ({
    partsCode,
    lifeNow,
    consumedLife: lifeNow,
    ...none,
    basis: { ...basis('pmParts'), to },
  });
  await addJudgement(platen().database, id, now, {
    toner: {
      black: { daysLeft: judged('toner', { value: 20, lower: 15, upper: 26 }), averagePixelCount: null },
      cyan: withheld(13, '2026-11-20'),
      magenta: withheld(60, '2026-11-06'),
      yellow: withheld(60, '2026-11-07'),
    },
    pmParts: { threshold: 100, parts: [part('6250', null, '2026-11-20'), part('6342', 90, '2026-11-06')] },
  });
  const entries = await read(id);
  const why = (path: string) => entries[path]?.also?.find(({ name }) => name === 'withheldBecause')?.raw;
  expect(why('toner.leftDays.black')).toBeUndefined();
  expect(why('toner.leftDays.cyan')).toBe('tooFewReadings');
  expect(why('toner.leftDays.magenta')).toBe('lastReadingTooOld');
  expect(why('toner.leftDays.yellow')).toBe('noFallsOrBeyondYear');
  expect(why('parts.6250.life4Weeks')).toBe('lifeUnknown');
  expect(why('parts.6342.life1Week')).toBe('lastReadingTooOld');
  expect(why('parts.6342.lifeNow')).toBeUndefined();
});

test('AP-05 FS-13 FS-17: a failure sign or date that is withheld shows why, the figures next to it do not', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  const life = { partsMessageId: null, lifeRate: null, lastReplacementDate: null, predictionFailureDate: null };
  const unknown = { ...life, exhaustionRate: null };
  const known = { ...life, exhaustionRate: 40 };
  const expected = (perDay: number) => ({
    ...basis('drumLife'),
    inputs: {
      kind: 'expectedLife' as const,
      unit: 'pages' as const,
      wear: 40_000,
      life: { value: 100_000, lower: 80_000, upper: 120_000 },
      perDay,
      useFactor: 1.2,
      shorter: 0.6,
      longer: 1.5,
      readOn: '2026-11-20',
      judgedOn: '2026-11-21',
      failedOn: null,
    },
  });
  const roller = {
    ...basis('feedRollerRate'),
    inputs: { kind: 'rollerLife' as const, sheets: 900, life: 1000, share: 0.5, uses: [], judgedOn: '2026-11-21' },
  };
  const sensor = {
    ...basis('imageSensorLevel'),
    inputs: { kind: 'sensorLimit' as const, usual: null, deviation: null, times: 4, last: 3 },
  };
  const signs = { messageId: null, threshold: 100, actual: [], forecast: [] };
  await addJudgement(platen().database, id, now, {
    predictions: {
      fuser: { ...signs, replacementPart: unknown, basis: basis('fuserLife', 9) },
      drum: { ...signs, replacementPart: known, basis: expected(1) },
      feedRoller: {
        predictionFeedRollers: [
          { paperSource: 'CST1', messageId: '30211002', replacementPart: known, basis: roller },
          { paperSource: 'CST2', messageId: null, replacementPart: known, basis: roller },
        ],
      },
      developer: {
        predictionDevelopers: [
          { color: 'black', messageId: null, replacementPart: unknown, basis: basis('developerLife') },
          { color: 'cyan', messageId: null, replacementPart: known, basis: expected(0) },
        ],
      },
      imageQualitySensor: {
        messageId: null,
        predictionSensors: [{ color: 'black', actual: [], threshold: null, messageId: null, basis: sensor }],
      },
      polygonalMotor: {
        messageId: null,
        polygonalMotorDetails: [
          { color: 'black', count30Days: 80, messageId: null, basis: basis('polygonalMotorStarts', 3) },
        ],
      },
    },
  });
  const entries = await read(id);
  const why = (path: string) =>
    entries[`predictions.${path}`]?.also?.find(({ name }) => name === 'withheldBecause')?.raw;
  const date = 'predictionFailureDate';
  expect([why('fuser.messageId'), why(`fuser.${date}`)]).toEqual(['tooFewReadings', 'tooFewReadings']);
  expect([why('drum.exhaustionRate'), why(`drum.${date}`)]).toEqual([undefined, 'beyondYear']);
  expect([why(`feedRoller.CST1.${date}`), why(`feedRoller.CST2.${date}`)]).toEqual(['failing', 'beyondYear']);
  expect([why('developer.black.exhaustionRate'), why(`developer.cyan.${date}`)]).toEqual(['lifeUnknown', 'noUse']);
  expect(why('imageQualitySensor.black.messageId')).toBe('familyUnknown');
  expect([why('polygonalMotor.black.messageId'), why('polygonalMotor.black.count30Days')]).toEqual([
    'tooFewReadings',
    undefined,
  ]);
});
