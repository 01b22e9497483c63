import { ingestLimits } from '@platen/contract/ingest';
import type { DeviceReport } from '@platen/contract/report';
import { expect, test } from 'vitest';
import { Gatherer } from './to-deliveries.ts';

const report = (name: string, padding = ''): DeviceReport => ({
  version: '1.0',
  observedAt: '2026-06-01T12:00:00.000Z',
  source: { kind: 'simulator', name: 'test', version: '1' },
  site: { description: padding },
  identity: { serial: { state: 'measured', value: name } },
});

test('a delivery holds at most as many reports as the ingest takes', () => {
  const gatherer = new Gatherer();
  const full = Array.from({ length: 1200 }, (_, i) =>
    gatherer.add({ report: report(String(i)), clockOffset: 0 }),
  ).flat();
  const rest = gatherer.close();
  expect([...full, ...rest].map(({ reports }) => reports)).toEqual([ingestLimits.reports, ingestLimits.reports, 200]);
  const serials = [...full, ...rest].flatMap(({ lines }) =>
    lines
      .split('\n')
      .map((line) => (JSON.parse(line) as { identity: { serial: { value: string } } }).identity.serial.value),
  );
  expect(serials).toEqual(Array.from({ length: 1200 }, (_, i) => String(i)));
});

test('nor more bytes', () => {
  const gatherer = new Gatherer();
  const padding = '漢'.repeat(300_000);
  const all = Array.from({ length: 40 }, (_, i) =>
    gatherer.add({ report: report(String(i), padding), clockOffset: 0 }),
  );
  for (const { lines, bytes } of [...all.flat(), ...gatherer.close()]) {
    expect(bytes).toBeLessThan(ingestLimits.bytes);
    expect(Math.abs(Buffer.byteLength(lines) - bytes)).toBeLessThan(2);
  }
});

test('reports of clocks that go differently do not share a delivery', () => {
  const gatherer = new Gatherer();
  for (const clockOffset of [0, 3600, 0, -86_400, 3600]) gatherer.add({ report: report('one'), clockOffset });
  const found = gatherer.close().map(({ clockOffset, reports }) => [clockOffset, reports]);
  expect(found).toEqual([
    [0, 2],
    [3600, 2],
    [-86_400, 1],
  ]);
  expect(gatherer.close()).toEqual([]);
});
