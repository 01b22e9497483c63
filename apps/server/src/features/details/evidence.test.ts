import type { EvidenceAnswer, EvidenceEntry } from '@platen/contract/details';
import { expect, test } from 'vitest';
import {
  addCounterDays,
  addJudgement,
  addReport,
  addSections,
  addSupplyDay,
  basis,
  judged,
} from '../../../test/telemetry.ts';
import { addDevices, testAppAt } from '../../../test/test-app.ts';
import { toFleetLine } from '../../device/fleet-line.ts';

const now = new Date('2026-11-21T10:00:00Z');
const platen = testAppAt(now);

const read = async (id: string) => {
  const answer = await platen().get('service', `/v1/device/${id}/evidence`);
  return ((await answer.json()) as { evidence: Record<string, EvidenceEntry> }).evidence;
};
const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const counter = (value: number) => ({ unit: 'impressions' as const, reading: measured(value) });
const when = { observedAt: now.toISOString(), receivedAt: now.toISOString() };
const reading = (source: string, raw: string) => ({
  protocol: 'report',
  source,
  raw,
  rule: 'asReported',
  collector: 'North site',
  ...when,
});
const rests = (rule: string, raw = '60 (2026-09-01/2026-11-20)') => ({
  protocol: 'report',
  source: rule,
  name: 'readings',
  raw,
  rule: 'derived',
  also: [
    { source: rule, name: 'neededReadings', raw: '14' },
    { source: rule, name: 'judgedAt', raw: now.toISOString() },
  ],
  collector: null,
  ...when,
});

test('AP-05 FS-13 PM-02 TN-01: a judged value says its rule, the readings used and their days, a withheld one too', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  const life = {
    partsMessageId: null,
    exhaustionRate: 90,
    predictionFailureDate: '2027-01-01',
    lifeRate: 90,
    lastReplacementDate: null,
  };
  const series = { threshold: 100, actual: [], forecast: [] };
  const forecasts = { life1Week: 91, life2Weeks: 92, life4Weeks: 94, counter: null };
  await addJudgement(platen().database, id, now, {
    toner: {
      black: { daysLeft: judged('tonerDays', { value: 20, lower: 15, upper: 26 }), averagePixelCount: null },
      cyan: {
        daysLeft: { state: 'withheld', basis: { ...basis('tonerDays', 0), from: null, to: null } },
        averagePixelCount: null,
      },
    },
    pmParts: {
      threshold: 100,
      parts: [
        { partsCode: '6250', lifeNow: 90, consumedLife: 90, ...forecasts, basis: basis('partLife') },
        { partsCode: '1001', lifeNow: 90, consumedLife: 90, ...forecasts },
      ],
    },
    predictions: {
      drum: { messageId: null, replacementPart: life, ...series, basis: basis('weibullLife') },
      feedRoller: {
        predictionFeedRollers: [
          { paperSource: 'CST1', messageId: null, replacementPart: life, basis: basis('jamCusum') },
        ],
      },
      imageControlError: {
        errorMessage: null,
        errorCE20: { count: 3, lastOccurredAt: null, messageId: null, basis: basis('errorRate') },
        errorCE40: null,
      },
      hdd: {
        messageId: null,
        predictionStorages: [{ sataPort: 1, type: 'HDD', state: 0, messageId: null, basis: basis('storageScore') }],
      },
    },
  });
  const entries = await read(id);
  expect(entries['toner.leftDays.black']).toEqual(rests('tonerDays'));
  const cyan = rests('tonerDays', '0');
  const because = { source: 'tonerDays', name: 'withheldBecause', raw: 'tooFewReadings' };
  expect(entries['toner.leftDays.cyan']).toEqual({ ...cyan, also: [...cyan.also, because] });
  for (const field of ['lifeNow', 'life1Week', 'life2Weeks', 'life4Weeks'])
    expect(entries[`parts.6250.${field}`]).toEqual(rests('partLife'));
  expect(Object.keys(entries).filter((path) => path.startsWith('parts.1001'))).toEqual([]);
  expect(entries['predictions.drum.predictionFailureDate']).toEqual(rests('weibullLife'));
  expect(entries['predictions.feedRoller.CST1.predictionFailureDate']).toEqual(rests('jamCusum'));
  expect(entries['predictions.imageControlError.errorCE20.count']).toEqual(rests('errorRate'));
  expect(entries['predictions.hdd.1.state']).toEqual(rests('storageScore'));
  expect(entries['predictedAt']).toEqual({
    ...rests('judgementRun', now.toISOString()),
    name: 'judgedAt',
    also: [{ source: 'judgementRun', name: 'newestReport', raw: now.toISOString() }],
  });
  expect(Object.keys(entries).filter((path) => /errorCE40|fuser|developer/.test(path))).toEqual([]);
});

