import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { compiler, listMissingTools, makeWindowsMsi } from './lib/windows-msi.mjs';

const wine = '/usr/lib/wine/wine64';
const isPossible = existsSync(wine) && (await listMissingTools()).length === 0;
const deploy = new URL('../deploy/windows/', import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'platen-wine-'));
const prefix = join(folder, 'prefix');
const data = join(prefix, 'drive_c/ProgramData/PlatenCollector');
const program = join(prefix, 'drive_c/Program Files/PlatenCollector');
// No window; neither .NET nor a browser, which wine would fetch.
const env = { PATH: process.env['PATH'], WINEPREFIX: prefix, WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml=' };
const run = (...args: string[]) => spawnSync(wine, args, { env, encoding: 'utf8', timeout: 120_000 });

const msi: Record<string, string> = {};
let productCode = '';
let session: ChildProcess | undefined;
const log = join(folder, 'log');
/** Runs the installer silently. Returns the low byte of its exit code, as wine does, and its log. */
function msiexec(action: '/i' | '/x', version: string, ...properties: string[]) {
  const { status } = run('msiexec', action, msi[version] ?? '', '/qn', '/l*v', log, ...properties);
  return { status, log: existsSync(log) ? readFileSync(log, 'utf8').replaceAll('\0', '') : '' };
}
const failed = 1603 & 0xff;
const given = ['SERVER=https://p.example', 'CODE=K7M4P-QX9TD'];
const listFiles = (path: string) => (existsSync(path) ? readdirSync(path).sort() : []);
const readEnrolment = () => readFileSync(join(data, 'enrolment.json'), 'utf8');
const isRunning = () => /STATE +: 4 +RUNNING/.test(run('sc', 'query', 'PlatenCollector').stdout);

beforeAll(async () => {
  if (!isPossible) return;
  const standIn = join(folder, 'stand-in.exe');
  const source = join(import.meta.dirname, 'test/windows-stand-in.c');
  execFileSync(compiler, ['-std=c17', '-Wall', '-Wextra', '-Werror', '-s', source, '-o', standIn, '-ladvapi32']);
  const exe = readFileSync(standIn);
  for (const version of ['1.0.0', '1.1.0']) {
    const files = {
      'LICENSES.txt': Buffer.from('licences'),
      'PlatenCollector.exe': exe,
      'PlatenCollector.exe.config': Buffer.from('settings of .NET'),
      'PlatenCollector.xml': readFileSync(new URL('PlatenCollector.xml', deploy)),
      'collector.mjs': Buffer.from(version),
      'node.exe': exe,
      'platen-collector.cmd': readFileSync(new URL('platen-collector.cmd', deploy)),
    };
    msi[version] = await makeWindowsMsi({ files, version, out: folder });
  }
  const properties = execFileSync('msiinfo', ['export', msi['1.1.0'] ?? '', 'Property'], { encoding: 'utf8' });
  [, productCode = ''] = /ProductCode\t(\{.*\})/.exec(properties) ?? [];
  run('wineboot', '--init');
  run('winecfg', '-v', 'win10');
  // Milliseconds that a service may take to begin; wine's own 10 s are few on a busy machine.
  const control = String.raw`HKLM\System\CurrentControlSet\Control`;
  run('reg', 'add', control, '/v', 'ServicesPipeTimeout', '/t', 'REG_DWORD', '/d', '60000', '/f');
  // As long as a program runs, wine need not start again for the next. What wine starts in the background
  // belongs to this one: it would keep the output of another open, which then seems to hang.
  session = spawn(wine, ['cmd', '/k'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  await new Promise((resolve) => session?.stdout?.once('data', resolve));
}, 240_000);
afterEach(() => {
  for (const version of Object.keys(msi)) if (existsSync(program)) msiexec('/x', version);
  for (const path of [data, program]) rmSync(path, { recursive: true, force: true });
});
afterAll(() => {
  session?.stdin?.end();
  if (isPossible) spawnSync('/usr/lib/wine/wineserver64', ['-k'], { env });
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!isPossible)('CF-40: the installer for Windows, tried with wine', { timeout: 240_000 }, () => {
  test('enrols with what it was given, and runs the service under its own account', () => {
    const { status, log } = msiexec('/i', '1.0.0', ...given, 'REMOTE=manage', 'PROXY=http://u:p|w@proxy.example:3128');
    expect([status, log.includes("enrolled as 'ostend-1'")]).toEqual([0, true]);
    expect(JSON.parse(readEnrolment())).toEqual({
      server: 'https://p.example',
      proxy: 'http://u:p|w@proxy.example:3128',
      remote: 'manage',
      options: '--use-system-ca --max-semi-space-size=2',
    });
    expect(isRunning()).toBe(true);
    const service = run('reg', 'query', String.raw`HKLM\System\CurrentControlSet\Services\PlatenCollector`).stdout;
    expect(service).toMatch(/ObjectName +REG_SZ +NT SERVICE\\PlatenCollector/);
  });

  test.each([
    [['SERVER=https://p.example', 'CODE=AAAAA-AAAAA'], 'the server does not know this code'],
    [[], 'This computer is not enrolled: SERVER and CODE are needed.'],
    // Wine does not log the messages of conditions.
    [[...given, 'REMOTE=all'], ''],
  ])('refuses with a message and leaves nothing: %j', (properties, text) => {
    const { status, log } = msiexec('/i', '1.0.0', ...properties);
    expect(status).toBe(failed);
    expect(log).toContain(text);
    expect([...listFiles(program), ...listFiles(data)]).toEqual([]);
    expect(isRunning()).toBe(false);
  });

  test('a refused code does not take what an earlier installation left', () => {
    mkdirSync(data);
    writeFileSync(join(data, 'collector.json'), '{}');
    expect(msiexec('/i', '1.0.0', 'SERVER=https://p.example', 'CODE=AAAAA-AAAAA').status).toBe(failed);
    expect(listFiles(data)).toEqual(['collector.json']);
  });

  test('a code given to an installed version enrols again with the service stopped, which then runs; a refused one changes nothing', () => {
    expect(msiexec('/i', '1.0.0', ...given, 'REMOTE=manage').status).toBe(0);
    const before = readEnrolment();
    // Without a code a repair leaves the enrolment and the service as they are.
    expect(msiexec('/i', '1.0.0', 'SERVER=https://q.example').status).toBe(0);
    expect([readEnrolment(), isRunning()]).toEqual([before, true]);
    const refused = msiexec('/i', '1.0.0', 'SERVER=https://q.example', 'CODE=AAAAA-AAAAA');
    expect([refused.status, refused.log.includes('the server does not know this code')]).toEqual([failed, true]);
    expect([readEnrolment(), isRunning()]).toEqual([before, true]);
    expect(msiexec('/i', '1.0.0', 'SERVER=https://q.example', 'CODE=K7M4P-QX9TD').status).toBe(0);
    expect(JSON.parse(readEnrolment())).toMatchObject({ server: 'https://q.example', remote: 'see' });
    expect([isRunning(), readFileSync(join(program, 'collector.mjs'), 'utf8')]).toEqual([true, '1.0.0']);
  });

  test('removal leaves nothing, or with KEEPDATA=1 the data, with which it is installed again without a code', () => {
    expect(msiexec('/i', '1.0.0', ...given).status).toBe(0);
    const before = readEnrolment();
    expect(msiexec('/x', '1.0.0', 'KEEPDATA=1').status).toBe(0);
    expect([listFiles(program), listFiles(data), isRunning()]).toEqual([[], ['enrolment.json'], false]);
    expect(msiexec('/i', '1.0.0').status).toBe(0);
    expect([readEnrolment(), isRunning()]).toEqual([before, true]);
    mkdirSync(join(data, 'outbox/refused'), { recursive: true });
    writeFileSync(join(data, 'outbox/refused/one'), 'report', { mode: 0o444 });
    expect(msiexec('/x', '1.0.0').status).toBe(0);
    expect([existsSync(program), existsSync(data), isRunning()]).toEqual([false, false, false]);
  });

  test('a newer version keeps the enrolment, and an older one is refused', () => {
    expect(msiexec('/i', '1.0.0', ...given).status).toBe(0);
    const before = readEnrolment();
    // What Windows does within the newer installer; wine leaves out the property that says so.
    expect(msiexec('/x', '1.0.0', `UPGRADINGPRODUCTCODE=${productCode}`).status).toBe(0);
    expect(msiexec('/i', '1.1.0').status).toBe(0);
    expect([readEnrolment(), readFileSync(join(program, 'collector.mjs'), 'utf8')]).toEqual([before, '1.1.0']);
    expect(msiexec('/i', '1.0.0').status).toBe(failed);
    expect([readFileSync(join(program, 'collector.mjs'), 'utf8'), isRunning()]).toEqual(['1.1.0', true]);
  });
});
