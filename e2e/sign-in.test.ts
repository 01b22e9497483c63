import { texts } from '@platen/catalogue/texts/en-us';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage, signIn } from './lib/browser.ts';
import { startSystem, type System } from './lib/system.ts';

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

test('a wrong password is told as such, and the right one still works', async () => {
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
