import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectorStatus, statusLimits } from '@platen/contract/collectors';
import { expect, onTestFinished, test } from 'vitest';
import type { KnownState } from '../known/state.ts';
import { Outbox } from '../outbox/outbox.ts';
import { readFolderState, toConcerns, toStateText } from './folder-state.ts';
import { toCollectorStatus } from './health-keeper.ts';

const quiet = { info: () => {}, warn: () => {}, error: () => {} };
const at = '2026-01-31T12:00:00.000Z';
const known: KnownState = {
  devices: [
    { serial: 'S1', macs: [], address: '10.0.0.1:161', site: 'one', found: 'listed', firstSeen: at, lastSeen: at },
  ],
  failing: [
    { target: '10.0.0.1:161', kind: 'silent', reason: 'no answer', since: at, serial: 'S1', inARow: 4 },
    { target: '10.0.0.2:161', kind: 'notKept', reason: 'disk full', since: at, inARow: 1 },
  ],
  findings: [
    {
      kind: 'movedAddress',
      target: '10.0.0.1:161',
      serial: 'S1',
      before: '10.0.0.9:161',
      now: '10.0.0.1:161',
      since: at,
      lastSeen: at,
    },
  ],
};
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'platen-status-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

test('the status sent to the server has the form of the contract, the longest failures first, within its limits', () => {
  const many = Array.from({ length: 700 }, (_, i) => ({ ...known.failing[0], target: `10.0.1.${i}:161` }));
  const status = toCollectorStatus(
    {
      name: 'x'.repeat(300),
      version: '1',
      host: 'here',
      startedAt: new Date(at),
      everyMs: undefined,
      queue: { reports: 1, bytes: 2, refused: 0 },
      round: undefined,
      known: { ...known, failing: [...many, ...known.failing] as KnownState['failing'] },
    },
    new Date(at),
  );
  expect(collectorStatus.parse(status)).toEqual(status);
  expect(status.failures).toHaveLength(statusLimits.failures);
  expect(status.failures[0]).toEqual({ target: '10.0.0.2:161', kind: 'notKept', reason: 'disk full', since: at });
  expect(status.findings).toMatchObject([{ kind: 'movedAddress', before: '10.0.0.9:161' }]);
});

test('a folder shows its state while a collector uses it and when none does, and is not changed', async () => {
  const data = folder();
  expect(await readFolderState(data)).toBeUndefined();
  const outbox = await Outbox.open({
    directory: join(data, 'outbox'),
    maxBytes: 2 ** 30,
    maxReports: 1000,
    log: quiet,
  });
  for (let number = 0; number < 5; number++) await outbox.append({ number });
  await outbox.settle((await outbox.next({ reports: 2, bytes: 1e6 })).slice(0, 2));
  writeFileSync(join(data, 'known.json'), JSON.stringify({ format: 1, ...known }));
  const running = await readFolderState(data);
  expect(running).toMatchObject({ running: { pid: process.pid }, waiting: { reports: 3 }, known, warnings: [] });
  await outbox.close();
  const before = readdirSync(join(data, 'outbox'));
  const stopped = await readFolderState(data);
  expect(stopped).toMatchObject({ running: undefined, waiting: { reports: 3 } });
  expect(readdirSync(join(data, 'outbox'))).toEqual(before);
  if (stopped === undefined) throw new Error('no state');
  expect(toConcerns(stopped)).toEqual(['reports wait and no collector runs', '2 targets fail']);
  const text = toStateText(stopped, new Date(at));
  expect(text).toContain('10.0.0.1:161 (serial S1): silent since 2026-01-31T12:00:00.000Z, 4 rounds: no answer');
  expect(text).toContain('10.0.0.1:161: has moved (serial S1): 10.0.0.9:161 → 10.0.0.1:161');
});

test('a folder of a newer version is not read', async () => {
  const data = folder();
  mkdirSync(join(data, 'outbox'));
  writeFileSync(join(data, 'format.json'), '{"format":2}');
  await expect(readFolderState(data)).rejects.toThrow('written by a newer version');
});
