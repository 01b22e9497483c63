import { texts as searchEnglish } from '@platen/catalogue/texts/advanced-search-en-us';
import { texts as searchJapanese } from '@platen/catalogue/texts/advanced-search-ja-jp';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import { reporting as reportingEnglish } from '@platen/catalogue/texts/reporting-en-us';
import { reporting as reportingJapanese } from '@platen/catalogue/texts/reporting-ja-jp';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../apps/collector/test/agent.ts';
import { findAxeViolations, launchBrowser, openPage, signIn } from './lib/browser.ts';
import { replay, type System, startSystem, targetOf } from './lib/system.ts';

const model = 'Northwind Colour MFP 4500';
const serial = 'NW-0000-4711';

let system: System;
let browser: Browser;
let agents: Agent[];
let collected: string;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
  agents = await Promise.all(['colour-a3', 'tandem-mono', 'document-scanner'].map(replay));
  const [colour, mono, scanner] = agents.map(targetOf);
  const dealer = { dealerNumber: 'D-1', dealerName: 'Haldane Office' };
  collected = await system.collect([
    {
      name: 'East',
      targets: [colour ?? ''],
      customerNumber: 'C-7',
      customerName: 'Nordhavn Logistics',
      description: 'Reception',
      ...dealer,
    },
    {
      name: 'West',
      targets: [mono ?? '', scanner ?? ''],
      customerNumber: 'C-8',
      customerName: '東亜物産',
      description: '総務課',
    },
  ]);
  await system.admin('groups', 'add', 'Haldane Office', '--id', '5', '--dealers', 'D-1');
  await system.admin('users', 'groups', 'dealer', '--add', '5');
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await Promise.all((agents ?? []).map((agent) => agent.stop()));
  await system?.stop();
});

test('the collector lists printers and nothing else, and says what it found', () => {
  expect(collected).toMatch(/^printers +2$/m);
  expect(collected).toMatch(/^not printers +1$/m);
  expect(collected).toMatch(/^delivered +2$/m);
});

