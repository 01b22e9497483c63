import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseReport } from '@platen/contract/parse-report';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Agent, startAgent } from '../../test/agent.ts';
import { toRecorded, toTinyPrinter } from '../../test/recording.ts';
import { Outbox } from '../outbox/outbox.ts';
import { IngestDouble } from '../testing/ingest-double.ts';
import { startResponder, toAnnouncement } from '../testing/mdns-responder.ts';
import { runInProcess } from '../testing/run-cli.ts';

let data: string;
let server: IngestDouble;
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'platen-commands-'));
  server = await IngestDouble.start();
});
afterEach(async () => {
  await server.close();
  rmSync(data, { recursive: true, force: true });
});

const printer = async (serial: string, mac?: string): Promise<Agent> => {
  const agent = await startAgent(toRecorded(toTinyPrinter(serial, mac)));
  onTestFinished(() => agent.stop().catch(() => undefined));
  return agent;
};
const at = (...agents: Agent[]) => agents.map(({ port }) => `127.0.0.1:${port}`).join(',');
const quick = ['--timeout', '1s', '--retries', '0'];
const collect = async (...args: string[]) =>
  runInProcess(['--server', server.url.href, '--data', data, ...quick, ...args], {
    PLATEN_COLLECTOR_KEY: 'key-of-the-test',
  });
const status = async (...args: string[]) => runInProcess(['status', '--data', data, ...args]);

describe('a dry run', () => {
  test('shows the reports without server and key; delivers and stores nothing', async () => {
    const folder = join(data, 'not-made');
    const targets = ['--targets', at(await printer('TINY-1'), await printer('TINY-2'))];
    const text = await runInProcess(['--dry-run', '--data', folder, ...quick, ...targets]);
    expect(text.code).toBe(0);
    expect(text.stdout).toMatch(/serial +TINY-1$/m);
    expect(text.stdout).toMatch(/total +4711 impressions$/m);
    expect(text.stdout).toContain('dry run: nothing was delivered or stored');
    const json = await runInProcess(['--dry-run', '--json', '--data', folder, ...quick, ...targets]);
    const reports = json.stdout
      .trim()
      .split('\n')
      .map((line) => parseReport(JSON.parse(line)));
    expect(reports.map(({ ok }) => ok)).toEqual([true, true]);
    expect(existsSync(folder)).toBe(false);
    expect(server.received).toEqual([]);
  });

  test.each([['walk'], ['explain'], ['status'], []])('%s --version needs no operand', async (...command) => {
    const { code, stdout } = await runInProcess([...command, '--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  test.each([
    [['--dry-run', '--every', '15m', '--targets', '192.0.2.1'], 'one round'],
    [['--json', '--targets', '192.0.2.1', '--server', 'http://127.0.0.1:1'], 'only with --dry-run'],
    [['wlak', '192.0.2.1'], "'wlak' is no command"],
  ])('%j is refused with an explanation', async (args, words) => {
    const { code, stderr } = await runInProcess(args);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(stderr).not.toContain('    at ');
  });
});

describe('devices known from before', () => {
  test('a device that moved is found again and reported as moved, in the summary and by status', async () => {
    const old = await printer('TINY-1', '001122000001');
    expect((await collect('--targets', at(old))).code).toBe(0);
    await old.stop();
    const [next, other] = [await printer('TINY-1', '001122000001'), await printer('TINY-2')];
    const second = await collect('--targets', at(old, next, other));
    expect(second.stdout).toMatch(/found +1\n +127\.0\.0\.1:\d+: has moved \(serial TINY-1\)/);
    expect(second.stdout).toContain(`127.0.0.1:${old.port} → 127.0.0.1:${next.port}`);
    const shown = await status();
    expect(shown.stdout).toMatch(/devices +2 known/);
    expect(shown.stdout).toContain('has moved (serial TINY-1)');
    // The old address is a named target: its silence is reported.
    expect(shown.stdout).toMatch(new RegExp(`127\\.0\\.0\\.1:${old.port}: silent since `));
    expect(shown.code).toBe(3);
  });

  test('two devices with one serial are both delivered and reported', async () => {
    const targets = at(await printer('SAME', '001122000001'), await printer('SAME', '001122000002'));
    const { stdout } = await collect('--targets', targets);
    expect(stdout).toContain('the same serial at two addresses (serial SAME)');
    expect(server.reports).toHaveLength(2);
  });
});

describe('printers that announce themselves', () => {
  const announce = async (agent: Agent, site: object) => {
    const records = ['_ipp', '_printer'].flatMap((service) =>
      toAnnouncement({ service, instance: 'Tiny', host: 'tiny', address: '127.0.0.1', port: 0, txt: { note: '3F' } }),
    );
    const responder = await startResponder(records);
    onTestFinished(() => responder.close());
    const mdns = { address: '127.0.0.1', port: responder.port, wait: '500ms', snmpPort: agent.port };
    const path = join(data, 'settings.json');
    writeFileSync(path, JSON.stringify({ sites: [{ name: 'office', mdns, customerName: 'Nordhavn', ...site }] }));
    return { path, responder };
  };

  test('are read for the site that searches for them, and read again when they do not announce themselves', async () => {
    const { path, responder } = await announce(await printer('TINY-1'), {});
    expect((await collect('--settings', path)).stdout).toMatch(/printers +1\n/);
    responder.records.length = 0;
    expect((await collect('--settings', path)).stdout).toMatch(/printers +1\n/);
    expect(server.reports).toHaveLength(2);
    expect(server.reports[0]).toMatchObject({ site: { customerName: 'Nordhavn' } });
    const known = JSON.parse((await status('--json')).stdout) as { known: { devices: unknown[] } };
    expect(known.known.devices).toMatchObject([{ found: 'announced', noted: { note: '3F' }, serial: 'TINY-1' }]);
  });

  test('are not read where they are excluded', async () => {
    const { path } = await announce(await printer('TINY-1'), { exclude: '127.0.0.0/24' });
    expect((await collect('--settings', path)).stdout).toMatch(/asked +0\n/);
  });
});

describe('the state of a data folder', () => {
  test('reports no problem after a successful run', async () => {
    await collect('--targets', at(await printer('TINY-1')));
    const { code, stdout } = await status();
    expect(stdout).toMatch(/collector +not running; last active just now/);
    expect(stdout).toMatch(/last round +ended just now .*: 1 targets, 1 printers/);
    expect(stdout).toContain('no problems');
    expect(code).toBe(0);
  });

  test('of an unused folder is a message and exit code 2', async () => {
    expect(await status()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no collector has used') as string,
    });
  });

  test('of a newer version is refused and unchanged; one without a number, as older versions left it, is read', async () => {
    const older = await Outbox.open({
      directory: join(data, 'outbox'),
      maxBytes: 2 ** 30,
      maxReports: 100,
      log: quiet,
    });
    await older.append({ number: 1 });
    await older.close();
    await collect('--targets', at(await printer('TINY-1')));
    expect(server.reports).toHaveLength(2);
    writeFileSync(join(data, 'format.json'), '{"format":2}');
    const before = readdirSync(data);
    const refused = await collect('--targets', '192.0.2.1');
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('written by a newer version');
    expect(readdirSync(data)).toEqual(before);
    expect((await status()).code).toBe(5);
    mkdirSync(join(data, 'empty'));
    expect((await runInProcess(['status', '--data', join(data, 'empty')])).code).toBe(2);
  });
});
