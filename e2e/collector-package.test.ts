import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { texts as words } from '@platen/catalogue/texts/administration-en-us';
import { texts } from '@platen/catalogue/texts/en-us';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '../apps/collector/test/agent.ts';
import { findAxeViolations, launchBrowser, openPage } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { replay, type System, startSystem, targetOf } from './lib/system.ts';

const run = promisify(execFile);
const architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';
/** Represents the disk of the customer's machine. */
const machine = mkdtempSync(join(tmpdir(), 'platen-machine-'));
const downloads = mkdtempSync(join(tmpdir(), 'platen-packages-'));
const data = join(machine, 'var/lib/platen-collector');
const program = join(machine, 'usr/bin/platen-collector');

let system: System;
let browser: Browser;
let page: Page;
let printer: Agent;
const complaints: string[] = [];
beforeAll(async () => {
  // With the Node of this run, so that nothing is fetched; the packages that are shipped have that of npm.
  const make = ['scripts/package-collector.mjs', '--out', downloads, '--node', process.execPath];
  const made = run(process.execPath, [...make, '--only', `deb-${architecture},container`], {
    cwd: join(import.meta.dirname, '..'),
  });
  [system, browser, printer] = await Promise.all([
    startSystem({ settings: { PLATEN_DOWNLOADS: downloads } }),
    launchBrowser(),
    replay('colour-a3'),
    made,
  ]);
  const opened = await openPage(browser);
  ({ page } = opened);
  complaints.push(...opened.complaints);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await printer?.stop();
  await system?.stop();
  for (const folder of [machine, downloads]) rmSync(folder, { recursive: true, force: true });
});

/** dpkg of this machine, installing into the other one's disk; what the package depends on is here. */
const dpkg = (...args: string[]) => {
  const admin = join(machine, 'var/lib/dpkg');
  const force = ['--force-script-chrootless', '--force-depends', '--force-not-root', '--force-bad-path'];
  return run('dpkg', [`--instdir=${machine}`, `--admindir=${admin}`, ...force, ...args]);
};
const env = () => ({
  PATH: process.env['PATH'] ?? '',
  PLATEN_COLLECTOR_DATA: data,
  PLATEN_COLLECTOR_SETTINGS: join(machine, 'etc/platen-collector/collector.json'),
  NODE_OPTIONS: '--no-warnings',
});
const collector = (...args: string[]) => run(program, args, { env: env() });

/** Every file below a folder, but dpkg's own. */
const listFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/var/lib/dpkg'))
    .map(({ name }) => name);