test('AP-05: a judged figure has the times of the newest reading that went into it, and separately when it was judged', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  const days = (to: string) => ({
    ...judged('tonerDays', { value: 20, lower: 15, upper: 26 }),
    basis: { ...basis('tonerDays'), to },
  });
  await addJudgement(platen().database, id, now, {
    toner: {
      black: { daysLeft: days('2026-11-13'), averagePixelCount: null },
      cyan: { daysLeft: days('2026-11-10'), averagePixelCount: null },
    },
  });
  // Read on the 13th, delivered on the 21st; a report that came after the judgement did not go in.
  await addReport(platen().database, id, '2026-11-10T07:00:00Z', '2026-11-10T07:01:00Z');
  await addReport(platen().database, id, '2026-11-10T09:00:00Z', '2026-11-10T09:01:00Z');
  await addReport(platen().database, id, '2026-11-13T08:00:00Z', '2026-11-21T09:58:00Z');
  await addReport(platen().database, id, '2026-11-21T10:30:00Z', '2026-11-21T10:31:00Z');
  const entries = await read(id);
  const newest = { observedAt: '2026-11-13T08:00:00.000Z', receivedAt: '2026-11-21T09:58:00.000Z' };
  expect(entries['toner.leftDays.black']).toMatchObject(newest);
  expect(entries['toner.leftDays.black']?.also).toContainEqual({
    source: 'tonerDays',
    name: 'judgedAt',
    raw: now.toISOString(),
  });
  expect(entries['toner.leftDays.cyan']).toMatchObject({
    observedAt: '2026-11-10T09:00:00.000Z',
    receivedAt: '2026-11-10T09:01:00.000Z',
  });
  expect(entries['predictedAt']).toMatchObject({ ...newest, raw: now.toISOString() });
});

test('AP-05 CT-05 CT-06 TN-10 PM-08: the evidence of a value without a source is the report of the device', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  const source = { protocol: 'snmp' as const, source: '1.3.6.1', raw: '12', rule: 'asReported' as const };
  await addSections(
    platen().database,
    id,
    {
      counters: {
        total: counter(4000),
        color: counter(1000),
        scanLarge: counter(0),
        scanSmall: { unit: 'sheets', reading: { state: 'unknown' } },
        paperSources: { CST1: counter(900), CST2: { unit: 'sheets', reading: { ...measured(12), evidence: source } } },
      },
      supplies: [
        { index: '3', tonerColor: 'cyan', percent: measured(41) },
        { index: '9', description: 'Waste toner', percent: { state: 'unknown' } },
      ],
      parts: [{ partsCode: '6250', pages: measured(90_000) }],
      sensors: [
        { name: 'nearEmptyPercent', reading: measured(15) },
        { name: 'nearEmptyMode', reading: measured(2) },
        { name: 'pixelCount', color: 'cyan', reading: measured(5.5) },
      ],
      storage: [{ sataPort: 1, type: 'SSD' }],
    },
    now,
  );
  await addCounterDays(platen().database, id, { '2026-05-31': [1], '2026-06-01': [2], '2026-11-20': [3] });
  expect(await read(id)).toEqual({
    'counter.total': reading('counters.total', '4000'),
    'counter.color': reading('counters.color', '1000'),
    'counter.colorRate': {
      ...reading('counters.color', '1000'),
      rule: 'derived',
      also: [{ source: 'counters.total', raw: '4000' }],
    },
    'counter.module.CST1': reading('counters.paperSources.CST1', '900'),
    'counter.module.CST2': { ...reading('1.3.6.1', '12'), protocol: 'snmp' },
    'counter.scanModule.large': reading('counters.scanLarge', '0'),
    'counter.monthly': { ...reading('counters', '2 (2026-06-01/2026-11-20)'), rule: 'derived' },
    'counter.summary': { ...reading('counters', '2 (2026-06-01/2026-11-20)'), rule: 'derived' },
    'toner.cyan': reading('supplies.3.percent', '41'),
    'parts.6250.counter': reading('parts.6250.pages', '90000'),
    'toner.nearEmpty': reading('sensors.nearEmptyPercent', '15'),
    'predictions.hdd.1.type': reading('storage.1.type', 'SSD'),
    'toner.averagePixelCount.cyan': reading('sensors.pixelCount.cyan', '5.5'),
  });
});

