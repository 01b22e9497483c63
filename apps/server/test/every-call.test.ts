import type { DeviceReport } from '@platen/contract/report';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toFullReport } from '../../../bench/src/lib/full-report.ts';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { judgeDue } from '../src/jobs/judge/judge-due.ts';
import { addCollector, everywhere } from './collectors.ts';
import { findDeviceId } from './device-ids.ts';
import { toItems } from './reports.ts';
import { agreeForAll, createTestApp, type TestApp } from './test-app.ts';

const days = 60;
const dayMs = 86_400_000;
const start = Date.now() - days * dayMs;

/**
 * A device that reports all there is: the parts that are judged with their sensors, errors and codes of every
 * kind.
 */
function toRichReport(round: number): DeviceReport {
  const report = toFullReport(7, round, start);
  const measured = (value: number) => ({ state: 'measured' as const, value });
  const pages = 100_000 + round * 400;
  const part = (partsCode: string, consumed: number) => ({
    partsCode,
    pages: measured(pages),
    rotations: measured(pages * 4),
    driveHours: measured(pages / 1000),
    lifePages: measured(200_000),
    consumedLife: measured(consumed + round / 10),
  });
  const error = (code: string) => ({
    code,
    occurredAt: new Date(start + round * dayMs - 3_600_000).toISOString(),
    counter: pages,
  });
  const code = { main: 100 + round, sub: 0, value: String(round) };
  return {
    ...report,
    parts: [part('6250', 40), part('6342', 60), part('6321', 70), part('6274', 80)],
    errors: [error('E010'), ...(round % 9 === 0 ? [error('C360')] : [])],
    codes: { code05: [code], code08: [code], code13: [code] },
    options: { finisher: { state: 'measured', value: 'Finisher' } },
  };
}

let platen: TestApp;
let id: string;
beforeAll(async () => {
  platen = await createTestApp();
  await agreeForAll(platen.database);
  const { db } = platen.database;
  const collectorId = await addCollector(platen.database);
  const reports = Array.from({ length: days }, (_, round) => toRichReport(round));
  for (const report of reports)
    await deliver(db, toItems([report]), {
      collectorId,
      scope: everywhere,
      now: new Date(),
      offlineHours: 48,
      readingMonths: 13,
      eventMonths: 24,
    });
  id = await findDeviceId(platen.database, reports[0]);
  await judgeDue(db, { now: () => new Date(), offlineHours: 48 });
}, 120_000);
afterAll(() => platen.close());

/** Numbers, texts and booleans of an answer; unknown values do not count. */
function countKnown(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, one) => sum + countKnown(one), 0);
}

describe('AP-05: what devices report reaches every call about a device', () => {
  test('each answers in its own form, with values', async () => {
    const calls = platen.app.platform.endpoints.filter(
      ({ method, path, answerTypes }) =>
        method === 'GET' &&
        path.startsWith('/v1/device/{id}/') &&
        !path.endsWith('/setting') &&
        answerTypes === undefined,
    );
    expect(calls.length).toBeGreaterThanOrEqual(22);
    const known: Record<string, number> = {};
    for (const { path, answer } of calls) {
      const instant = path.includes('{meter}') ? `?instant=${new Date().toISOString()}` : '';
      const isList = path.endsWith('/readings');
      const address = path.replace('{id}', id).replace('{meter}', 'total');
      const read = await platen.get('service', `${address}${isList ? '' : instant}`);
      const body: unknown = await read.json();
      expect([path, read.status, answer.safeParse(body).success]).toEqual([path, 200, true]);
      known[path.slice('/v1/device/{id}/'.length)] = countKnown(body);
    }
    // What people enter, not what devices report.
    const entered = new Set(['codes/proposals', 'visits/effects']);
    expect(Object.entries(known).filter(([name, count]) => count === 0 && !entered.has(name))).toEqual([]);
  });

  test('with the values of the newest report', async () => {
    const read = async (part: string): Promise<unknown> =>
      (await platen.get('service', `/v1/device/${id}/${part}`)).json();
    const last = days - 1;
    const { counters, supplies } = toRichReport(last);
    const total = counters?.total?.reading;
    const black = supplies?.[0]?.percent;
    const value = (reading: typeof total) => (reading?.state === 'measured' ? reading.value : undefined);
    expect(await read('profile')).toMatchObject({
      counter: { total: value(total) },
      options: { finisher: 'Finisher' },
    });
    expect(await read('counter')).toMatchObject({ summary: { total: { color: value(counters?.color?.reading) } } });
    expect(await read('toner')).toMatchObject({ toner: { black: { percent: value(black) } } });
    expect(await read('firmware')).toMatchObject({ system: 'T1007.0', NIC: 'T1007.4' });
    expect(await read('networkInformation')).toMatchObject({ nic_1st: { ipAddress: '10.0.0.7' } });
    expect(await read('error/logs')).toMatchObject({
      errorLogs: expect.arrayContaining([expect.objectContaining({ errorCode: 'E010' })]),
    });
    expect(await read('code/13')).toMatchObject({ codes: [{ main: 100 + last, currentValue: String(last) }] });
    expect(await read('PMParts')).toMatchObject({
      parts: expect.arrayContaining([expect.objectContaining({ partsCode: '6250', consumedLife: 45.9 })]),
    });
  });
});
