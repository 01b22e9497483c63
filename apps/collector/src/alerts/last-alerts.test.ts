import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReport } from '@platen/contract/parse-report';
import type { DeviceReport } from '@platen/contract/report';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type Alert, type AlertSnapshot, LastAlerts, toAlertChanges } from './last-alerts.ts';

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

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 10, minute)).toISOString();
const alert = (index: string, code: number, fields: Partial<Alert> = {}): Alert => ({
  index,
  severity: 4,
  group: 8,
  groupIndex: 1,
  code,
  ...fields,
});
const reading = (minute: number, alerts: Alert[], upTimeTicks = 1_000_000 + minute * 6000): AlertSnapshot => ({
  at: at(minute),
  upTimeTicks,
  alerts,
});
const agesOf = (alerts: readonly Alert[]) => alerts.map(({ index, since }) => [index, since]);

describe('alerts from one reading to the next', () => {
  it('the first reading reports all of them as seen now, and none as cleared', () => {
    expect(toAlertChanges(undefined, reading(0, [alert('1.1', 8)]))).toEqual({
      alerts: [alert('1.1', 8, { since: at(0) })],
      cleared: [],
    });
  });

  it('an alert that remains keeps its age, a new one starts now, a cleared one is reported once', () => {
    const first = toAlertChanges(undefined, reading(0, [alert('1.1', 8), alert('1.2', 12)]));
    const second = toAlertChanges(reading(0, first.alerts), reading(15, [alert('1.2', 12), alert('1.3', 3)]));
    expect(agesOf(second.alerts)).toEqual([
      ['1.2', at(0)],
      ['1.3', at(15)],
    ]);
    expect(second.cleared).toEqual([alert('1.1', 8, { since: at(0) })]);
    expect(toAlertChanges(reading(15, second.alerts), reading(30, second.alerts)).cleared).toEqual([]);
  });

  it('a device that renumbers its alerts at each reading: the same time of raising identifies the same alert', () => {
    const before = reading(0, [alert('1.1', 3), alert('1.2', 12, { timeTicks: 77, since: at(-60) })]);
    const after = toAlertChanges(before, reading(15, [alert('1.1', 12, { timeTicks: 77 })]));
    expect(agesOf(after.alerts)).toEqual([['1.1', at(-60)]]);
    expect(after.cleared.map(({ code }) => code)).toEqual([3]);
  });

  it('an alert raised again at another time is another alert', () => {
    const after = toAlertChanges(
      reading(0, [alert('1.4', 8, { timeTicks: 100, since: at(-60) })]),
      reading(15, [alert('1.9', 8, { timeTicks: 900 })]),
    );
    expect(agesOf(after.alerts)).toEqual([['1.9', at(15)]]);
    expect(after.cleared).toHaveLength(1);
  });

  it('the text may change with the panel language or a count; where the code is unknown the text identifies the alert', () => {
    const alertWith = (code: number) =>
      toAlertChanges(
        reading(0, [alert('1.1', code, { description: 'Order 12', since: at(-60) })]),
        reading(15, [alert('1.1', code, { description: 'Order 11' })]),
      );
    expect(agesOf(alertWith(12).alerts)).toEqual([['1.1', at(-60)]]);
    expect(agesOf(alertWith(1).alerts)).toEqual([['1.1', at(15)]]);
    expect(alertWith(1).cleared).toHaveLength(1);
  });
});

describe('after a restart', () => {
  const before = reading(0, [alert('1.7', 12, { timeTicks: 900_000, since: at(-60) }), alert('1.8', 8)]);

  it('same content under a new index and time is the same alert; other content under an old index is another one', () => {
    const after = toAlertChanges(before, reading(15, [alert('1.1', 12, { timeTicks: 300 }), alert('1.8', 3)], 40_000));
    expect(agesOf(after.alerts)).toEqual([
      ['1.1', at(-60)],
      ['1.8', at(15)],
    ]);
    expect(after.cleared.map(({ code }) => code)).toEqual([8]);
  });

  it('a restart is also detected where the device has been up for longer than before by now', () => {
    const young = { ...reading(0, [alert('1.7', 12, { timeTicks: 900, since: at(-60) })], 6000) };
    const later = reading(40, [alert('1.1', 12, { timeTicks: 50 })], 30 * 6000 - 3000);
    expect(agesOf(toAlertChanges(young, later).alerts)).toEqual([['1.1', at(-60)]]);
  });

  it('two alerts of the same content stay two, each matched once', () => {
    const twins = reading(0, [alert('1.1', 12, { since: at(-60) }), alert('1.2', 12, { since: at(-30) })]);
    const after = toAlertChanges(twins, reading(15, [alert('1.5', 12)], 10));
    expect(agesOf(after.alerts)).toEqual([['1.5', at(-60)]]);
    expect(agesOf(after.cleared)).toEqual([['1.2', at(-30)]]);
  });
});

describe('alerts of arbitrary content', () => {
  const anyAlert = fc.record(
    {
      index: fc.constantFrom('1.1', '1.2', '1.3', '1.4'),
      code: fc.constantFrom(1, 8, 12, 1104),
      groupIndex: fc.constantFrom(1, 2),
      timeTicks: fc.constantFrom(1, 2),
      description: fc.constantFrom('a', 'b'),
    },
    { requiredKeys: ['index'] },
  );
  const anyReading = (minute: number) =>
    fc.record({
      at: fc.constant(at(minute)),
      upTimeTicks: fc.option(fc.nat(100_000), { nil: undefined }),
      alerts: fc.array(anyAlert, { maxLength: 6 }),
    });

  it('no alert is lost or added, none is older than its first reading, and new and cleared ones balance', () => {
    fc.assert(
      fc.property(anyReading(0), anyReading(15), (one, two) => {
        const first = toAlertChanges(undefined, one);
        const before = { ...one, alerts: first.alerts };
        const { alerts, cleared } = toAlertChanges(before, two);
        expect(alerts.map(({ since: _since, ...rest }) => rest)).toEqual(two.alerts);
        const old = alerts.filter(({ since }) => since === at(0)).length;
        expect(alerts.filter(({ since }) => since === at(15))).toHaveLength(alerts.length - old);
        expect(cleared).toHaveLength(one.alerts.length - old);
        for (const gone of cleared) expect(first.alerts).toContain(gone);
      }),
    );
  });

  it('the same reading again changes nothing', () => {
    fc.assert(
      fc.property(anyReading(0), (one) => {
        const { alerts } = toAlertChanges(undefined, one);
        const again = toAlertChanges({ ...one, alerts }, { ...one, at: at(1), upTimeTicks: one.upTimeTicks });
        expect(again).toEqual({ alerts, cleared: [] });
      }),
    );
  });
});
