import type { DeviceReport } from '@platen/contract/report';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCollector } from '../../../test/collectors.ts';
import { deliverReports } from '../../../test/deliver-reports.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { addJudgement } from '../../../test/telemetry.ts';
import { addDevices, addGroup, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
const key = 'key-of-the-details-test';
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addGroup(platen.database, 1, 'One', 'dealer');
  await addCollector(platen.database, { name: 'test', key });
});
afterAll(() => platen.close());

const deliver = (...reports: DeviceReport[]) => deliverReports(platen, key, reports);
const read = async (id: string, part: string, subject = 'service') => {
  const answer = await platen.get(subject, `/v1/device/${id}/${part}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
};

const evidence = (source: string, raw: string) => ({
  protocol: 'snmp' as const,
  source,
  raw,
  rule: 'asReported' as const,
});
const measured = <T>(value: T, from?: string) => ({
  state: 'measured' as const,
  value,
  ...(from === undefined ? {} : { evidence: evidence(from, String(value)) }),
});

const full = (observedAt: Date, serial = 'FULL-1'): DeviceReport =>
  toReport(serial, observedAt, {
    identity: {
      serial: measured(serial, '1.3.6.1.2.1.43.5.1.1.17.1'),
      model: measured('Example 4500'),
      series: 'ALPHA',
      unpackingDate: '2024-02-29',
    },
    counters: {
      total: { unit: 'impressions', reading: measured(4000, 'total-oid') },
      color: { unit: 'impressions', reading: measured(1000, 'color-oid') },
      black: { unit: 'impressions', reading: measured(3000, 'black-oid') },
    },
    supplies: [
      {
        index: '1.1',
        type: 'toner',
        class: 'supplyThatIsConsumed',
        tonerColor: 'black',
        percent: measured(0, 'black-level'),
      },
      {
        index: '1.2',
        type: 'toner',
        class: 'supplyThatIsConsumed',
        tonerColor: 'cyan',
        percent: measured(80),
        coarse: true,
      },
      {
        index: '1.3',
        type: 'toner',
        class: 'supplyThatIsConsumed',
        tonerColor: 'cyan',
        percent: measured(20, 'second-cyan'),
      },
      {
        index: '1.4',
        type: 'toner',
        class: 'supplyThatIsConsumed',
        tonerColor: 'magenta',
        percent: { state: 'someRemaining' },
      },
      {
        index: '1.5',
        type: 'wasteToner',
        class: 'receptacleThatIsFilled',
        description: 'Waste box',
        percent: { state: 'unknown' },
      },
    ],
    parts: [
      { partsCode: '1001', consumedLife: measured(120.5) },
      { partsCode: '1002', consumedLife: measured(99.9) },
      { partsCode: '1003' },
    ],
    firmware: { system: measured('T130SY0Y2001', 'firmware-oid'), engine: measured('E-1'), NIC: { state: 'unknown' } },
    network: {
      interfaces: [
        {
          ipAddress: measured('192.0.2.9', 'ip-oid'),
          subnetMask: measured('255.255.255.0'),
          macAddress: measured('00:11:22:33:44:55'),
        },
        { ipAddress: { state: 'unknown' } },
      ],
    },
    options: { DF: measured('MR-3024'), finisher: { state: 'notSupported' } },
    errors: [
      { code: 'E010', occurredAt: hoursAgo(5).toISOString() },
      { code: 'E010', occurredAt: hoursAgo(6).toISOString() },
      { code: 'E010', occurredAt: hoursAgo(24 * 20).toISOString() },
    ],
  });

describe('profile', () => {
  test('AP-14 PR-01..PR-08 PR-10 PR-12..PR-27: every value as the device reported it, unknown as null and zero as zero', async () => {
    const observedAt = hoursAgo(1);
    const id = await deliver(full(observedAt));
    const { status, body } = await read(id, 'profile');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      deviceId: id,
      serial: 'FULL-1',
      model: 'Example 4500',
      updatedAt: observedAt.toISOString(),
      processedAt: expect.stringMatching(/^20\d\d-.*Z$/),
      unpackingDate: '2024-02-29',
      series: 'ALPHA',
      failurePredictions: [],
      predictedAt: null,
      counter: { total: 4000, AMP: null, colorRate: 25 },
      options: { DF: 'MR-3024', finisher: null, fax: null },
      nRecommendedReplaceParts: 1,
      fwVersions: ['T130SY0Y2001', 'E-1'],
      toner: { black: 0, cyan: 20, magenta: null, yellow: null, eBlue: null },
      tonerReadings: {
        black: { percent: 0, state: 'measured' },
        cyan: { percent: 20, state: 'measured' },
        magenta: { percent: null, state: 'someRemaining' },
      },
      supplies: [
        {
          description: 'Waste box',
          type: 'wasteToner',
          class: 'receptacleThatIsFilled',
          percent: null,
          state: 'unknown',
        },
      ],
      customerNumber: 'C-100',
      customerName: 'Harbour Library',
      description: null,
      dealerNumber: 'D-7',
      counterUnit: 'impressions',
      pages: { color: 1000, black: 3000 },
      history: { days: 0, neededDays: 14 },
      network: { ipAddress: '192.0.2.9', macAddress: '00:11:22:33:44:55' },
      collector: { name: 'North site', observedAt: observedAt.toISOString() },
    });
    // Two of the last 14 days, whatever category the code has; the one 20 days ago is not counted (PR-31).
    const counters: Record<string, number> = body['errorCounters'] ?? {};
    expect(Object.keys(counters)).toEqual(['jamDF', 'jamPrint', 'jamFinisher', 'serviceCall', 'other']);
    expect(Object.values(counters).reduce((sum, n) => sum + n, 0)).toBe(2);
  });

  test('PR-11: AMP appears once the counters reach back 14 days', async () => {
    const at = (daysAgo: number, total: number) =>
      toReport('AMP-1', hoursAgo(24 * daysAgo), {
        counters: { total: { unit: 'impressions', reading: measured(total) } },
      });
    const id = await deliver(at(20, 1000), at(10, 1100), at(0, 1200));
    const { body } = await read(id, 'profile');
    expect(body).toMatchObject({ counter: { total: 1200, AMP: 304 }, history: { days: 20, neededDays: 14 } });
  });

  test('PR-04 PR-09 PR-16 OQ-83: signs, parts to replace and times are those of the judgement', async () => {
    const id = await deliver(full(hoursAgo(1.5)));
    const judgedAt = hoursAgo(0.2);
    const part = (partsCode: string, lifeNow: number | null) => ({
      partsCode,
      lifeNow,
      life1Week: null,
      life2Weeks: null,
      life4Weeks: null,
      counter: null,
      consumedLife: lifeNow,
    });
    const range = { lower: '2026-12-06', upper: '2027-06-05' };
    const failure = { predictionFailureDate: '2027-02-02', predictionFailureRange: range };
    const sign = { component: 'fuser', messageId: '10101001', ...failure };
    await addJudgement(platen.database, id, judgedAt, {
      signs: [sign],
      predictions: { polygonalMotor: { messageId: '00000000', polygonalMotorDetails: [] } },
      pmParts: { threshold: 90, parts: [part('1', 89.9), part('2', 90), part('3', 130), part('4', null)] },
    });
    const { body } = await read(id, 'profile');
    expect(body).toMatchObject({
      failurePredictions: [sign],
      judgedComponents: 1,
      nRecommendedReplaceParts: 2,
      predictedAt: judgedAt.toISOString(),
      processedAt: judgedAt.toISOString(),
    });
  });
});

test('AP-20 FW-01..FW-14 OQ-70: firmware has all 14 fields, null where the device has or reports none', async () => {
  const id = await deliver(full(hoursAgo(0.5)));
  const { status, body } = await read(id, 'firmware');
  expect(status).toBe(200);
  expect(Object.keys(body)).toEqual([
    'system',
    'OS',
    'engine',
    'scan',
    'NIC',
    'DF',
    'finisher',
    'holePunch',
    'fax1',
    'fax2',
    'HDD',
    'PFC',
    'feed',
    'LED',
  ]);
  expect(Object.entries(body).filter(([, value]) => value !== null)).toEqual([
    ['system', 'T130SY0Y2001'],
    ['engine', 'E-1'],
  ]);
});

test('AP-25 NW-01..NW-08 OQ-74: two interfaces with seven fields each, null for an interface there is not', async () => {
  const id = await deliver(full(hoursAgo(0.4)));
  const none = {
    subnetMask: null,
    defaultGateway: null,
    primaryDns: null,
    secondaryDns: null,
    smtpServer: null,
    macAddress: null,
  };
  expect((await read(id, 'networkInformation')).body).toEqual({
    nic_1st: { ...none, ipAddress: '192.0.2.9', subnetMask: '255.255.255.0', macAddress: '00:11:22:33:44:55' },
    nic_2nd: { ...none, ipAddress: null },
  });
  const bare = await deliver(toReport('NIC-0', hoursAgo(1)));
  expect((await read(bare, 'networkInformation')).body).toEqual({ nic_1st: null, nic_2nd: null });
});

test('QF-01: trays, bins, covers, panel and alerts as the device states them; what it does not report is null', async () => {
  const percent = { state: 'measured', value: 10, evidence: evidence('level-oid', '55') } as const;
  const id = await deliver(
    toReport('MACHINE-1', hoursAgo(0.5), {
      status: {
        consoleText: ' Close the cover ',
        alerts: [
          { index: '1', severity: 3, trainingLevel: 5, code: 8, description: 'Misfeed', since: '2026-11-20T10:00:00Z' },
          { index: '2', severity: 4, trainingLevel: 3, code: 808 },
        ],
      },
      inputs: [
        {
          index: '1.1',
          name: 'Drawer 1',
          media: 'Plain',
          unit: 'sheets',
          capacity: { state: 'measured', value: 550 },
          level: { state: 'measured', value: 55 },
          percent,
          size: { feedMm: 297, crossMm: 210 },
          status: { availability: 'broken', alert: 'critical' },
        },
        { index: '1.2', description: 'Bypass', percent: { state: 'someRemaining' } },
      ],
      covers: [{ index: '1.1', description: 'Front', status: 'coverOpen' }],
      counters: {
        duplexSheets: { unit: 'sheets', reading: { state: 'measured', value: 7 } },
        labelled: [{ label: 'Duplex', unit: 'unknown', reading: { state: 'measured', value: 9 } }],
      },
      paperPath: { outputs: [{ index: '1.1', name: 'Inner', percent: { state: 'unknown' }, status: {} }] },
      network: { interfaces: [], links: [{ name: 'eth0', operStatus: 'down' }] },
    }),
  );
  expect((await read(id, 'machine')).body).toMatchObject({
    panelText: 'Close the cover',
    finisher: null,
    alerts: [
      { severity: 'error', text: 'Misfeed', whoCanAct: 'technician', since: '2026-11-20T10:00:00Z' },
      { severity: 'warning', text: null, whoCanAct: 'user', since: null },
    ],
    trays: [
      {
        name: 'Drawer 1',
        media: 'Plain',
        size: { feedMm: 297, crossMm: 210 },
        capacity: 550,
        count: 55,
        level: { percent: 10, state: 'measured' },
        state: { availability: 'broken', alert: 'critical', offline: false },
      },
      { name: 'Bypass', media: null, size: null, level: { percent: null, state: 'someRemaining' }, state: null },
    ],
    bins: [{ name: 'Inner', state: { availability: null, alert: null, offline: false } }],
    covers: [{ name: 'Front', state: 'coverOpen' }],
    mediaReady: null,
    counters: [
      { label: null, unit: 'sheets', value: 7 },
      { label: 'Duplex', unit: 'unknown', value: 9 },
    ],
    links: [{ name: 'eth0', state: 'down' }],
  });
  expect((await read(id, 'evidence')).body).toMatchObject({
    evidence: { 'machine.trays.1.1': { source: 'level-oid', raw: '55' } },
  });
  const bare = await deliver(toReport('MACHINE-0', hoursAgo(1)));
  expect((await read(bare, 'machine')).body).toMatchObject({ panelText: null, trays: null, covers: null });
});

test('AP-14 AP-25: evidence says for each shown value what was asked, what came and when', async () => {
  const observedAt = hoursAgo(0.3);
  const id = await deliver(full(observedAt, 'ONCE-1'));
  const { body } = await read(id, 'evidence');
  const entries: Record<string, unknown> = body['evidence'] ?? {};
  const when = {
    observedAt: observedAt.toISOString(),
    receivedAt: expect.stringMatching(/Z$/),
    collector: 'North site',
  };
  expect(entries).toEqual({
    'identity.serial': { ...evidence('1.3.6.1.2.1.43.5.1.1.17.1', 'ONCE-1'), ...when },
    'counter.total': { ...evidence('total-oid', '4000'), ...when },
    'counter.color': { ...evidence('color-oid', '1000'), ...when },
    'counter.black': { ...evidence('black-oid', '3000'), ...when },
    'counter.colorRate': {
      ...evidence('color-oid', '1000'),
      rule: 'derived',
      also: [{ source: 'black-oid', raw: '3000' }],
      ...when,
    },
    'toner.black': { ...evidence('black-level', '0'), ...when },
    'toner.cyan': { ...evidence('second-cyan', '20'), ...when },
    'firmware.system': { ...evidence('firmware-oid', 'T130SY0Y2001'), ...when },
    'network.nic_1st.ipAddress': { ...evidence('ip-oid', '192.0.2.9'), ...when },
    // The evidence of a value without a source is the report.
    'firmware.engine': { ...evidence('firmware.engine', 'E-1'), protocol: 'report', ...when },
    'network.nic_1st.macAddress': {
      ...evidence('network.interfaces.0.macAddress', '00:11:22:33:44:55'),
      protocol: 'report',
      ...when,
    },
    'network.nic_1st.subnetMask': {
      ...evidence('network.interfaces.0.subnetMask', '255.255.255.0'),
      protocol: 'report',
      ...when,
    },
    'options.DF': expect.objectContaining({ protocol: 'report', source: 'options.DF' }),
    'parts.1001.lifeNow': { ...evidence('parts.1001.consumedLife', '120.5'), protocol: 'report', ...when },
    'parts.1001.consumedLife': { ...evidence('parts.1001.consumedLife', '120.5'), protocol: 'report', ...when },
    'parts.1002.lifeNow': { ...evidence('parts.1002.consumedLife', '99.9'), protocol: 'report', ...when },
    'parts.1002.consumedLife': { ...evidence('parts.1002.consumedLife', '99.9'), protocol: 'report', ...when },
    'counter.monthly': expect.objectContaining({ rule: 'derived', raw: expect.stringMatching(/^1 \(/) }),
    'counter.summary': expect.objectContaining({ rule: 'derived' }),
    'errors.daily': expect.objectContaining({ rule: 'derived', raw: expect.stringMatching(/^\d+ \(/) }),
    'errors.monthly': expect.objectContaining({ rule: 'derived' }),
    'errors.logs': expect.objectContaining({ rule: 'asReported' }),
  });
});

test('AP-05: reports taken in are counted by what became of them', async () => {
  const report = toReport('COUNTED-1', hoursAgo(1));
  const count = async () => {
    const metrics = await (await fetch(`${platen.url}/metrics`)).text();
    const [, repeated = '0'] = /platen_ingest_reports_total\{result="repeated"\} (\d+)/.exec(metrics) ?? [];
    return Number(repeated);
  };
  const before = await count();
  await deliver(report);
  expect(await count()).toBe(before);
  await deliver(report);
  expect(await count()).toBe(before + 1);
});

describe('refusals', () => {
  test.each(['profile', 'firmware', 'networkInformation', 'machine', 'evidence'])(
    'AU-44 AU-46 AC-12 AC-13: %s is refused with 200003 outside the groups, 200004 where there is no such device',
    async (part) => {
      const [own, foreign] = await addDevices(platen.database, [{ group_ids: [1] }, { group_ids: [2] }]);
      expect((await read(own ?? '', part, 'dealer')).status).toBe(200);
      expect(await read(foreign ?? '', part, 'dealer')).toMatchObject({ status: 403, body: { errorCode: 200003 } });
      expect((await read(foreign ?? '', part, 'service')).status).toBe(200);
      expect(await read(uuidv7(), part, 'dealer')).toMatchObject({ status: 404, body: { errorCode: 200004 } });
      expect(await read('not-an-id', part, 'dealer')).toMatchObject({ status: 422, body: { errorCode: 202001 } });
    },
  );
});