test('CF-41 CF-44: from an empty server to the first printer: add, download, install, enrol, read, remove', async () => {
  const fleet = words.collectorFleet;
  await enter(page, `${system.url}/administration/collectors`, 'admin', texts);
  await page.goto(`${system.url}/administration/collectors`);
  await page.getByText(fleet.empty).waitFor();

  // The code, and what to do for Debian.
  await page.getByRole('button', { name: fleet.add }).click();
  await page.getByRole('textbox', { name: fleet.dialog.name, exact: true }).fill('ostend-1');
  await page.getByRole('textbox', { name: fleet.dialog.customerNumber }).fill('C-7');
  await page.getByRole('textbox', { name: fleet.dialog.customerName }).fill('Ostend Road Logistics');
  await page.getByRole('textbox', { name: fleet.dialog.site }).fill('Print room');
  await page.getByRole('button', { name: fleet.dialog.submit }).click();
  const way = page.getByRole('region', { name: architecture === 'amd64' ? fleet.enrol.linux : fleet.enrol.pi });
  await way.locator('code').nth(2).waitFor();
  const commands = await way.locator('code').allTextContents();
  const address = /^curl -fO (\S+)$/.exec(commands[0] ?? '')?.[1] ?? '';
  const [, code = '', server = ''] = /^sudo platen-collector enrol (\S+) --server (\S+)$/.exec(commands[2] ?? '') ?? [];
  expect(code).toMatch(/^[A-Z2-9]{5}-[A-Z2-9]{5}$/);
  expect(await findAxeViolations(page)).toEqual([]);

  // As the commands say: fetch, with the hash that the page shows, and install.
  const fetched = Buffer.from(await (await fetch(address)).arrayBuffer());
  await way.getByText(createHash('sha256').update(fetched).digest('hex')).waitFor();
  const file = join(machine, 'collector.deb');
  writeFileSync(file, fetched);
  await run('mkdir', ['-p', join(machine, 'var/lib/dpkg/info'), join(machine, 'var/lib/dpkg/updates')]);
  writeFileSync(join(machine, 'var/lib/dpkg/status'), '');
  const installed = await dpkg('--install', file);
  expect(installed.stdout).toContain('Setting up platen-collector');
  // What apt shows before it installs: the program of Node alone has more than 80 MB.
  const size = await run('dpkg-deb', ['--field', file, 'Installed-Size']);
  expect(Number(size.stdout)).toBeGreaterThan(80_000);
  rmSync(file);
  expect((await collector('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);

  const enrolled = await collector('enrol', code, '--server', server);
  expect(enrolled.stderr).toMatch(/^enrolled as 'ostend-1'/m);
  await page.getByText(fleet.steps.reached).waitFor();
  expect((await collector('check')).stdout).toMatch(/^ok +key/m);
  const again = await collector('enrol', code, '--server', server).catch((error: unknown) => error);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('used already') });

  // What the unit starts; the targets are named, as this machine has no network with printers.
  const service = spawn(program, ['run', '--targets', targetOf(printer)], { env: env(), stdio: 'ignore' });
  try {
    const step = (name: string) => page.locator('li[data-state=passed]', { hasText: name });
    await step(fleet.steps.printer).waitFor();
    await step(fleet.steps.working).waitFor();
    await page.goto(`${system.url}/devicelist`);
    await page.getByRole('row').filter({ hasText: 'Ostend Road Logistics' }).waitFor();
    // On a busy machine a packet may be lost, which it names as a problem.
    const shown = await collector('status').catch((error: unknown) => error);
    expect(shown).toMatchObject({ stdout: expect.stringMatching(/devices +1 known/) });
  } finally {
    service.kill('SIGTERM');
    await new Promise((resolve) => service.once('exit', resolve));
  }
  expect(complaints).toEqual([]);

  // Removing keeps who it is and what it has; purging leaves nothing.
  await dpkg('--remove', 'platen-collector');
  expect(existsSync(program)).toBe(false);
  expect(listFiles(machine)).toContain('enrolment.json');
  await dpkg('--purge', 'platen-collector');
  expect(listFiles(machine)).toEqual([]);
}, 300_000);

test('CF-42: the context of the image holds all that the program needs, and enrols by its environment', async () => {
  const name = readdirSync(downloads).find((one) => one.endsWith('-container.tar.gz')) ?? '';
  const image = mkdtempSync(join(tmpdir(), 'platen-image-'));
  try {
    await run('tar', ['xzf', join(downloads, name), '-C', image]);
    expect(readdirSync(image).sort()).toEqual(['Dockerfile', 'collector.mjs']);
    const invited = await system.admin('collectors', 'invite', 'container-1', '--customer', 'C-8');
    const variables = {
      PATH: process.env['PATH'] ?? '',
      PLATEN_COLLECTOR_DATA: join(image, 'data'),
      PLATEN_COLLECTOR_SERVER: system.url,
      PLATEN_ENROL_CODE: String(invited.code),
      PLATEN_COLLECTOR_TARGETS: targetOf(printer),
    };
    const { stdout } = await run(process.execPath, [join(image, 'collector.mjs'), 'run', '--once'], { env: variables });
    expect(stdout).toMatch(/printers +1\n/);
  } finally {
    rmSync(image, { recursive: true, force: true });
  }
}, 120_000);
