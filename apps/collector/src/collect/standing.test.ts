import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Agent, startAgent } from '../../test/agent.ts';
import { toRecorded, toTinyPrinter } from '../../test/recording.ts';
import { runCommandLine } from '../commands/main.ts';
import { readDenied } from '../delivery/standing.ts';
import { readWaiting } from '../outbox/segment.ts';
import { IngestDouble } from '../testing/ingest-double.ts';
import { runInProcess } from '../testing/run-cli.ts';

let data: string;
let server: IngestDouble;
let printer: Agent;
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'platen-standing-'));
  server = await IngestDouble.start();
  printer = await startAgent(toRecorded(toTinyPrinter('TINY-1')));
});
afterEach(async () => {
  await printer.stop();
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const args = () => [
  '--server',
  server.url.href,
  '--data',
  data,
  '--targets',
  `127.0.0.1:${printer.port}`,
  '--timeout',
  '1s',
];
/** A service in this process, with its rounds so far. */
function start() {
  const stop = new AbortController();
  const rounds: unknown[] = [];
  const ended = runCommandLine([...args(), '--every', '5s'], {
    env: { ...process.env, PLATEN_COLLECTOR_KEY: 'key-of-the-test' },
    stdout: { write: () => undefined },
    stderr: { write: () => undefined },
    listenForEnd: () => stop.signal,
    onRound: (round) => rounds.push(round),
  });
  return {
    rounds,
    end: async () => {
      stop.abort();
      await ended;
    },
  };
}
const wait = { timeout: 30_000, interval: 20 };
const denied = () => readDenied(join(data, 'standing.json'));
const waiting = async () => (await readWaiting(join(data, 'outbox'))).reports;

test.each(['resting', 'revoked'] as const)(
  'CF-03: %s: it stops reading, keeps what it has, and goes on where it was when the server lets it',
  async (denial) => {
    const first = start();
    // At its start, and after its first round.
    await vi.waitFor(() => expect(server.statuses.length).toBeGreaterThan(1), wait);
    server.denial = denial;
    // The next round reads once more: the server refuses the report, and it stays on the disk.
    await vi.waitFor(async () => expect((await denied())?.state).toBe(denial), wait);
    const [stored, rounds] = [await waiting(), first.rounds.length];
    expect(stored).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 7000));
    expect([await waiting(), first.rounds.length]).toEqual([stored, rounds]);
    expect((await runInProcess(['status', '--data', data])).stdout).toMatch(/standing +the server (asks|has revoked)/);
    await first.end();

    // It asks at its start and reads nothing before it may.
    const asked = server.statuses.length;
    const second = start();
    await vi.waitFor(() => expect(server.statuses.length).toBeGreaterThan(asked), wait);
    await second.end();
    expect(second.rounds).toEqual([]);
    server.denial = undefined;
    const third = start();
    await vi.waitFor(() => expect(server.reports.length).toBeGreaterThan(stored + 1), wait);
    await third.end();
    expect(await denied()).toBeUndefined();
    expect(await waiting()).toBe(0);
  },
  120_000,
);

test('CF-03: one that is started for one round asks before it reads, and reads nothing while it may not', async () => {
  server.denial = 'resting';
  const env = { PLATEN_COLLECTOR_KEY: 'key-of-the-test' };
  expect((await runInProcess([...args(), '--once'], env)).code).toBe(3);
  const stored = await waiting();
  expect((await runInProcess([...args(), '--once'], env)).code).toBe(3);
  expect(await waiting()).toBe(stored);
  server.denial = undefined;
  expect((await runInProcess([...args(), '--once'], env)).code).toBe(0);
  expect(server.reports).toHaveLength(stored + 1);
});
