import type { EvidenceAnswer } from '@platen/contract/details';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agreementsOf } from './lib/agreements.ts';
import { type FedSystem, startFedSystem } from './lib/fed-system.ts';
import { figureTable, notCalculated } from './lib/figure-table.ts';
import { listAgreementsOf, readCsv } from './lib/list-agreements.ts';
import { type Answers, type Device, leavesOf, type Shown } from './lib/shown-figures.ts';

const inUtc = '?timeZone=UTC';
/** Every call of the device screens. */
const calls = [
  ...['profile', 'counter', 'error/jams', 'error/monthly'].map((call) => [call, inUtc] as const),
  ...['toner', 'PMParts', 'error/logs', 'code/05', 'code/08', 'code/13'].map((call) => [call, ''] as const),
  ...['fuser', 'drum', '2ndTransfer', 'feedRoller', 'developer'].map((name) => [`prediction/${name}`, ''] as const),
  ...['imageQualitySensor', 'imageControlError', 'polygonalMotor', 'hdd'].map(
    (name) => [`prediction/${name}`, ''] as const,
  ),
];

let fed: FedSystem;
const devices: Device[] = [];
beforeAll(async () => {
  fed = await startFedSystem();
  for (const { deviceId } of fed.devices) devices.push(await readDevice(deviceId));
}, 300_000);
afterAll(() => fed?.system.stop());

/**
 * All answers about a device from one judgement: a first fleet is judged once more as soon as it was learned
 * from.
 */
async function readDevice(deviceId: string): Promise<Device> {
  const read = async (call: string) => {
    const answer = await fed.system.call('admin', `/v1/device/${deviceId}/${call}`);
    if (answer.status !== 200) throw new Error(`${call}: ${answer.status}`);
    return answer.json();
  };
  const before: EvidenceAnswer = await read('evidence');
  const answers: Record<string, Answers[string]> = {};
  for (const [call, query] of calls) answers[call] = await read(call + query);
  const { listed, exported } = await readRow(String(answers['profile']?.['serial']));
  const evidence: EvidenceAnswer = await read('evidence');
  const judgedAt = evidence.evidence['predictedAt']?.raw;
  const isOne = judgedAt !== undefined && judgedAt === before.evidence['predictedAt']?.raw;
  return isOne ? { answers, evidence, listed, exported } : readDevice(deviceId);
}

/** The device in the list and in an export, both found by its serial. */
async function readRow(serial: string): Promise<Pick<Device, 'listed' | 'exported'>> {
  const listed = await fed.system.call('admin', `/v1/devices?search=${serial}`);
  const file = await fed.system.call('admin', `/v1/devices/export?format=csv&search=${serial}`);
  const [heads = [], cells = []] = readCsv(await file.text());
  const { devices: rows } = await listed.json();
  return { listed: rows[0], exported: Object.fromEntries(heads.map((head, n) => [head, cells[n] ?? ''])) };
}

/** Percents are shown with one decimal, and an edge may be rounded either way; all else is equal. */
const agrees = (shown: Shown, again: Shown | undefined): boolean =>
  typeof shown === 'number' && typeof again === 'number' && !(Number.isInteger(shown) && Number.isInteger(again))
    ? Math.abs(shown - again) <= 0.1 + 1e-9
    : shown === again;

test('AP-05: every figure of every screen follows from the inputs in its evidence, and no kind of figure is without', () => {
  const wrong: string[] = [];
  const seen = new Map<RegExp, number>();
  for (const device of devices)
    for (const [call, answer] of Object.entries(device.answers))
      for (const [path, shown] of leavesOf(answer, call)) {
        if (notCalculated.some((pattern) => pattern.test(path))) continue;
        const row = figureTable.find(({ pattern }) => pattern.test(path));
        const again = row?.of(device, row.pattern.exec(path)?.slice(1) ?? [], shown);
        if (row === undefined) wrong.push(`${path}: no reproduction for this kind of figure`);
        else if (!agrees(shown, again)) wrong.push(`${path}: shown ${shown}, from its inputs ${again}`);
        if (row !== undefined) seen.set(row.pattern, (seen.get(row.pattern) ?? 0) + 1);
      }
  expect(wrong).toEqual([]);
  // The fleet shows most kinds of figures: the comparison is not of nothing.
  expect(seen.size).toBeGreaterThan(35);
});

test('AP-05 ER-03: the errors of all months are those that the evidence counts', () => {
  for (const { answers, evidence } of devices) {
    const months = Object.values(answers['error/monthly']?.['monthly'] ?? []);
    const counts = months.flatMap((month) => Object.values(month).filter((value) => typeof value === 'number'));
    const [counted] = /^\d+/.exec(evidence.evidence['errors.monthly']?.raw ?? '0') ?? [];
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(counted));
  }
});

test('PR-09 PR-16 PR-31 CT-03 ER-02 PM-02 FS-16 TN-01: calls that answer the same fact agree on it', () => {
  const all = devices.flatMap((device, n) => [...agreementsOf(device)].map((agreement) => ({ n, ...agreement })));
  const apart = all.filter(({ one, other }) => JSON.stringify(one) !== JSON.stringify(other));
  expect(apart).toEqual([]);
  expect(all.length).toBeGreaterThan(devices.length * 80);
});

test('DL-04 DL-07 PR-16: list, profile and export agree, and the status follows from what the screens show', () => {
  const all = devices.flatMap((device, n) => [...listAgreementsOf(device)].map((agreement) => ({ n, ...agreement })));
  expect(all.filter(({ one, other }) => JSON.stringify(one) !== JSON.stringify(other))).toEqual([]);
  expect(all.length).toBeGreaterThan(devices.length * 12);
});