describe.each([
  { brand: 'Platen', prefix: '', locale: 'en-US', texts: english, user: 'service', hasWorker: true },
  {
    brand: 'Remote Diagnosis Tool',
    prefix: '/rdt',
    locale: 'ja-JP',
    texts: japanese,
    user: 'service',
    hasWorker: true,
  },
  { brand: 'Platen', prefix: '', locale: 'ja-JP', texts: japanese, user: 'admin', hasWorker: false },
  { brand: 'Remote Diagnosis Tool', prefix: '/rdt', locale: 'en-US', texts: english, user: 'admin', hasWorker: false },
])('as a person of $brand in $locale', ({ brand, prefix, locale, texts, user, hasWorker }) => {
  const { advancedSearch } = locale === 'ja-JP' ? searchJapanese : searchEnglish;
  const address = (path: string) => `${system.url}${prefix}${path}`;
  const title = (page: Page) => page.getByRole('banner').getByRole('heading', { level: 1 });

  test('GN-01 RT-01 RT-24 BR-04 BR-06 AU-04 AU-40 GN-03 GN-04 TM-01 HD-34: from sign-in over list, search and profile to logout', async () => {
    const { page, complaints } = await openPage(browser, { locale, hasWorker });
    const expectScreen = async (name: string) => {
      await title(page).getByText(name, { exact: true }).waitFor();
      expect(await page.title()).toBe(brand);
      expect(await findAxeViolations(page)).toEqual([]);
    };

    // Sign-in: the root leads to the brand's login, and that to the provider.
    await signIn(page, address(prefix === '' ? '/' : ''), user);

    // Terms: nothing else before them.
    await page.waitForURL(/\/(termsofuse|devicelist)/);
    if (page.url().includes('termsofuse')) {
      await expectScreen(texts.header.titles.terms);
      await page.getByRole('button', { name: texts.terms.accept }).click();
    }

    // Device list.
    await page.waitForURL(address('/devicelist'));
    await page.getByRole('link', { name: new RegExp(serial) }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    await expectScreen(texts.header.titles.deviceList);
    const rows = page.getByRole('grid', { name: texts.deviceList.table }).getByRole('row');
    expect(await rows.count()).toBe(3);

    // Free search, by the shortcut, without a mouse.
    await page.keyboard.press('/');
    await page.keyboard.type('reception');
    await expect.poll(() => rows.count()).toBe(2);
    expect(page.url()).toContain('search=reception');
    await page.reload();
    await expect.poll(() => rows.count()).toBe(2);

    // Advanced search replaces it; Escape leaves it without a change and gives the focus back.
    const openAdvanced = page.getByRole('button', { name: texts.deviceList.advancedSearch });
    await openAdvanced.click();
    await page.getByRole('dialog', { name: texts.header.titles.advancedSearch }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await openAdvanced.evaluate((element) => element === document.activeElement)).toBe(true);
    await openAdvanced.click();
    await page.getByRole('textbox', { name: advancedSearch.field.mfpIdentifiers }).fill(`${serial}, X-1`);
    await page.getByRole('button', { name: advancedSearch.search, exact: true }).click();
    await page.getByText(texts.deviceList.notice.applied).waitFor();
    await expect.poll(() => rows.count()).toBe(2);

    // Profile: figures that were read over SNMP a moment ago, with their source.
    await page.getByRole('link', { name: new RegExp(serial) }).click();
    await page.waitForURL(/\/profile/);
    await page.getByText(model).first().waitFor();
    await expectScreen(texts.header.titles.profile);
    const total = page.getByRole('button', { name: new Intl.NumberFormat(locale).format(4_294_967_292) });
    await total.hover();
    await page.getByText('prtMarkerLifeCount.7.1').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByText('prtMarkerLifeCount.7.1').count()).toBe(0);

    // Network, over the tab; then a reload, which keeps the device.
    await page.getByRole('link', { name: texts.header.titles.network, exact: true }).first().click();
    await page.waitForURL(/\/networkInformation/);
    await page.getByText('192.0.2.45').waitFor();
    await expectScreen(texts.header.titles.network);
    await page.reload();
    await page.getByText('192.0.2.45').waitFor();

    // Every other screen of the device, over its tab: each with its title, and usable by everyone.
    const tabs = [
      'failureSign',
      'counter',
      'error',
      'firmware',
      'code05',
      'code08',
      'code13',
      'pmParts',
      'toner',
    ] as const;
    for (const name of tabs) {
      await page.getByRole('navigation').getByRole('link', { name: texts.header.titles[name], exact: true }).click();
      await expectScreen(texts.header.titles[name]);
    }

    // Logout ends at the login of the same brand, with nothing of the user left.
    await page.getByRole('button', { name: texts.header.userMenu }).click();
    await page.getByRole('menuitem', { name: texts.header.menu.logout }).click();
    await page.locator('input[name=name]').waitFor();
    const storedKeys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(storedKeys).not.toContain('platen.session');
    expect(storedKeys).not.toContain('platen.device');
    expect(new URL(page.url()).pathname).toMatch(/sign-in|interaction|identity/);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

test('GN-01 DL-26 AU-44: a dealer sees the own group and nothing by address', async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, system.url, 'dealer');
  await page.getByRole('button', { name: english.terms.accept }).click();
  await page.getByRole('link', { name: new RegExp(serial) }).waitFor();
  const rows = page.getByRole('grid', { name: english.deviceList.table }).getByRole('row');
  expect(await rows.count()).toBe(2);

  await system.call('service', '/v1/termsOfUse', { method: 'POST', body: JSON.stringify({ version: '1.0.1' }) });
  const all: { devices: { deviceId: string; serial: string | null }[] } = await (
    await system.call('service', '/v1/devices')
  ).json();
  const foreign = all.devices.find((device) => device.serial !== serial);
  await page.goto(`${system.url}/profile?device=${foreign?.deviceId}`);
  const refusal = page.getByRole('main').getByRole('alert');
  await refusal.getByText('200003').waitFor();
  await refusal.getByRole('link').click();
  await page.getByRole('link', { name: new RegExp(serial) }).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test.each([480, 960, 1680])('LY-01 LY-03: at %i px nothing of the list or the profile is cut off', async (width) => {
  const { page } = await openPage(browser, { width, dark: width === 960 });
  await signIn(page, system.url, 'admin');
  await page.waitForURL(/\/(termsofuse|devicelist)/);
  const accept = page.getByRole('button', { name: english.terms.accept });
  if (page.url().includes('termsofuse')) await accept.click();
  await page.getByRole('link', { name: new RegExp(serial) }).click();
  await page.getByText(model).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
    0,
  );
  expect(await findAxeViolations(page)).toEqual([]);
  await page.context().close();
});

test('the server shows how the collector is and what it read', async () => {
  await system.call('service', '/v1/termsOfUse', { method: 'POST', body: JSON.stringify({ version: '1.0.1' }) });
  const { collectors } = await (await system.call('service', '/v1/collectors')).json();
  expect(collectors).toMatchObject([
    {
      name: 'End to end',
      state: 'working',
      status: { everyMs: null, queue: { reports: 0, refused: 0 }, round: { targets: 3, printers: 2, notPrinters: 1 } },
    },
  ]);
});

test.each([
  ['service', 'en-US', english, 1440],
  ['dealer', 'ja-JP', japanese, 480],
] as const)(
  'OQ-110: as %s one comes from the device list to what reports and what does not',
  async (user, locale, texts, width) => {
    const { page, complaints } = await openPage(browser, { locale, width });
    await signIn(page, system.url, user);
    await page.waitForURL(/\/(termsofuse|devicelist)/);
    if (page.url().includes('termsofuse')) await page.getByRole('button', { name: texts.terms.accept }).click();
    await page.getByRole('link', { name: texts.header.titles.reporting }).click();
    const reporting = locale === 'ja-JP' ? reportingJapanese : reportingEnglish;
    if (user === 'service') {
      await page.getByRole('button', { name: 'End to end' }).click();
      await page.getByText(reporting.facts.waiting).waitFor();
      await page.getByRole('link', { name: reporting.view.stopped }).click();
    }
    await page.getByText(reporting.emptyStopped).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  },
);