test('M1 AP-05 CD-01 CD-02 OQ-75: columns of codes count the codes of the report, which no value of a code is, and name the fleet, its devices rounded down to a step', async () => {
  const line = toFleetLine('ALPHA', 'T1');
  const more = { model: 'MFP 1', series: 'ALPHA', firmware_version: 'T1' };
  const [id = ''] = await addDevices(platen().database, [more]);
  const codes = {
    code05: [{ main: 1, sub: 0, value: ' 0167' }],
    code13: [
      { main: 1, value: '2' },
      { main: 2, value: '3' },
    ],
  };
  await addSections(platen().database, id, { codes }, now);
  const row = { fitted_at: now, body: '{}' };
  await platen()
    .database.db.insertInto('fleet_code')
    .values([
      { ...row, scope: 'model', name: 'MFP 1', kind: '05', devices: 49 },
      { ...row, scope: 'line', name: line, kind: '05', devices: 4999 },
      { ...row, scope: 'line', name: 'ALPHA T2', kind: '05', devices: 20 },
      { ...row, scope: 'usualFamily', name: 'ALPHA', kind: '05', devices: 20_000 },
    ])
    .execute();
  const fleet = (name: string, raw: string, comparedAs: string) => ({
    protocol: 'report',
    source: `fleet: ${name}`,
    name: 'devices',
    raw,
    rule: 'derived',
    also: [{ source: 'fleet', name: 'comparedAs', raw: comparedAs }],
    collector: null,
    ...when,
  });
  const answer = await platen().get('service', `/v1/device/${id}/code/05`);
  // The value of a code as reported comes with the code itself, unchanged.
  expect(await answer.json()).toMatchObject({ codes: [{ main: 1, sub: 0, currentValue: ' 0167' }] });
  expect(await read(id)).toEqual({
    'codes.05.currentValue': { ...reading('codes.code05', '1'), name: 'entries', rule: 'derived' },
    'codes.13.currentValue': { ...reading('codes.code13', '2'), name: 'entries', rule: 'derived' },
    'codes.05.modeValue': fleet('MFP 1', '20', 'model'),
    'codes.05.averageValue': fleet('MFP 1', '20', 'model'),
    'codes.05.outlierLevel': fleet(line, '1000', 'line'),
  });
});

