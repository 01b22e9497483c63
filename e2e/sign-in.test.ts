import { texts } from '@platen/catalogue/texts/en-us';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage, signIn } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { type System, startSystem } from './lib/system.ts';

let system: System;
let browser: Browser;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

test('RT-03 AU-05 AU-06 AU-11 DL-24: a search key given at login arrives at the device list as its search', async () => {
  const { page, complaints } = await openPage(browser);
  await signIn(page, `${system.url}/login?searchkey=NW-4711`, 'service');
  await page.getByRole('button', { name: texts.terms.accept }).click();
  await page.waitForURL(/devicelist/);
  await expect.poll(async () => page.getByRole('searchbox').inputValue()).toBe('NW-4711');
  await page.getByText(texts.common.noDataFound).waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});

test('TM-06 TM-08: declining the terms signs out, and they are shown again', async () => {
  const { page } = await openPage(browser);
  await signIn(page, system.url, 'dealer');
  await page.getByRole('button', { name: texts.terms.decline }).click();
  await page.locator('input[name=name]').waitFor();
  await signIn(page, system.url, 'dealer');
  await expect.poll(async () => page.getByRole('button', { name: texts.terms.accept }).isVisible()).toBe(true);
  await page.context().close();
});

test('RT-22 HD-23 HD-38: an address that no screen answers says so, to anyone, and leads to the login', async () => {
  const { page } = await openPage(browser);
  await page.goto(`${system.url}/rdt/devicelists`);
  await page.getByRole('heading', { name: texts.notFound.title }).first().waitFor();
  expect(await page.title()).toBe('Remote Diagnosis Tool');
  expect(await page.getByRole('button', { name: texts.header.userMenu }).count()).toBe(0);
  await page.goto(`${system.url}/rdtx`);
  await page.getByRole('heading', { name: texts.notFound.title }).first().waitFor();
  expect(await page.title()).toBe('Platen');
  await page.context().close();
});

test('a wrong password is reported, and the right one still works', async () => {
  const { page } = await openPage(browser);
  await page.goto(system.url);
  await page.locator('input[name=name]').fill('admin');
  await page.locator('input[name=password]').fill('wrong');
  await page.locator('button[type=submit]').click();
  await page.getByRole('alert').waitFor();
  await page.locator('input[name=password]').fill('platen');
  await page.locator('button[type=submit]').click();
  await expect.poll(async () => page.getByRole('button', { name: texts.terms.accept }).isVisible()).toBe(true);
  await page.context().close();
});

test('a signed-in user survives a restart of the server', async () => {
  const { page } = await openPage(browser);
  await signIn(page, system.url, 'admin');
  await page.waitForURL(/\/(termsofuse|devicelist)/);
  const accept = page.getByRole('button', { name: texts.terms.accept });
  if (page.url().includes('termsofuse')) await accept.click();
  await page.getByText(texts.deviceList.empty).first().waitFor();
  await system.restart('SIGKILL');
  await page.getByRole('button', { name: texts.deviceList.refresh }).click();
  await page.reload();
  await expect.poll(async () => page.getByText(texts.deviceList.empty).first().isVisible()).toBe(true);
  await page.context().close();
});

test('AU-14: two tabs whose token is about to expire share one renewal, and both stay signed in', async () => {
  const { page } = await openPage(browser);
  await enter(page, system.url, 'service', texts);
  const other = await page.context().newPage();
  const tabs = [page, other];
  await other.goto(`${system.url}/devicelist`);
  let renewals = 0;
  page.context().on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/token')) renewals += 1;
  });
  for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
    for (const tab of tabs) await tab.getByText(texts.deviceList.empty).first().waitFor();
    await page.evaluate(() => {
      const session: object = JSON.parse(localStorage.getItem('platen.session') ?? '{}');
      localStorage.setItem('platen.session', JSON.stringify({ ...session, expiresAt: Date.now() + 30_000 }));
    });
    await Promise.all(tabs.map((tab) => tab.reload()));
    for (const tab of tabs) await tab.getByText(texts.deviceList.empty).first().waitFor();
    await expect.poll(() => renewals).toBe(round);
    // A reload before the answer is stored would renew once more.
    await expect.poll(() => page.evaluate(isRenewed)).toBe(true);
    for (const tab of tabs) expect(await tab.getByRole('alertdialog').count()).toBe(0);
  }
  await page.context().close();
});

test('AU-15: a logout puts no token into an address, and asks nothing', async () => {
  const { page } = await openPage(browser);
  await enter(page, system.url, 'service', texts);
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.getByRole('button', { name: texts.header.userMenu }).click();
  await page.getByRole('menuitem', { name: texts.header.menu.logout }).click();
  await page.locator('input[name=name]').waitFor();
  expect(addresses.find((address) => address.includes('/session/end'))).toContain('client_id=platen-portal');
  // A JSON web token begins with the base64 of `{"`.
  expect(addresses.filter((address) => address.includes('eyJ'))).toEqual([]);
  await page.context().close();
});

test.each([
  ['', 'dealer'],
  ['/rdt', 'admin'],
])(
  'AU-05 AU-11 EH-21 HD-25: a link to a device survives sign-in and terms; Back leads to the list and never to an expired sign-in: %s',
  async (prefix, user) => {
    const { page } = await openPage(browser);
    const link = `${prefix}/counter?device=0190a0b0-0000-7000-8000-00000000beef`;
    await signIn(page, `${system.url}${link}`, user);
    await page.waitForURL(/\/(termsofuse|counter)/);
    if (page.url().includes('termsofuse')) await page.getByRole('button', { name: texts.terms.accept }).click();
    await page.waitForURL(`${system.url}${link}`);
    // There is no such device: the screen says so, and the session goes on.
    await page.getByRole('main').getByRole('alert').getByText('200004').first().waitFor();
    await page.goBack();
    await page.waitForURL(`${system.url}${prefix}/devicelist`);
    await page.getByText(texts.deviceList.empty).waitFor();
    for (let step = 0; step < 2; step++) {
      await page.evaluate(() => window.history.back());
      await page.waitForURL(`${system.url}${prefix}/devicelist`);
      await page.getByText(texts.deviceList.empty).waitFor();
    }
    expect(page.url()).toBe(`${system.url}${prefix}/devicelist`);
    await page.context().close();
  },
);

/** Runs in the page: whether the stored token is no longer the one that is about to expire. */
function isRenewed(): boolean {
  const session: { expiresAt?: number } = JSON.parse(localStorage.getItem('platen.session') ?? '{}');
  return (session.expiresAt ?? 0) > Date.now() + 60_000;
}
