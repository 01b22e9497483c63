import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { texts } from '@platen/catalogue/texts/en-us';
import { readVisitPack } from '@platen/contract/visit-pack';
import { mostPackBytes } from '@platen/contract/visit-pack-names';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from './lib/browser.ts';
import { readPdfPages } from './lib/pdf-text.ts';
import { runToEnd } from './lib/processes.ts';
import { enter } from './lib/sign-in.ts';
import { type System, startSystem } from './lib/system.ts';

// Packs of devices of the demonstration. PACK_DEVICES=300 PACK_DAYS=200 looks at all of them; with
// PACK_PICTURES each is drawn into that folder.
const devices = Number(process.env['PACK_DEVICES'] ?? 4);
const days = process.env['PACK_DAYS'] ?? '60';
const pictures = process.env['PACK_PICTURES'];
const simulate = fileURLToPath(new URL('../apps/simulator/dist/simulate.js', import.meta.url));
// A device takes some seconds: its readings, its judgement, and two pages in each language.
const waitMs = Math.max(600_000, devices * 30_000);

let system: System;
let browser: Browser;
/** Planned visits, one of each device, and its serial. */
const visits: { readonly visitId: string; readonly serial: string }[] = [];

beforeAll(async () => {
  system = await startSystem({ settings: { PLATEN_OFFLINE_HOURS: '60' } });
  const { key } = await system.admin('collectors', 'add', 'Fleet', '--everywhere');
  const fleet = ['--devices', String(devices), '--days', days, '--seed', 'demonstration 5', '--world', 'demonstration'];
  await runToEnd(simulate, [...fleet, '--server', system.url, '--key', String(key)], process.env);
  await system.call('service', '/v1/termsOfUse', { method: 'POST', body: JSON.stringify({ version: '1.0.1' }) });
  await system.admin('judge', '--all', '--wait');
  for (const { deviceId, serial } of await listDevices()) visits.push({ visitId: await plan(deviceId), serial });
  browser = await launchBrowser();
  if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
}, waitMs);
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

async function listDevices(): Promise<{ deviceId: string; serial: string }[]> {
  const found: { deviceId: string; serial: string }[] = [];
  for (let offset = 0; ; offset += 100) {
    const answer = await system.call('service', `/v1/devices?offset=${offset}&limit=100`);
    const page: { devices: typeof found } = await answer.json();
    found.push(...page.devices);
    if (page.devices.length < 100) return found;
  }
}

/** Plans a visit of today with all open conditions of the device. */
async function plan(deviceId: string): Promise<string> {
  const detail = await system.call('service', `/v1/worklist/${deviceId}`);
  const { conditions = [] }: { conditions?: { conditionId: string; work: string }[] } = await detail.json();
  const open = conditions.filter(({ work }) => work !== 'resolved').map(({ conditionId }) => conditionId);
  const plannedDay = new Date().toISOString().slice(0, 10);
  const body = { kind: 'repair', plannedDay, access: 'Goods lift', devices: [{ deviceId, conditionIds: open }] };
  const answer = await system.call('service', '/v1/visits', { method: 'POST', body: JSON.stringify(body) });
  const { visit }: { visit?: { visitId: string } } = await answer.json();
  if (visit === undefined) throw new Error(`a visit was refused with ${answer.status}`);
  return visit.visitId;
}

async function openPack(page: Page, brand: string, visitId: string): Promise<void> {
  await page.goto(`${system.url}${brand}/visits/${visitId}/pack`);
  await page.locator('article h2').first().waitFor();
  await page.waitForFunction(() => document.querySelector('main [aria-busy="true"]') === null);
}

/** Elements that reach beyond the page, or whose text is cut off. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    return [...document.querySelectorAll('article *')]
      .filter((one) => one.getBoundingClientRect().right > width + 1 && one.closest('[data-scrolls], nav') === null)
      .map((one) => `${one.tagName} ${one.textContent?.slice(0, 60) ?? ''}`);
  });

test(
  'VP-17 FG-12: the pack of each device of the demonstration stays below 300 KB of JSON',
  async () => {
    let most = 0;
    for (const { visitId } of visits) {
      const { devices: pages } = readVisitPack.answer.parse(
        await (await system.call('service', `/v1/visits/${visitId}/pack`)).json(),
      );
      expect(pages).toHaveLength(1);
      most = Math.max(most, ...pages.map((one) => Buffer.byteLength(JSON.stringify(one))));
    }
    console.info(`largest pack of ${visits.length}: ${most} bytes`);
    expect(most).toBeLessThan(mostPackBytes);
  },
  waitMs,
);

test.each([
  ['en-US', ''],
  ['ja-JP', '/rdt'],
] as const)(
  'VP-16: the pack of each device is one page of A4, and nothing overflows at 480 px, in %s%s',
  async (locale, brand) => {
    const { page, complaints } = await openPage(browser, { locale, width: 480, height: 900 });
    const { texts: words } = locale === 'en-US' ? { texts } : await import('@platen/catalogue/texts/ja-jp');
    await enter(page, `${system.url}${brand}`, 'service', words);
    const wrong: string[] = [];
    for (const { visitId, serial } of visits) {
      await openPack(page, brand, visitId);
      const overflow = await findOverflow(page);
      if (overflow.length > 0) wrong.push(`${serial} at 480 px: ${overflow.slice(0, 3).join('; ')}`);
      const file = await page.pdf({ format: 'A4', printBackground: false });
      const pages = readPdfPages(file).length;
      if (pages !== 1) wrong.push(`${serial}: ${pages} pages`);
      if (pictures === undefined) continue;
      const name = join(pictures, `${serial}-${locale}`);
      await page.screenshot({ path: `${name}-480.png`, fullPage: true });
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 718, height: 1062 });
      await page.screenshot({ path: `${name}-a4.png`, fullPage: true });
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 480, height: 900 });
    }
    expect(wrong).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
  waitMs,
);
