import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './lib/browser.ts';
import { origin, serveSite, signIn } from './shots/site.ts';

const dist = fileURLToPath(new URL('../apps/portal/dist', import.meta.url));

let browser: Browser;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await serveSite(context, dist, () => 'full');
  await signIn(context);
  page = await context.newPage();
});
afterAll(() => browser.close());

test('DL-01: the device list prints on as many pages as its rows need', async () => {
  await page.goto(`${origin}/devicelist`);
  await page.getByRole('row', { name: /CKL248000/ }).waitFor();
  // The print styles come behind the first screen.
  await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true })).toString('latin1');
  const pages = pdf.match(/\/Type \/Page\b/g) ?? [];
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.length).toBeLessThan(6);
});

test('an export reaches the downloads under the content policy of the server', async () => {
  await page.goto(`${origin}/devicelist`);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.getByRole('button', { name: 'Export devices' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^devices-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await download.path(), 'utf8')).toBe('\uFEFFSerial Number\r\nCKL248000\r\n');
  expect(complaints).toEqual([]);
});
