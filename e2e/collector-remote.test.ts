import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { texts as words } from '@platen/catalogue/texts/administration-en-us';
import { texts } from '@platen/catalogue/texts/en-us';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Agent, startAgent } from '../apps/collector/test/agent.ts';
import { readRecording } from '../apps/collector/test/recording.ts';
import { findAxeViolations, launchBrowser, openPage } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { type System, startSystem, targetOf } from './lib/system.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..');
/** Represents the machine of the customer. */
const machine = mkdtempSync(join(tmpdir(), 'platen-machine-'));
const data = join(machine, 'data');
const file = join(machine, 'collector.json');
const program = join(machine, 'collector.mjs');
const community = 'of-the-third-floor';

let system: System;
let browser: Browser;
let page: Page;
let printer: Agent;
const complaints: string[] = [];
beforeAll(async () => {
  const make = ['scripts/package-collector.mjs', '--out', machine, '--only', 'container'];
  const recording = readRecording(join(root, 'apps/collector/test/recordings/colour-a3.snmprec'));
  [system, browser, printer] = await Promise.all([
    startSystem(),
    launchBrowser(),
    startAgent(recording, { community }),
    run(process.execPath, make, { cwd: root }),
  ]);
  const { stdout } = await run('sh', ['-c', `ls ${machine}/*-container.tar.gz`]);
  await run('tar', ['xzf', stdout.trim(), '-C', machine]);
  const opened = await openPage(browser);
  ({ page } = opened);
  complaints.push(...opened.complaints);
}, 240_000);
afterAll(async () => {
  await browser?.close();
  await printer?.stop();
  await system?.stop();
  rmSync(machine, { recursive: true, force: true });
});

const env = () => ({
  PATH: process.env['PATH'] ?? '',
  PLATEN_COLLECTOR_DATA: data,
  PLATEN_COLLECTOR_SETTINGS: file,
});
const collector = (...args: string[]) => run(process.execPath, [program, ...args], { env: env() });

test('CF-10 to CF-14, CF-30, CF-32: what is changed in the portal the packaged collector obeys, as far as its file allows', async () => {
  const remote = words.collectorRemote;
  // The owner's file: one site, nothing but this machine's own addresses, and the interval stays.
  writeFileSync(
    file,
    JSON.stringify({
      every: '1h',
      timeout: '1s',
      remoteTargets: { anywhere: true },
      sites: [{ name: 'own', targets: '127.0.0.1:9', ipp: false }],
    }),
  );
  const { code } = await system.admin('collectors', 'invite', 'ostend-1', '--customer', 'C-7');
  await collector('enrol', String(code), '--server', system.url, '--remote', 'manage');
  // A user looks before it asks for the second time: else it would ask again after five minutes only.
  await enter(page, `${system.url}/administration/collectors`, 'admin', texts);
  await page.goto(`${system.url}/administration/collectors`);
  await page.getByRole('link', { name: 'ostend-1' }).click();
  await page.getByRole('heading', { name: 'ostend-1' }).first().waitFor();
  const service = spawn(process.execPath, [program, 'run'], { env: env(), stdio: ['ignore', 'pipe', 'pipe'] });
  const log: string[] = [];
  service.stdout.on('data', (text: Buffer) => log.push(text.toString()));
  try {
    const panel = page.getByRole('region', { name: remote.settings.title, exact: true });
    const rowOf = (text: string) => panel.getByRole('row').filter({ hasText: text });
    await rowOf(remote.keys.every).getByText(remote.sources.site).waitFor();

    // A site, an interval that the file decides, and a community that no other program may read.
    await panel.getByRole('button', { name: remote.settings.edit }).click();
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    await field(remote.dialog.everyMinutes).fill('5');
    await dialog.getByRole('button', { name: remote.dialog.addSite }).click();
    await field(remote.dialog.siteName).fill('Third floor');
    await field(remote.dialog.targets).fill(targetOf(printer));
    await dialog.getByRole('button', { name: remote.dialog.addCommunity }).click();
    await field(remote.dialog.credentialName).fill('printers');
    await dialog.getByLabel(remote.dialog.community, { exact: true }).fill(community);
    // The same key as on the machine.
    const shown = (await collector('status').catch((error: unknown) => error)) as { stdout: string };
    const fingerprint = /sealed to the key ([0-9a-f]{16})/.exec(shown.stdout)?.[1] ?? 'none';
    await dialog.getByText(fingerprint).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await dialog.getByRole('button', { name: remote.dialog.submit }).click();
    expect((await sent).postData()).not.toContain(community);

    // It obeys within two questions, and says so.
    await panel
      .getByText(remote.settings.state.replace('{state}', remote.states.applied))
      .waitFor({ timeout: 150_000 });
    await rowOf('Third floor').first().getByText(remote.sources.portal).waitFor();
    await rowOf(remote.keys.every).getByText(remote.sources.site).waitFor();
    await rowOf('printers').getByText(remote.sources.portal).waitFor();
    await expect
      .poll(async () => (await (await system.call('admin', '/v1/devices')).json()).devices.length, { timeout: 100_000 })
      .toBe(1);
    expect(log.join('')).toContain('settings 1 of the portal are in force');
    expect(log.join('') + readFileSync(join(data, 'remote.json'), 'utf8')).not.toContain(community);

    // What its file does not allow fails with its place, and the former stay.
    writeFileSync(file, readFileSync(file, 'utf8').replace('"anywhere":true', '"anywhere":true,"addresses":1'));
    await panel.getByRole('button', { name: remote.settings.edit }).click();
    await field(remote.dialog.targets).fill(`${targetOf(printer)}\n10.62.16.0/19`);
    await dialog.getByRole('button', { name: remote.dialog.submit }).click();
    await panel.getByRole('alert').getByText('sites[0].targets[1]').waitFor({ timeout: 150_000 });
    await panel.getByText(remote.settings.inForceNumber.replace('{number, number}', '1')).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);

    // A command, with its line in the log of the machine.
    const asking = page.getByRole('region', { name: remote.commands.title, exact: true });
    await asking.getByRole('button', { name: remote.commands.probe }).click();
    await field(remote.commands.address).fill(targetOf(printer));
    await field(remote.commands.reason).fill('does it answer?');
    await dialog.getByRole('button', { name: remote.commands.submit }).click();
    await asking.getByRole('button', { name: remote.commands.show }).click({ timeout: 150_000 });
    await dialog.getByText(/SNMP v2c, community: printers: answers/).waitFor();
    await page.keyboard.press('Escape');
    expect(log.join('')).toMatch(/command of the portal done: probe .*does it answer\?/);

    // The page for the customer's IT.
    await page.getByRole('link', { name: remote.security.link }).click();
    await page.getByText(remote.security.remoteText.manage).waitFor();
    await page.getByText(targetOf(printer)).first().waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    const paper = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    expect(await page.textContent('body')).not.toContain(community);
    expect(complaints).toEqual([]);
  } finally {
    service.kill('SIGTERM');
    await new Promise((resolve) => service.once('exit', resolve));
  }
}, 600_000);
