import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReport } from '@platen/contract/parse-report';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Agent, startAgent } from '../test/agent.ts';
import { toRecorded, toTinyPrinter } from '../test/recording.ts';
import { Outbox } from './outbox/outbox.ts';
import { acceptAll, answer, IngestDouble } from './testing/ingest-double.ts';
import { buildCollector, runCli, runInProcess, toBuilt } from './testing/run-cli.ts';

const cli = toBuilt(new URL('cli.ts', import.meta.url));
const key = 'collector-key-of-the-test';
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

let data: string;
let server: IngestDouble;
let printers: Agent[];
const started: ChildProcess[] = [];

beforeAll(buildCollector, 60_000);
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'platen-collect-'));
  server = await IngestDouble.start();
  printers = await Promise.all(
    [1, 2, 3].map(async (number) => startAgent(toRecorded(toTinyPrinter(`TINY-${number}`)))),
  );
});
afterEach(async () => {
  for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await Promise.all(printers.map((printer) => printer.stop()));
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const targets = () => printers.map((printer) => `127.0.0.1:${printer.port}`).join(',');
const common = () => ['--server', server.url.href, '--data', data, '--timeout', '1s', '--retries', '0'];
const collect = (args: string[]) => runInProcess(args, { PLATEN_COLLECTOR_KEY: key });
/** The process and its output so far. */
function start(args: string[], ipc = false) {
  const child = spawn(process.execPath, [cli, ...args], {
    env: { ...process.env, PLATEN_COLLECTOR_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe', ...(ipc ? (['ipc'] as const) : [])],
  });
  started.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output.text += chunk.toString('utf8')));
  return { child, output };
}
const until = (condition: () => boolean) =>
  vi.waitFor(
    () => {
      if (!condition()) throw new Error(`not within 50 s: ${String(condition)}`);
    },
    { timeout: 50_000, interval: 10 },
  );
const serialsOf = (reports: readonly unknown[]) =>
  reports.map((report) => {
    const parsed = parseReport(report);
    const serial = parsed.ok ? parsed.report.identity.serial : undefined;
    return serial?.state === 'measured' ? serial.value : JSON.stringify(parsed);
  });
const waitingIn = async (directory: string) => {
  const outbox = await Outbox.open({
    directory: join(directory, 'outbox'),
    maxBytes: 2 ** 30,
    maxReports: 1e6,
    log: quiet,
  });
  const { count } = outbox;
  await outbox.close();
  return count;
};

describe('the collector as a command', () => {
  test('reads once, delivers valid reports, prints a summary, exits with 0', async () => {
    const deaf = createSocket('udp4');
    await new Promise<void>((resolve) => {
      deaf.bind(0, '127.0.0.1', () => resolve());
    });
    const silent = `127.0.0.1:${deaf.address().port}`;
    const { code, stdout } = await runCli([...common(), '--targets', `${targets()},${silent}`], {
      PLATEN_COLLECTOR_KEY: key,
    });
    deaf.close();
    expect(code).toBe(0);
    expect(serialsOf(server.reports).sort()).toEqual(['TINY-1', 'TINY-2', 'TINY-3']);
    expect(server.statuses.map(({ status }) => status)).toMatchObject([
      { everyMs: null, queue: { reports: 0 }, round: { printers: 3, silent: 1 }, failures: [{ kind: 'silent' }] },
    ]);
    expect(stdout).toMatch(
      /asked +4\nprinters +3\nnot printers +0\nsilent +1\nfailed +0\n  127\.0\.0\.1:\d+: no answer, since .*\ndelivered +3\nrefused +0\n/,
    );
  });

  test('AP-05: a report that the server refuses is not sent again by the next run, and status shows the reason', async () => {
    const issues = [{ path: 'site', message: 'not of this key' }];
    server.behaviour = ({ reports }, response) =>
      answer(response, 422, { results: reports.map((_, index) => ({ index, result: 'refused', issues })) });
    const first = await collect([...common(), '--targets', targets()]);
    expect(first.stdout).toMatch(/refused +3\n/);
    expect(server.reports).toHaveLength(3);
    const second = await collect([...common(), '--targets', targets()]);
    expect(second.stdout).toMatch(/printers +3\n[^]*held back +3 \(refused before and unchanged\)\n[^]*refused +0\n?/);
    expect(server.reports).toHaveLength(3);
    const { stdout } = await collect(['status', '--data', data]);
    expect(stdout).toMatch(/held back +3 devices, until what the server refused changes or a day has passed\n/);
    expect(stdout).toMatch(/  127\.0\.0\.1 \(serial TINY-1\): refused just now .*: site: not of this key/);
    // For another customer it is a different report.
    server.behaviour = acceptAll;
    const file = join(data, 'settings.json');
    const sites = [{ name: 'one', targets: targets(), customerNumber: 'C-2' }];
    writeFileSync(file, JSON.stringify({ server: server.url.href, sites }));
    const third = await collect(['--settings', file, '--data', data]);
    expect(third.stdout).toMatch(/delivered +3\n/);
  });

  test('a settings file adds customer and dealer to the reports', async () => {
    const file = join(data, 'settings.json');
    const customer = { customerNumber: 'C-1', customerName: '東亜物産', dealerNumber: 'D-9', dealerName: 'Dealer' };
    writeFileSync(
      file,
      JSON.stringify({ server: server.url.href, sites: [{ name: 'one', targets: targets(), ...customer }] }),
    );
    const { code } = await collect(['--settings', file, '--data', data]);
    expect(code).toBe(0);
    expect(server.reports).toHaveLength(3);
    for (const report of server.reports) expect(report).toMatchObject({ site: customer });
  });

  test('while the server is away reports wait, the exit code shows it, and the next run delivers them first', async () => {
    const { port } = server;
    server.behaviour = (_, response) => answer(response, 401, { errorCode: 201001, detail: [{ msg: 'no such key' }] });
    const first = await collect([...common(), '--targets', targets()]);
    expect(first.code).toBe(3);
    expect(first.stdout).toContain('waiting      3 on disk');
    expect(first.stderr).toContain('does not accept the collector key');
    await server.close();
    server = new IngestDouble();
    await server.listen(port);
    const second = await collect([...common(), '--targets', targets()]);
    expect(second.code).toBe(0);
    expect(server.reports).toHaveLength(6);
  });

  test('waiting for a server that is away can be interrupted; the reports remain', async () => {
    server.behaviour = (_, response) => answer(response, 503, { errorCode: 203002, detail: [] });
    const { child, output } = start([...common(), '--targets', targets()]);
    // Known devices are saved after the whole round.
    await until(() => output.text.includes('wait on disk') && existsSync(join(data, 'known.json')));
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(3);
    expect(output.text).toContain('waiting      3 on disk');
    expect(await waitingIn(data)).toBe(3);
  });

  test('the key is never printed', async () => {
    server.behaviour = (_, response) => answer(response, 500, { errorCode: 201000, detail: [] });
    const { child, output } = start([...common(), '--targets', targets(), '--every', '5s', '--key', key]);
    await until(() => output.text.includes('reports wait on disk'));
    child.kill('SIGTERM');
    await once(child, 'close');
    expect(output.text).not.toContain(key);
    expect(output.text).toContain('--key shows the collector key in the process list');
  });

  test.each([
    [['--help'], 0, 'Exit codes'],
    [['--version'], 0, '0.1.0'],
    [['--targets', '192.0.2.1'], 2, 'error: no server'],
    [['--targets', '10.0.0.0/8', '--server', 'http://127.0.0.1:1'], 2, 'not searched'],
    [['--settings', '/nowhere/at/all.json'], 2, 'settings file /nowhere/at/all.json'],
    [['--bogus'], 2, '--bogus'],
  ])('%j ends with %i', async (args, code, text) => {
    const result = await collect(args);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toContain(text);
  });

  test('a process ends with the code of its command, and prints errors on standard error only', async () => {
    expect(await runCli(['--bogus'])).toEqual({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^error: [^\n]*--bogus[^\n]*\n$/) as string,
    });
    expect(await runCli(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });

  test('a second collector on the same folder is refused', async () => {
    const { output } = start([...common(), '--targets', targets(), '--every', '1h']);
    await until(() => output.text.includes('round done'));
    const second = await collect([...common(), '--targets', targets()]);
    expect(second.code).toBe(4);
    expect(second.stderr).toContain('is in use by another collector');
  });
});

describe('the collector as a service', () => {
  test('runs round after round and stops cleanly on SIGTERM', { timeout: 60_000 }, async () => {
    const { child, output } = start([...common(), '--targets', targets(), '--every', '5s']);
    await until(() => server.reports.length >= 6);
    child.kill('SIGTERM');
    expect((await once(child, 'close'))[0]).toBe(0);
    expect(output.text.match(/round done: 3 asked, 3 printers/g)?.length).toBeGreaterThanOrEqual(1);
    expect(await waitingIn(data)).toBe(0);
  });

  test('stops in the middle of a long round, and what was read is delivered', async () => {
    const { child } = start([
      ...common(),
      '--targets',
      `${targets()},127.0.0.0/16:9`,
      '--timeout',
      '5s',
      '--every',
      '1h',
    ]);
    await until(() => server.reports.length === 3);
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(0);
  });

  test('stops when the process that started it has ended', async () => {
    const { child } = start([...common(), '--targets', targets(), '--every', '1h'], true);
    await until(() => server.reports.length === 3);
    child.disconnect();
    expect((await once(child, 'exit'))[0]).toBe(0);
  });

  test('killed while the server is away it keeps what it read, and the next start delivers it', async () => {
    server.behaviour = (_, response) => answer(response, 503, { errorCode: 203002, detail: [] });
    const { child, output } = start([...common(), '--targets', targets(), '--every', '1h']);
    await until(() => output.text.includes('round done'));
    child.kill('SIGKILL');
    await once(child, 'close');
    expect(existsSync(join(data, 'outbox'))).toBe(true);
    expect(await waitingIn(data)).toBe(3);
    const { port } = server;
    await server.close();
    server = new IngestDouble();
    await server.listen(port);
    expect((await collect([...common(), '--targets', targets()])).code).toBe(0);
    expect(serialsOf(server.reports).sort()).toEqual(['TINY-1', 'TINY-1', 'TINY-2', 'TINY-2', 'TINY-3', 'TINY-3']);
  });
});
