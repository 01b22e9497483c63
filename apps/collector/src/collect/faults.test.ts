import { spawn } from 'node:child_process';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { pathToFileURL } from 'node:url';
import type { DeviceReport } from '@platen/contract/report';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Agent, startAgent } from '../../test/agent.ts';
import { hasRecordedPrinters, recordedPrinters } from '../../test/raw.ts';
import { toRecorded, toTinyPrinter } from '../../test/recording.ts';
import { answer, IngestDouble } from '../testing/ingest-double.ts';
import { buildCollector, runCli, toBuilt } from '../testing/run-cli.ts';

/** An agent of the replay tool next to the repository; `loss`: share of requests that are lost. */
interface Replayed {
  port: number;
  stop(): Promise<void>;
}
type StartReplay = (options: {
  file: string;
  loss?: number;
  seed?: number;
  delay?: [number, number];
}) => Promise<Replayed>;

const replayTool = join(recordedPrinters, '../../tools/snmp-replay.mjs');
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'platen-faults-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const listen = async () => {
  const server = await IngestDouble.start();
  onTestFinished(() => server.close());
  return server;
};

beforeAll(buildCollector, 60_000);

describe.runIf(hasRecordedPrinters && existsSync(replayTool))('a network that loses packets', () => {
  test('30 % lost: every recorded printer is read as completely as without', { timeout: 180_000 }, async () => {
    const { startAgent: startReplay } = (await import(pathToFileURL(replayTool).href)) as { startAgent: StartReplay };
    const recordings = join(recordedPrinters, 'snmprec');
    const files = readdirSync(recordings).filter((name) => name.endsWith('.snmprec'));
    const readAll = async (loss: number) => {
      const agents = await Promise.all(
        files.map(async (file, seed) => startReplay({ file: join(recordings, file), loss, seed: seed + 1 })),
      );
      const names = new Map(agents.map(({ port }, i) => [port, files[i]]));
      const run = await runCli([
        '--dry-run',
        '--json',
        '--targets',
        agents.map(({ port }) => `127.0.0.1:${port}`).join(),
        '--timeout',
        '300ms',
        '--retries',
        '8',
        '--deadline',
        '120s',
      ]);
      await Promise.all(agents.map((agent) => agent.stop()));
      const reports = run.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as DeviceReport);
      return { run, names, reports: reports.map(withoutTime).sort() };
    };
    const whole = await readAll(0);
    const lossy = await readAll(0.3);
    expect(whole.reports.length).toBeGreaterThan(20);
    expect(lossy.run.stderr).not.toContain('in part');
    expect(lossy.reports).toEqual(whole.reports);
  });
});

/** A report as text, without the values that differ from one reading to the next. */
const withoutTime = (report: DeviceReport): string =>
  JSON.stringify({ ...report, observedAt: '' }).replaceAll(/127\.0\.0\.1:\d+/g, '');

describe('devices that are dead', () => {
  test('do not delay the others: all live devices are delivered while the dead ones are still being probed', async () => {
    const dead: Socket[] = [];
    const live: Agent[] = [];
    for (let i = 0; i < 20; i++) {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => {
        socket.bind(0, '127.0.0.1', () => resolve());
      });
      dead.push(socket);
      live.push(await startAgent(toRecorded(toTinyPrinter(`LIVE-${i}`))));
    }
    onTestFinished(async () => {
      for (const socket of dead) socket.close();
      await Promise.all(live.map((agent) => agent.stop()));
    });
    const server = await listen();
    // Every second device is dead, and only two are read at a time.
    const ports = live.flatMap(({ port }, i) => [dead[i]?.address().port ?? 0, port]);
    const child = spawn(
      process.execPath,
      [
        toBuilt(new URL('../cli.ts', import.meta.url)),
        '--server',
        server.url.href,
        '--data',
        folder(),
        '--concurrency',
        '2',
        '--timeout',
        '8s',
        '--retries',
        '2',
        '--targets',
        ports.map((port) => `127.0.0.1:${port}`).join(),
      ],
      { env: { ...env, PLATEN_COLLECTOR_KEY: 'key-of-the-test' }, stdio: 'ignore' },
    );
    onTestFinished(() => void child.kill('SIGKILL'));
    while (server.reports.length < 20 && child.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    expect(server.reports).toHaveLength(20);
    expect(child.exitCode).toBeNull();
  });
});

describe('a server that is away for days', () => {
  // 192 rounds of 1,000 devices are two days at one round per quarter of an hour: PLATEN_TEST_ROUNDS=192.
  // Twelve show the same in a short time.
  const [devices, rounds] = [1000, Number(env.PLATEN_TEST_ROUNDS ?? 12)];

  test('gets every report once afterwards, and memory use does not grow with the backlog', {
    timeout: 1_800_000,
  }, async () => {
    const server = await listen();
    const history = new Set<string>();
    let twice = 0;
    let isAway = true;
    server.behaviour = ({ reports }, response) => {
      server.received.length = 0;
      if (isAway) return answer(response, 503, { errorCode: 203002, detail: [] });
      const results = (reports as { device: number; round: number }[]).map(({ device, round }, index) => {
        const key = `${device} ${round}`;
        if (history.has(key)) twice += 1;
        const result = history.has(key) ? 'repeated' : 'stored';
        history.add(key);
        return { index, result };
      });
      answer(response, 200, { status: 'OK', results });
    };
    const child = spawn(process.execPath, [
      toBuilt(new URL('../testing/two-days.ts', import.meta.url)),
      folder(),
      server.url.href,
      String(devices),
      String(rounds),
    ]);
    onTestFinished(() => void child.kill('SIGKILL'));
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
      isAway = !output.includes('\n');
    });
    const message: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => message.push(chunk.toString('utf8')));
    await once(child, 'close');
    expect(message.join('')).toBe('');
    const [filled, emptied] = output
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, number>);
    expect(filled).toMatchObject({ waiting: devices * rounds, dropped: 0 });
    expect(emptied).toMatchObject({ left: 0, stored: devices * rounds, repeated: 0, refused: 0 });
    expect(history.size).toBe(devices * rounds);
    expect(twice).toBe(0);
    // Whatever the backlog: 192,000 reports are 100 MB on disk here.
    expect(emptied?.grown).toBeLessThan(150 * 2 ** 20);
  });
});
