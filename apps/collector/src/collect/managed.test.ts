import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CollectorCommand } from '@platen/contract/collector-commands';
import type { RemoteSettings } from '@platen/contract/remote-settings';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Agent, startAgent } from '../../test/agent.ts';
import { toRecorded, toTinyPrinter } from '../../test/recording.ts';
import { runCommandLine } from '../commands/main.ts';
import { toHash } from '../remote/remote.ts';
import { IngestDouble } from '../testing/ingest-double.ts';
import { runInProcess } from '../testing/run-cli.ts';

let data: string;
let server: IngestDouble;
let printer: Agent;
const file = () => join(data, 'collector.json');
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'platen-managed-'));
  server = await IngestDouble.start();
  printer = await startAgent(toRecorded(toTinyPrinter('TINY-1')), { community: 'printroom' });
  const { privateKey } = generateKeyPairSync('x25519');
  const encryptionKey = privateKey.export({ format: 'jwk' });
  const enrolment = {
    format: 1,
    server: server.url.href,
    collectorId: '01900000-0000-7000-8000-00000000abcd',
    name: 'ostend-1',
    key: 'key-of-the-test',
    site: {},
    enrolledAt: '2026-11-26T12:44:00.000Z',
    identityKey: {},
    encryptionKey,
  };
  writeFileSync(join(data, 'enrolment.json'), JSON.stringify(enrolment));
});
afterEach(async () => {
  await printer.stop();
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const writeFileOfSite = (more: object) =>
  writeFileSync(
    file(),
    JSON.stringify({
      timeout: '1s',
      every: '1h',
      community: 'printroom',
      sites: [{ name: 'own', targets: '127.0.0.1:9', ipp: false }],
      remoteTargets: { anywhere: true },
      ...more,
    }),
  );

function start() {
  const stop = new AbortController();
  const log: string[] = [];
  const ended = runCommandLine(['--settings', file(), '--data', data], {
    env: { ...process.env, PLATEN_COLLECTOR_KEY: '' },
    stdout: { write: () => undefined },
    stderr: { write: (text) => log.push(text) },
    listenForEnd: () => stop.signal,
    onRound: () => undefined,
  });
  return async () => {
    stop.abort();
    expect(await ended).toBe(0);
  };
}
function want(number: number, settings: RemoteSettings) {
  const text = JSON.stringify({ settings, credentials: [] });
  server.wanted = { number, hash: toHash(text), text };
  server.statusBody = { ...server.statusBody, askAgainMs: 1000, settings: { number, hash: toHash(text) } };
}
const wait = { timeout: 30_000, interval: 20 };
const remote = () => (server.statuses.at(-1)?.status as { remote?: Record<string, unknown> } | undefined)?.remote;
const targets = () => ({ sites: [{ name: 'far', targets: [`127.0.0.1:${printer.port}`], ipp: false }] });

describe('settings of the portal', () => {
  test('CF-11: are fetched once, applied between rounds, reported, and in force again after a restart', async () => {
    writeFileOfSite({ remote: 'manage' });
    server.statusBody = { askAgainMs: 1000, wantsEffective: true };
    let end = start();
    await vi.waitFor(() => expect(remote()).toMatchObject({ level: 'manage' }), wait);
    expect(server.reports).toEqual([]);
    want(1, targets());
    await vi.waitFor(() => expect(server.reports.length).toBeGreaterThan(0), wait);
    await vi.waitFor(
      () => expect(remote()).toMatchObject({ inForce: 1, judged: { number: 1, state: 'applied' } }),
      wait,
    );
    expect(server.fetches).toBe(1);
    await vi.waitFor(
      () =>
        expect(server.effective.at(-1)).toMatchObject({
          entries: expect.arrayContaining([expect.objectContaining({ site: 'far', key: 'targets', from: 'portal' })]),
        }),
      wait,
    );
    expect(JSON.stringify(server.effective)).not.toContain('key-of-the-test');
    await end();

    const before = server.reports.length;
    end = start();
    await vi.waitFor(() => expect(server.reports.length).toBeGreaterThan(before), wait);
    await end();
    expect(server.fetches).toBe(1);

    // The file alone can raise it, and lowers it at once.
    writeFileOfSite({ remote: 'see' });
    const after = server.reports.length;
    const statuses = server.statuses.length;
    end = start();
    await vi.waitFor(() => expect(server.statuses.length).toBeGreaterThan(statuses + 1), wait);
    expect(remote()).toMatchObject({ level: 'see' });
    expect(remote()).not.toHaveProperty('inForce');
    await end();
    expect([server.reports.length, server.fetches]).toEqual([after, 1]);
  });

  test('CF-11 CF-15: refused ones are named with their place, and the former stay in force', async () => {
    writeFileOfSite({ remote: 'manage', remoteTargets: {} });
    want(7, targets());
    const end = start();
    await vi.waitFor(() => expect(remote()).toMatchObject({ judged: { number: 7, state: 'failed' } }), wait);
    expect(remote()).toMatchObject({
      judged: { problems: [{ place: 'sites[0].targets[0]', reason: expect.stringContaining('no private address') }] },
    });
    expect(remote()).not.toHaveProperty('inForce');
    // A text that is not the one announced is refused too.
    want(8, {});
    server.wanted = { ...server.wanted, text: '{"settings":{"everyMinutes":1},"credentials":[]}' };
    await vi.waitFor(() => expect(remote()).toMatchObject({ judged: { number: 8, state: 'failed' } }), wait);
    want(9, targets());
    await vi.waitFor(() => expect(remote()).toMatchObject({ judged: { number: 9, state: 'failed' } }), wait);
    await end();
    expect(server.reports).toEqual([]);

    // The owner of the machine allows it: it is judged again at its next start.
    writeFileOfSite({ remote: 'manage' });
    const again = start();
    await vi.waitFor(() => expect(remote()).toMatchObject({ inForce: 9, judged: { state: 'applied' } }), wait);
    await again();
  });

  test.each([
    ['off', { level: 'off' }],
    ['see', { level: 'see', commands: expect.anything(), effective: expect.anything() }],
  ] as const)('CF-10: %s: nothing is fetched, whatever the server says', async (level, reported) => {
    writeFileOfSite({ remote: level });
    server.statusBody = { wantsEffective: true };
    want(1, targets());
    const end = start();
    await vi.waitFor(() => expect(server.statuses.length).toBeGreaterThan(2), wait);
    await end();
    expect([server.fetches, server.reports.length]).toEqual([0, 0]);
    expect(remote()).toEqual(reported);
    expect(server.effective.length > 0).toBe(level === 'see');
  });
});

describe('commands of the portal', () => {
  let id = 0;
  const toCommand = (kind: string, ...addresses: string[]): CollectorCommand => ({
    id: `01900000-0000-7000-8000-${String(++id).padStart(12, '0')}`,
    kind,
    addresses,
    reason: 'the dealer asks\nfor help',
    by: 'Weber',
  });
  const ask = (...commands: CollectorCommand[]) => {
    server.statusBody = { askAgainMs: 1000, commands };
  };
  const resultOf = ({ id: wanted }: CollectorCommand) =>
    server.results.find((one) => (one as { id: string }).id === wanted) as { state: string; text: string } | undefined;

  test('CF-30 CF-31: the closed list is carried out once, with a line in the log and in status', async () => {
    const address = `127.0.0.1:${printer.port}`;
    writeFileOfSite({
      community: 'printroom',
      sites: [{ name: 'own', targets: [address, '10.0.0.0/24'], exclude: '10.0.0.9', ipp: false }],
    });
    const [read, probe, log, walk, status, restart] = [
      toCommand('read', address),
      toCommand('probe', address),
      toCommand('log'),
      toCommand('walk', address),
      toCommand('status'),
      toCommand('restartRound'),
    ];
    // What a hostile server may try.
    const [shell, foreign, excluded, port, range] = [
      toCommand('shell', 'id'),
      toCommand('read', '192.0.2.7'),
      toCommand('probe', '10.0.0.9'),
      toCommand('walk', '127.0.0.1:22'),
      toCommand('read', '10.0.0.1-9'),
    ];
    ask(read, probe, log, walk, status, restart, shell, foreign, excluded, port);
    const end = start();
    await vi.waitFor(() => expect(resultOf(port)).toBeDefined(), wait);
    ask(range, read);
    await vi.waitFor(() => expect(resultOf(range)).toBeDefined(), wait);
    for (const one of [read, probe, log, walk, status, restart]) expect(resultOf(one)).toMatchObject({ state: 'done' });
    for (const one of [shell, foreign, excluded, port, range])
      expect(resultOf(one)).toMatchObject({ state: 'refused' });
    expect(resultOf(read)?.text).toContain('its report is stored for delivery');
    expect(resultOf(probe)?.text).toMatch(/^SNMP v2c, credential 1 \(community\): answers$/m);
    expect(resultOf(walk)?.text).toMatch(/^# Platen .*redacted/);
    expect(resultOf(walk)?.text).not.toContain('TINY-1');
    expect(JSON.stringify(server.results)).not.toMatch(/printroom|key-of-the-test/);
    await end();
    // Asked again it does nothing a second time.
    expect(server.results.filter((one) => (one as { id: string }).id === read.id)).toHaveLength(1);
    const shown = (await runInProcess(['status', '--data', data])).stdout;
    expect(shown).toMatch(/walk 127\.0\.0\.1:\d+: done, asked by Weber: the dealer asks for help/);
    expect(shown).toContain('shell id: refused, asked by Weber');
    expect(JSON.parse(await readFile(join(data, 'orders.json'), 'utf8')).orders).toHaveLength(11);
  });

  test('CF-31: the file narrows the list, or empties it', async () => {
    writeFileOfSite({ commands: ['status'] });
    const [log, status] = [toCommand('log'), toCommand('status')];
    ask(log, status);
    const end = start();
    await vi.waitFor(() => expect(resultOf(status)).toBeDefined(), wait);
    await end();
    expect(resultOf(log)).toMatchObject({ state: 'refused', text: expect.stringContaining('does not allow') });
    expect(resultOf(status)).toMatchObject({ state: 'done' });
    expect(remote()).toMatchObject({ commands: ['status'] });
  });
});
