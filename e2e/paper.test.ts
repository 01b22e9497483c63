import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { toDevice } from '../apps/portal/test/device-list/devices.ts';
import { launchBrowser } from './lib/browser.ts';
import { readPdfPages } from './lib/pdf-text.ts';
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
});
beforeEach(async () => {
  page = await context.newPage();
  // As in openPage: on a busy machine a first page may take most of a minute.
  page.setDefaultTimeout(90_000);
});
afterEach(() => page.close());
afterAll(() => browser.close());

const device = 'device=0193e0a0-0000-7000-8000-000000000001';

/** The pages of the screen as it stands, without the foot that each has. */
async function print(): Promise<string[]> {
  const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true });
  return readPdfPages(pdf).map((text) =>
    text.slice(text.indexOf(origin)).replace(/^[^?]*(?:list|\?device=[-\da-f]*)/, ''),
  );
}

/** A text on paper, where a line may end at any space, as the fonts of the machine have it. */
const onPaper = ({ source, flags }: RegExp) => new RegExp(source.replaceAll(' ', ' ?'), flags);

/** Opens a screen and waits until a text of it is there and all that is drawn after the first picture. */
async function open(path: string, text: string | RegExp): Promise<void> {
  await page.goto(`${origin}/${path}`);
  await page.getByText(text).first().waitFor();
  // The print styles come behind the first screen.
  await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
}

const serialOf = (row: number) => `CKL${String(300_000 + row)}`;
/** A list of 128 devices in pages of 100, the second of which takes its time. */
const serveLongList = () =>
  page.route(/\/v1\/devices(?:\?|$)/, async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0);
    if (offset > 0) await new Promise((done) => void setTimeout(done, 400));
    const rows = Array.from({ length: 128 }, (_, row) =>
      toDevice(300_000 + row, { serial: serialOf(row), status: 'error', deviceCode: row % 2 === 0 ? 'E010' : 'C391' }),
    );
    const headers = { 'has-more': offset > 0 ? 'False' : 'True', 'total-count': '128' };
    await route.fulfill({ json: { devices: rows.slice(offset, offset + 100) }, headers });
  });
/** Takes the place of the print dialog, which a browser without a window does not have. */
const catchPrint = () =>
  page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset['printed'] = document.querySelector('main')?.textContent ?? '';
    };
  });
const printed = () =>
  page.waitForFunction(() => document.documentElement.dataset['printed']).then((text) => text.jsonValue());

test('DL-01: Ctrl+P prints the device list with all its rows, each with the text of its code, under a head on every page', async () => {
  await serveLongList();
  await catchPrint();
  await open('devicelist', serialOf(0));
  await page.keyboard.press('Control+p');
  expect(await printed()).toContain('128 Devices');
  const pages = await print();
  const whole = pages.join('');
  expect(Array.from({ length: 128 }, (_, row) => serialOf(row)).filter((serial) => !whole.includes(serial))).toEqual(
    [],
  );
  expect(whole.match(onPaper(/E010 Paper Ejection Misfeed/g))).toHaveLength(64);
  expect(whole.match(onPaper(/C391 Fatal Error - Please Contact Service/g))).toHaveLength(64);
  expect(pages.length).toBeLessThan(8);
  for (const text of pages) expect(text).toMatch(onPaper(/StatusSerial NumberModelCustomerDescription/));
  expect(whole).not.toMatch(onPaper(/For more/));
});

test('DL-01: printed from the menu of the browser, the device list says that it is a part', async () => {
  await serveLongList();
  await open('devicelist', serialOf(0));
  const whole = (await print()).join('');
  expect(whole).toMatch(onPaper(/Printed: the first 100 devices\./));
});

test('Ctrl+P right after opening prints the data, not the places where it will be', async () => {
  await catchPrint();
  await page.route('**/PMParts', async (route) => {
    await new Promise((done) => void setTimeout(done, 1000));
    await route.fallback();
  });
  await page.goto(`${origin}/pmparts?${device}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+p');
  expect(await printed()).toContain('6250');
});

test('a screen that is printed before its data has come says so in words', async () => {
  await page.route('**/PMParts', () => undefined);
  await page.goto(`${origin}/pmparts?${device}`);
  await page.getByText('Loading').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
  expect((await print()).join('')).toMatch(onPaper(/PM parts Loading/));
});

test('the error screen is printed with its charts under their titles and the texts of all errors', async () => {
  await open(`error?${device}`, 'Paper Ejection Misfeed');
  const pages = await print();
  expect(pages).toHaveLength(2);
  expect(pages[0]).toMatch(onPaper(/Error counts.*DF jam.*Print jam.*Finisher jam.*Service call.*Other/s));
  expect(pages[1]).toMatch(onPaper(/Error history.*TimeKindCodeMessageCounter.*E010Paper Ejection Misfeed/s));
  expect(pages[1]).toMatch(onPaper(/Failed to access to the toner IC chip/));
});

test('FS-07: on paper each failure sign stands on one page with its chart and its advice', async () => {
  await open(`failuresign?${device}`, /^Watch the black developer/);
  const pages = await print();
  expect(pages.length).toBeLessThan(6);
  const pageOf = (text: string) => pages.findIndex((page) => onPaper(new RegExp(text, 's')).test(page));
  expect(pageOf('Service horizon')).toBe(pageOf('Reaches threshold'));
  const heads = ['exhaustion of the fuser belt', 'voltage in V', 'exhaustion, Black drum', 'counted over 90 days'];
  const ends = ['Replace the fuser belt now', 'Lower limit 1,700 V', 'No action needed', 'CE20 keeps occurring'];
  expect(heads.map((head) => pageOf(head))).toEqual(ends.map((end, n) => pageOf(`${heads[n]}.*${end}`)));
  expect(heads.map((head) => pageOf(head))).not.toContain(-1);
  expect(pages.map((text) => text.match(onPaper(/Threshold 100%/g))?.length ?? 0)).toEqual([0, 1, 1, 0]);
  // No page is left nearly blank.
  expect(pages.filter((text) => text.length < 200)).toEqual([]);
});

test('CD-01: codes on paper name a setting only where there is one, under a head on every page', async () => {
  await open(`code05?${device}`, 'of 40 codes');
  const pages = await print();
  const tables = pages.filter((text) => onPaper(/Outlier Level/).test(text));
  expect(tables.length).toBeGreaterThan(1);
  for (const text of tables) expect(text).toMatch(onPaper(/CodeSubCurrent ValueMode ValueAverage ValueOutlier Level/));
  expect(pages.join('').match(/Setting/g)).toHaveLength(tables.length);
  expect(pages.join('')).toMatch(onPaper(/Alert ≥ 59/));
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
