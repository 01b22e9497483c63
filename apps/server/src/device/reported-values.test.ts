import type { DeviceReport } from '@platen/contract/report';
import { expect, test } from 'vitest';
import { addCollector } from '../../test/collectors.ts';
import { findDeviceId } from '../../test/device-ids.ts';
import { toReport } from '../../test/reports.ts';
import { testAppAt } from '../../test/test-app.ts';

const now = new Date('2026-11-21T10:00:00Z');
const key = 'key-of-the-calls-test';
const platen = testAppAt(now, async (database) => {
  await addCollector(database, { name: 'test', key });
});

const measured = <T>(value: T) => ({ state: 'measured' as const, value });
const counter = (value: number) => ({ unit: 'impressions' as const, reading: measured(value) });
const at = (time: string, color: number, black: number, more: Partial<DeviceReport> = {}) =>
  toReport('REPORTED-1', time, {
    counters: {
      total: counter(color + black),
      color: counter(color),
      black: counter(black),
      scanLarge: counter(3),
      paperSources: { CST2: counter(black) },
    },
    ...more,
  });

test('AP-15..AP-19 AP-21..AP-24 CT-01 ER-01 PM-02 TN-01 CD-03: the calls answer what was reported, also by late reports', async () => {
  const reports = [
    at('2026-11-21T09:00:00.000Z', 40, 100, {
      errors: [
        { code: 'E010', occurredAt: '2026-11-20T08:00:00.000Z', counter: 500, conditions: { paperSource: '2' } },
        { code: 'E712', occurredAt: '2026-11-21T08:00:00.000Z' },
      ],
      parts: [{ partsCode: '6250', consumedLife: measured(41) }],
      codes: { code05: [{ main: 2000, sub: 1, value: '128' }], code13: [{ main: 100, value: '4' }] },
      supplies: [{ index: '1.1', tonerColor: 'black', percent: measured(34) }],
      sensors: [{ name: 'nearEmptyMode', reading: measured(3) }],
    }),
    at('2026-10-31T22:00:00.000Z', 150, 260),
    // Late, and after a new board: what was counted before it is not lost, and nothing goes negative.
    at('2026-11-02T22:00:00.000Z', 10, 20),
    at('2026-09-30T22:00:00.000Z', 100, 200),
  ];
  const answer = await fetch(`${platen().url}/v1/ingest/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ reports }),
  });
  expect(answer.status).toBe(200);
  const deviceId = await findDeviceId(platen().database, reports[0]);
  const read = async (part: string) =>
    (await (await platen().get('service', `/v1/device/${deviceId}/${part}`)).json()) as unknown;

  expect(await read('counter')).toMatchObject({
    monthly: [
      { label: '2026-06', color: null },
      { label: '2026-07', color: null },
      { label: '2026-08', color: null },
      { label: '2026-09', color: null, black: null },
      { label: '2026-10', color: 50, black: 60 },
      { label: '2026-11', color: 30, black: 80 },
    ],
    summary: { total: { color: 40, black: 100 } },
    module: { CST1: null, CST2: 100 },
    scanModule: { large: 3, small: null },
  });
  const { dailyJam } = (await read('error/jams')) as { dailyJam: Record<string, { count: number | null }[]> };
  const counts = (kind: string) => dailyJam[kind]?.map(({ count }) => count);
  const silent = Array.from({ length: 12 }, () => null);
  expect([counts('jamPrint'), counts('jamDF')]).toEqual([
    [...silent, 1, 0],
    [...silent, 0, 1],
  ]);
  expect(await read('error/logs')).toMatchObject({
    errorLogs: [
      { errorCode: 'E712', category: 'jamDF', counter: null, conditions: {} },
      { errorCode: 'E010', category: 'jamPrint', counter: 500, conditions: { paperSource: '2' } },
    ],
  });
  expect(await read('error/monthly')).toMatchObject({
    monthly: [
      {},
      {},
      { jamPrint: null },
      { jamPrint: 0 },
      { jamPrint: 0 },
      { month: '2026-11', jamPrint: 1, jamDF: 1 },
    ],
  });
  expect(await read('PMParts')).toMatchObject({ threshold: 100, parts: [{ partsCode: '6250', lifeNow: 41 }] });
  expect(await read('code/05')).toMatchObject({ codes: [{ main: 2000, sub: 1, currentValue: '128' }] });
  expect(await read('code/08')).toMatchObject({ codes: [] });
  expect(await read('code/13')).toEqual({ codes: [{ main: 100, currentValue: '4' }] });
  expect(await read('toner')).toMatchObject({
    toner: { black: { percent: 34, averagePixelCount: null }, cyan: null },
    tonerNearEmpty: { mode: 'shorter' },
    tonerLeftDays: { black: null },
  });
});
