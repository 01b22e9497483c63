import type { EvidenceEntry } from '@platen/contract/details';
import type { DeviceReport } from '@platen/contract/report';
import type { Evidence } from '@platen/contract/values';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCollector } from '../../../test/collectors.ts';
import { deliverReports } from '../../../test/deliver-reports.ts';
import { hoursAgo, toReport } from '../../../test/reports.ts';
import { addSections } from '../../../test/telemetry.ts';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
const key = 'key-of-the-missing-values-test';
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  await addCollector(platen.database, { name: 'test', key });
});
afterAll(() => platen.close());

const deliver = (...reports: DeviceReport[]) => deliverReports(platen, key, reports);
const read = async (id: string, part: string) => {
  const answer = await platen.get('service', `/v1/device/${id}/${part}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, never> };
};
const measured = <T>(value: T) => ({ state: 'measured' as const, value });

test('a toner without a figure has the state of panel or alerts; an empty cartridge outranks another', async () => {
  const remaining = { percent: { state: 'someRemaining' as const }, type: 'toner' };
  const id = await deliver(
    toReport('PANEL-1', hoursAgo(1), {
      supplies: [
        { index: '1.1', tonerColor: 'black', ...remaining, condition: 'low' },
        { index: '1.2', tonerColor: 'cyan', type: 'toner', percent: measured(40), condition: 'low' },
        { index: '1.3', tonerColor: 'yellow', type: 'toner', percent: measured(80) },
        { index: '1.4', tonerColor: 'yellow', ...remaining, condition: 'empty' },
        { index: '1.5', tonerColor: 'magenta', ...remaining, condition: 'ok' },
      ],
    }),
  );
  expect((await read(id, 'profile')).body).toMatchObject({
    tonerReadings: {
      black: { percent: null, state: 'low' },
      cyan: { percent: 40, state: 'measured' },
      yellow: { percent: null, state: 'empty' },
      magenta: { percent: null, state: 'someRemaining' },
    },
  });
});

test('AP-14 PR-07 PR-09 PR-16: a device that says next to nothing has nulls, no zeros and no invented date', async () => {
  const { counters: _counters, status: _status, site: _site, ...bare } = toReport('BARE-1', hoursAgo(2));
  const id = await deliver({ ...bare, identity: { serial: measured('BARE-1') } });
  const { body } = await read(id, 'profile');
  expect(body).toMatchObject({
    serial: 'BARE-1',
    model: null,
    series: null,
    unpackingDate: '0000-00-00',
    counter: { total: null, AMP: null, colorRate: null },
    options: { DF: null, finisher: null, fax: null },
    nRecommendedReplaceParts: null,
    fwVersions: [],
    errorCounters: { jamDF: null, jamPrint: null, jamFinisher: null, serviceCall: null, other: null },
    toner: { yellow: null, magenta: null, cyan: null, black: null, eBlue: null },
    status: 'unknown',
    customerNumber: null,
    counterUnit: null,
    tonerReadings: {},
    supplies: [],
    network: { ipAddress: null, macAddress: null },
  });
});

test('PR-23..PR-27: a device that reports errors has zeros where there were none, and nothing while it is silent', async () => {
  const zeros = { jamDF: 0, jamPrint: 0, jamFinisher: 0, serviceCall: 0, other: 0 };
  const unknown = { jamDF: null, jamPrint: null, jamFinisher: null, serviceCall: null, other: null };
  for (const [days, errorCounters] of [
    [0, zeros],
    [12, zeros],
    [16, unknown],
  ] as const) {
    // Whole days: an hour more would lie one calendar day earlier between midnight and one o'clock.
    const id = await deliver(toReport(`CALM-${days}`, hoursAgo(24 * days), { errors: [] }));
    expect([days, (await read(id, 'profile?timeZone=UTC')).body['errorCounters']]).toEqual([days, errorCounters]);
    // The days of the error tab agree: each is unknown, or one of them has a report.
    const dailyJam: Record<string, { count: number | null }[]> =
      (await read(id, 'error/jams?timeZone=UTC')).body['dailyJam'] ?? {};
    expect(dailyJam['other']?.some(({ count }) => count !== null)).toBe(errorCounters.other !== null);
  }
});

test('PR-05 OQ-30: a silent device is offline, says for how long, and keeps its older reasons', async () => {
  const id = await deliver(toReport('OLD-1', hoursAgo(24 * 5)));
  const { body } = await read(id, 'profile');
  expect(body['status']).toBe('offline');
  expect(JSON.stringify(body['statusReasons']).match(/noReport/g)).toHaveLength(1);
  expect(body['statusReasons']?.[0]).toMatchObject({ source: 'noReport', code: '120' });
});

describe('contradicted values', () => {
  let platen: TestApp;
  beforeAll(async () => {
    platen = await createTestApp();
    await agreeForAll(platen.database);
  });
  afterAll(() => platen.close());

  const reading = (source: string, raw: string): Evidence => ({ protocol: 'snmp', source, raw, rule: 'asReported' });
  const contradictedBy = [{ protocol: 'ipp' as const, source: 'printer-impressions-completed', raw: '70' }];
  const counter = (value: number, evidence: Evidence) => ({
    unit: 'impressions' as const,
    reading: { state: 'measured' as const, value, evidence },
  });

  test('contradicting values of other sources come with the evidence of a value, and not with a ratio made of it', async () => {
    const [id = ''] = await addDevices(platen.database, [{}]);
    await addSections(platen.database, id, {
      counters: {
        total: counter(100, { ...reading('total', '100'), contradictedBy }),
        color: counter(20, { ...reading('color', '20'), contradictedBy }),
        black: counter(80, reading('black', '80')),
      },
    });
    const answer = await platen.get('service', `/v1/device/${id}/evidence`);
    const { evidence } = (await answer.json()) as { evidence: Record<string, EvidenceEntry> };
    expect(evidence['counter.total']).toMatchObject({ raw: '100', contradictedBy });
    expect(evidence['counter.black']?.contradictedBy).toBeUndefined();
    expect(evidence['counter.colorRate']?.contradictedBy).toBeUndefined();
  });
});
