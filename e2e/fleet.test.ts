import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs, toDate, toDay } from '../apps/simulator/src/fleet/calendar.ts';
import { type SentReport, simulateDevice } from '../apps/simulator/src/fleet/device.ts';
import { runToEnd } from './lib/processes.ts';
import { type System, startSystem } from './lib/system.ts';

const simulate = fileURLToPath(new URL('../apps/simulator/dist/simulate.js', import.meta.url));
const devices = 10;
const until = toDay(Date.now()) - 1;
const from = until - 59;

/** A time of a report by a correct clock. */
const toTime = ({ report, clockOffset }: SentReport, time = report.observedAt) => Date.parse(time) - clockOffset * 1000;

/** The fleet is chosen so that all of these happen within its days. */
const troubles = ['late', 'duplicate', 'wrongClock'] as const;
const seed = findSeed();

let system: System;
let printed: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  system = await startSystem();
  const { key } = await system.admin(
    'collectors',
    'add',
    'Fleet',
    '--dealer',
    'D-2041,D-2042,D-2043,D-2044,D-2045,D-2046',
  );
  printed = await runToEnd(
    simulate,
    [
      '--devices',
      String(devices),
      '--days',
      '60',
      '--seed',
      seed,
      '--server',
      system.url,
      '--key',
      String(key),
      '--until',
      toDate(until),
    ],
    process.env,
  );
  await system.call('service', '/v1/termsOfUse', { method: 'POST', body: JSON.stringify({ version: '1.0.1' }) });
  const answer = await system.call('service', '/v1/devices');
  for (const { deviceId, serial } of (await answer.json()).devices) ids.set(serial, deviceId);
}, 180_000);

afterAll(() => system?.stop());

/** The reports of each device, by serial; in order of their times by a right clock. */
const sentBySerial = new Map(
  Array.from({ length: devices }, (_, index): [string, SentReport[]] => {
    const reports = [...simulateDevice(seed, index, { from, to: until })].flatMap((day) => day.reports);
    const { serial } = reports[0]?.report.identity ?? {};
    return [serial?.state === 'measured' ? serial.value : '', reports.sort((a, b) => toTime(a) - toTime(b))];
  }),
);

test('a simulated fleet reports through the same calls as a collector, and none of its reports is refused', () => {
  expect(printed).toMatch(/, 0 refused/);
  expect([...ids.keys()].sort()).toEqual([...sentBySerial.keys()].sort());
});

test('late, repeated and misdated reports leave the counters that the devices really have', async () => {
  for (const [serial, reports] of sentBySerial) {
    const last = reports.at(-1)?.report.counters;
    const answer = await system.call('service', `/v1/device/${ids.get(serial)}/counter`);
    expect(answer.status).toBe(200);
    const { module, scanModule } = await answer.json();
    for (const [source, counter] of Object.entries(last?.paperSources ?? {}))
      expect(module[source], `${serial} ${source}`).toBe(
        counter?.reading.state === 'measured' ? counter.reading.value : null,
      );
    expect(scanModule).toEqual({ large: valueOf(last?.scanLarge), small: valueOf(last?.scanSmall) });
  }
});

test('every error is logged once, at its true time', async () => {
  const since = Date.now() - 25 * dayMs;
  for (const [serial, reports] of sentBySerial) {
    const expected = new Set(
      reports
        .flatMap((sent) =>
          (sent.report.errors ?? []).map(({ code, occurredAt }) => [toTime(sent, occurredAt), code] as const),
        )
        .filter(([at]) => at >= since)
        .map(([at, code]) => `${new Date(at).toISOString()} ${code}`),
    );
    const answer = await system.call('service', `/v1/device/${ids.get(serial)}/error/logs`);
    const { errorLogs } = await answer.json();
    const found = errorLogs
      .filter(({ occurredAt }: { occurredAt: string }) => Date.parse(occurredAt) >= since)
      .map(
        ({ occurredAt, errorCode }: { occurredAt: string; errorCode: string }) =>
          `${new Date(occurredAt).toISOString()} ${errorCode}`,
      );
    expect({ serial, found: found.sort() }).toEqual({ serial, found: [...expected].sort() });
  }
});

const valueOf = (counter: { reading: { state: string; value?: number } } | undefined) => counter?.reading.value ?? null;

function findSeed(): string {
  for (let round = 1; round <= 60; round++) {
    const seen = new Set<string>();
    for (let index = 0; index < devices; index++)
      for (const { reports } of simulateDevice(String(round), index, { from, to: until })) {
        if (reports.some(({ clockOffset }) => clockOffset !== 0)) seen.add('wrongClock');
        if (reports.some((one, i) => reports.indexOf(one) !== i)) seen.add('duplicate');
        if (new Set(reports.map((one) => toDay(toTime(one)))).size > 1) seen.add('late');
      }
    if (troubles.every((trouble) => seen.has(trouble))) return String(round);
  }
  throw new Error('no fleet with all of these');
}