test('AP-05 PR-11 PM-02 TN-03: what figures were calculated from comes once, with the readings of the last 90 days', async () => {
  const [id = ''] = await addDevices(platen().database, [{}]);
  const inputs = {
    kind: 'tonerDays' as const,
    level: 14,
    rounding: 0.25,
    perDay: 0.5,
    shorter: 0.8,
    longer: 1.3,
    age: 0,
  };
  const days = judged('toner', { value: 28, lower: 22, upper: 37 });
  const rated = { kind: 'ratedLife' as const, unit: 'pages' as const, reported: 90, done: null, rated: null };
  const expected = { kind: 'reportedLife' as const, reported: 70 };
  await addJudgement(platen().database, id, now, {
    toner: { black: { daysLeft: { ...days, basis: { ...days.basis, inputs } }, averagePixelCount: null } },
    pmParts: {
      threshold: 100,
      parts: [
        {
          partsCode: '6250',
          lifeNow: 70,
          consumedLife: 90,
          life1Week: 71,
          life2Weeks: 72,
          life4Weeks: 73,
          counter: null,
          basis: { ...basis('pmParts'), inputs: rated },
          conditionBasis: { ...basis('drumLife'), inputs: expected },
        },
      ],
    },
  });
  await addSections(platen().database, id, {
    counters: { total: counter(3000), color: counter(900), black: counter(2100) },
    parts: [{ partsCode: '6250', consumedLife: measured(90) }],
  });
  await addCounterDays(platen().database, id, { '2026-08-01': [1], '2026-11-01': [1000], '2026-11-20': [3000] });
  await addSupplyDay(platen().database, id, '2026-11-18', { black: [15] });
  await addSupplyDay(platen().database, id, '2026-11-20', { black: [14, 1], cyan: [3] });
  const answer = await platen().get('service', `/v1/device/${id}/evidence`);
  const { evidence, figures } = (await answer.json()) as EvidenceAnswer;
  expect(figures).toEqual({
    'toner.leftDays.black': { inputs, readings: { from: '2026-11-18', values: [15, null, 14] } },
    'parts.6250.consumedLife': { inputs: rated },
    'parts.6250.lifeNow': { inputs: expected },
    'counter.AMP': {
      inputs: { kind: 'monthlyAverage', first: 1000, last: 3000, omitted: 0, days: 19 },
      readings: { from: '2026-11-01', values: [1000, ...Array.from({ length: 18 }, () => null), 3000] },
    },
    'counter.colorRate': { inputs: { kind: 'ratio', part: 900, whole: 3000 } },
  });
  // The life of now is the judged one, not the consumed life that the device reports.
  expect(evidence['parts.6250.lifeNow']).toMatchObject({ source: 'drumLife', figure: 'parts.6250.lifeNow' });
  expect(evidence['parts.6250.life4Weeks']).toMatchObject({ source: 'drumLife', figure: 'parts.6250.lifeNow' });
  expect(evidence['parts.6250.consumedLife']).toMatchObject({ source: 'pmParts' });
  expect(evidence['counter.AMP']).toMatchObject({ raw: '2 (2026-11-01/2026-11-20)', rule: 'derived' });
});

test('AP-05 WL-53: the risk of a stop is in the profile, and its card has the causes that it is made of', async () => {
  const [id = '', other = ''] = await addDevices(platen().database, [{}, {}]);
  const seen = { failures: 31, deviceYears: 80.5 };
  const inputs = {
    kind: 'stopRisk' as const,
    causes: [
      { item: 'drum.yellow', chances: [0.05, 0.2, 0.5] as [number, number, number] },
      { item: 'unexplained', chances: [0.01, 0.02, 0.04] as [number, number, number], seen },
    ],
    unknownParts: 1,
  };
  const within = { within7Days: 5, within14Days: 20, within28Days: 50 };
  const unexplained = { within7Days: 1, within14Days: 2, within28Days: 4, seen };
  const causes = [
    { item: 'drum.yellow', ...within },
    { item: 'unexplained', ...unexplained },
  ];
  const stopRisk = { ...within, causes, unknownParts: 1 };
  await addJudgement(platen().database, id, now, { risk: { ...stopRisk, basis: { ...basis('stopRisk'), inputs } } });
  await addJudgement(platen().database, other, now, {});
  const profileOf = async (deviceId: string) =>
    (await (await platen().get('service', `/v1/device/${deviceId}/profile`)).json()) as Record<string, unknown>;
  expect((await profileOf(id))['stopRisk']).toEqual(stopRisk);
  // A judgement of an earlier version has none.
  expect(await profileOf(other)).not.toHaveProperty('stopRisk');
  const answer = (await (await platen().get('service', `/v1/device/${id}/evidence`)).json()) as EvidenceAnswer;
  const entry = answer.evidence['stopRisk.within14Days'];
  expect(entry).toEqual({ ...rests('stopRisk'), figure: 'stopRisk.within14Days' });
  expect(answer.evidence['stopRisk.causes']).toEqual(entry);
  expect(answer.figures?.['stopRisk.within14Days']).toEqual({ inputs });
});
