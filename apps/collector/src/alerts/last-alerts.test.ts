import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReport } from '@platen/contract/parse-report';
import type { DeviceReport } from '@platen/contract/report';
import { afterAll, describe, expect, it } from 'vitest';
import { LastAlerts } from './last-alerts.ts';

const folder = await mkdtemp(join(tmpdir(), 'platen-alerts-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const report = (
  minute: number,
  codes: number[] | undefined,
  identity: DeviceReport['identity'] = known,
): DeviceReport => ({
  version: '1.1',
  observedAt: new Date(Date.UTC(2026, 0, 31, 10, minute)).toISOString(),
  source: { kind: 'collector', name: 'n', version: 'v', address: 'a' },
  identity,
  ...(codes === undefined ? {} : { status: { alerts: codes.map((code) => ({ index: `1.${code}`, code })) } }),
});
const known: DeviceReport['identity'] = { serial: { state: 'measured', value: 'AB1' } };
/** Handles a reading as a round does, and returns what its report states about alerts. */
const take = (alerts: LastAlerts, read: DeviceReport): DeviceReport['status'] => {
  const { report: reported, remember } = alerts.apply(read);
  remember();
  expect(parseReport(JSON.parse(JSON.stringify(reported)))).toMatchObject({ ok: true, warnings: [] });
  return reported.status;
};

describe('alerts remembered from round to round', () => {
  it('reports contain ages and cleared alerts, also after the collector restarted', async () => {
    const path = join(folder, 'alerts.json');
    const first = await LastAlerts.open(path);
    take(first, report(0, [8, 12]));
    await first.save();
    const second = await LastAlerts.open(path);
    const status = take(second, report(15, [12]));
    expect(status?.alerts).toEqual([{ index: '1.12', code: 12, since: '2026-01-31T10:00:00.000Z' }]);
    expect(status?.clearedAlerts).toMatchObject([{ code: 8 }]);
    expect(take(second, report(30, [12]))?.clearedAlerts).toBeUndefined();
  });

  it('a report that was not stored is not remembered: the next one contains the cleared alerts', () => {
    const alerts = LastAlerts.inMemory();
    take(alerts, report(0, [8]));
    alerts.apply(report(15, []));
    expect(take(alerts, report(30, []))?.clearedAlerts).toMatchObject([{ code: 8 }]);
  });

  it('a reading without the table of alerts leaves them unchanged', () => {
    const alerts = LastAlerts.inMemory();
    take(alerts, report(0, [8]));
    expect(take(alerts, report(15, undefined))).toBeUndefined();
    expect(take(alerts, report(30, [8]))?.alerts?.[0]?.since).toBe('2026-01-31T10:00:00.000Z');
  });

  it('devices are distinguished by serial, model and hardware address; one without serial and address has no history', () => {
    const alerts = LastAlerts.inMemory();
    const others: DeviceReport['identity'][] = [
      { serial: { state: 'measured', value: 'AB2' } },
      { macAddresses: ['00:11:22:33:44:55'] },
      { serial: { state: 'measured', value: 'AB1' }, macAddresses: ['00:11:22:33:44:55'] },
      {},
    ];
    take(alerts, report(0, [8]));
    for (const identity of others) expect(take(alerts, report(15, [], identity))?.clearedAlerts).toBeUndefined();
    expect(take(alerts, report(30, [], {}))?.clearedAlerts).toBeUndefined();
  });

  it.each(['', '{"format":2,"devices":{}}', '{"format":1,"devices":{"AB1 ":{"at":"yesterday"}}}'])(
    'an invalid file is ignored: %s',
    async (text) => {
      const path = join(folder, 'damaged.json');
      await writeFile(path, text);
      expect(take(await LastAlerts.open(path), report(0, [8]))?.clearedAlerts).toBeUndefined();
    },
  );
});
