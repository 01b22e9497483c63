import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DeviceReport } from '@platen/contract/report';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusals, refusalHoldsMs } from './refusals.ts';

const start = Date.parse('2026-11-22T08:00:00Z');
const after = (ms: number) => new Date(start + ms);
const hourMs = 3_600_000;

/** A report as each round produces it: with another time, up-time and counter. */
function toReport(ms: number, more: Partial<DeviceReport> = {}, address = '192.0.2.7'): DeviceReport {
  return {
    version: '1.0',
    observedAt: after(ms).toISOString(),
    source: { kind: 'collector', name: 'North', version: '1', address },
    site: { dealerNumber: 'D-7' },
    identity: {
      serial: { state: 'measured', value: 'S1' },
      sysUpTimeTicks: { state: 'measured', value: ms / 10 },
    },
    counters: { total: { unit: 'impressions', reading: { state: 'measured', value: 1000 + ms } } },
    ...more,
  };
}
const lineOf = (report: DeviceReport) => Buffer.from(JSON.stringify(report));
const issue = { path: 'site.dealerNumber', message: 'not of this key' };

describe('AP-05: a refused report', () => {
  test('is held back while the refused part stays the same, and for a day at most', () => {
    const refusals = Refusals.inMemory();
    expect(refusals.find(toReport(0), after(0))).toBeUndefined();
    refusals.note(lineOf(toReport(0)), [issue], after(0));
    expect(refusals.find(toReport(hourMs), after(hourMs))).toMatchObject({
      device: '192.0.2.7 (serial S1)',
      reason: 'site.dealerNumber: not of this key',
    });
    expect(refusals.find(toReport(hourMs, { site: { dealerNumber: 'D-8' } }), after(hourMs))).toBeUndefined();
    refusals.note(lineOf(toReport(hourMs)), [issue], after(hourMs));
    expect(refusals.find(toReport(0), after(hourMs + refusalHoldsMs - 1))).toBeDefined();
    expect(refusals.find(toReport(0), after(hourMs + refusalHoldsMs))).toBeUndefined();
  });

  test('a report refused as a whole is held back until anything but its time and up-time changes', () => {
    const refusals = Refusals.inMemory();
    const { counters } = toReport(0);
    refusals.note(lineOf(toReport(0)), [{ path: '', message: 'too deep' }], after(0));
    expect(refusals.find(toReport(hourMs, { counters }), after(hourMs))).toBeDefined();
    expect(refusals.find(toReport(hourMs), after(hourMs))).toBeUndefined();
  });

  test('holds back no other device, even if neither is identified', () => {
    const refusals = Refusals.inMemory();
    const nameless = { identity: {} };
    refusals.note(lineOf(toReport(0, nameless)), [{ path: 'identity', message: 'no serial' }], after(0));
    expect(refusals.find(toReport(0, nameless), after(1))).toBeDefined();
    expect(refusals.find(toReport(0, nameless, '192.0.2.8'), after(1))).toBeUndefined();
    expect(refusals.find(toReport(0), after(1))).toBeUndefined();
  });

  test('a clock that is set back does not prolong a refusal, and a damaged line is not remembered', () => {
    const refusals = Refusals.inMemory();
    refusals.note(lineOf(toReport(0)), [issue], after(hourMs));
    expect(refusals.find(toReport(0), after(0))).toBeUndefined();
    refusals.note(Buffer.from('{"half'), [issue], after(0));
  });
});

describe('the file of refusals', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-refusals-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('is read by the next run; a damaged one is ignored', async () => {
    const path = join(folder, 'refusals.json');
    const first = await Refusals.open(path);
    first.note(lineOf(toReport(0)), [issue], after(0));
    await first.save();
    expect((await Refusals.open(path)).find(toReport(1), after(1))).toBeDefined();
    writeFileSync(path, '{"format":1,"devices":{"a":{"at":"never"}');
    expect((await Refusals.open(path)).find(toReport(1), after(1))).toBeUndefined();
  });
});
