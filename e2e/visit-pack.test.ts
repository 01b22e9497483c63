import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDevice, aPack, visitId } from '../apps/portal/test/visit-pack/a-pack.ts';
import { launchBrowser } from './lib/browser.ts';
import { readPdfPages } from './lib/pdf-text.ts';
import { origin, serveSite, signIn } from './shots/site.ts';

const dist = fileURLToPath(new URL('../apps/portal/dist', import.meta.url));

let browser: Browser;
let context: BrowserContext;
beforeAll(async () => {
  browser = await launchBrowser();
  context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  await serveSite(context, dist, () => 'full');
  await signIn(context);
});
afterAll(() => browser.close());

async function open(devices: ReturnType<typeof aDevice>[]): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(90_000);
  await page.route(/\/v1\/visits\/[^/]+\/pack/, (route) => route.fulfill({ json: aPack({ devices }) }));
  await page.goto(`${origin}/visits/${visitId}/pack`);
  await page.getByText('Fuser heating').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.adoptedStyleSheets.length > 1);
  return page;
}
const print = async (page: Page, format: 'A4' | 'Letter') =>
  readPdfPages(await page.pdf({ format, printBackground: false }));

test('VP-16 FG-12: ten parts and twelve groups of errors fit on one page of A4, and of Letter, in black and white', async () => {
  const page = await open([aDevice(1)]);
  for (const format of ['A4', 'Letter'] as const) {
    const pages = await print(page, format);
    expect([format, pages.length]).toEqual([format, 1]);
    expect(pages[0]).toContain('E550');
    expect(pages[0]?.replaceAll(' ', '')).toContain('Device1of1');
  }
  await page.close();
});

test('VP-16: each device has a page of its own that says which of how many it is', async () => {
  const page = await open([aDevice(1), aDevice(2), aDevice(3)]);
  const pages = await print(page, 'A4');
  expect(pages).toHaveLength(3);
  expect(pages.map((text) => /Device ?(\d) ?of ?3/.exec(text)?.[1])).toEqual(['1', '2', '3']);
  await page.close();
});

test('VP-16: what does not fit is counted on paper', async () => {
  const device = aDevice(1);
  const groups = [...device.errors.groups, ...device.errors.groups.map((one) => ({ ...one, code: `${one.code}X` }))];
  const page = await open([{ ...device, errors: { ...device.errors, groups: groups.slice(0, 20), groupCount: 24 } }]);
  const pages = await print(page, 'A4');
  expect(pages).toHaveLength(1);
  expect(pages[0]?.replaceAll(' ', '')).toContain('Moreintheportal:12');
  await page.close();
});
