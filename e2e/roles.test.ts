import { texts as deviceEnglish } from '@platen/catalogue/texts/device-en-us';
import { texts as deviceJapanese } from '@platen/catalogue/texts/device-ja-jp';
import { texts as commonEnglish } from '@platen/catalogue/texts/en-us';
import { texts as commonJapanese } from '@platen/catalogue/texts/ja-jp';
import type { DeviceTexts, Texts } from '@platen/catalogue/texts/types';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations, launchBrowser, openPage } from './lib/browser.ts';
import { addGroup, type FedSystem, startFedSystem } from './lib/fed-system.ts';
import { enter } from './lib/sign-in.ts';

type AllTexts = Texts & DeviceTexts;
type TitleKey = keyof Texts['header']['titles'];
const english: AllTexts = { ...commonEnglish, ...deviceEnglish };
const japanese: AllTexts = { ...commonJapanese, ...deviceJapanese };

let fed: FedSystem;
let browser: Browser;

beforeAll(async () => {
  [fed, browser] = await Promise.all([startFedSystem(), launchBrowser()]);
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await fed?.system.stop();
});

test('AU-10 AU-41 AU-43 AU-44 AU-45 GR-03 CD-17 OQ-110: a dealer works with the own devices; what only service staff may change stands there to be read', async () => {
  const { system, devices, richest, own } = fed;
  const early = await system.call('dealer', '/v1/devices');
  expect([early.status, (await early.json()).errorCode]).toEqual([403, 200001]);

  const { page, complaints } = await openPage(browser);
  await enter(page, system.url, 'dealer', english, () => seeScreen(page, english, 'terms'));
  await expect.poll(() => serialsIn(page, english)).toEqual(own.map(({ serial }) => serial).sort());
  expect(await optionsOf(page, english)).toEqual([english.deviceList.groupAll, 'Own devices']);
  await seeScreen(page, english, 'deviceList');

  await openDevice(page);
  for (const tab of ['counter', 'error', 'pmParts', 'toner'] as const) await openTab(page, english, tab);

  // Which columns are shown is one's own matter, kept over a reload.
  await openTab(page, english, 'code05');
  const average = page.getByRole('columnheader', { name: english.codes.columns.average });
  await average.waitFor();
  await page.getByRole('button', { name: english.codes.columnsMenu }).click();
  await page.getByRole('menuitemcheckbox', { name: english.codes.columns.average }).click();
  await page.keyboard.press('Escape');
  await expect.poll(() => average.count()).toBe(0);
  await page.reload();
  await page.getByRole('columnheader', { name: english.codes.columns.level }).waitFor();
  expect(await average.count()).toBe(0);

  // Thresholds are read, with the reason why they are not changed; nothing there invites to it.
  const address = await openSetting(page, english, '05');
  await page.getByText(english.codeSettings.readOnly).waitFor();
  for (const box of [english.codeSettings.alert, english.codeSettings.clear])
    expect(await page.getByRole('textbox', { name: box }).getAttribute('readonly')).not.toBeNull();
  expect(await page.getByRole('button', { name: english.codeSettings.save }).count()).toBe(0);
  const body = JSON.stringify({ ...address, alertThreshold: 9, clearThreshold: 8 });
  const path = `/v1/device/${richest.deviceId}/code/05/setting`;
  const refused = await system.call('dealer', path, { method: 'PUT', body });
  expect([refused.status, (await refused.json()).errorCode]).toEqual([403, 200002]);
  const unchanged = await (await system.call('admin', `${path}?main=${address.main}&sub=${address.sub}`)).json();
  expect(unchanged).toMatchObject({ alertThreshold: null, changedAt: null });

  // The device of another dealer, by its address: the refusal is explained, with a link back.
  const foreign = devices.find((device) => !own.includes(device));
  await page.goto(`${system.url}/profile?device=${foreign?.deviceId}`);
  const refusal = page.getByRole('main').getByRole('alert');
  await refusal.getByText('200003').waitFor();
  expect((await refusal.textContent())?.length).toBeGreaterThan(40);
  expect(await findAxeViolations(page)).toEqual([]);
  await refusal.getByRole('link').click();
  await expect.poll(() => serialsIn(page, english)).toHaveLength(own.length);
  expect(complaints).toEqual([]);
  await page.context().close();
}, 240_000);

test('AU-41 BR-04 RT-19 RT-21 CD-20 CD-21 OQ-77 OQ-110: service staff in Japanese under the second brand follow a failure to its codes and set thresholds, there after a reload', async () => {
  const { system, devices } = fed;
  const { page, complaints } = await openPage(browser, { locale: 'ja-JP' });
  await enter(page, `${system.url}/rdt`, 'service', japanese, () => seeScreen(page, japanese, 'terms'));
  await expect.poll(() => serialsIn(page, japanese)).toHaveLength(devices.length);
  await seeScreen(page, japanese, 'deviceList');

  await openDevice(page);
  await openTab(page, japanese, 'failureSign');
  await openTab(page, japanese, 'error');
  await page.getByRole('main').getByRole('link', { name: japanese.header.titles.errorTrend }).first().click();
  await seeScreen(page, japanese, 'errorTrend');
  await openTab(page, japanese, 'code08');
  await openSetting(page, japanese, '08');
  const [alert, clear] = [japanese.codeSettings.alert, japanese.codeSettings.clear].map((name) =>
    page.getByRole('textbox', { name }),
  );
  const save = page.getByRole('button', { name: japanese.codeSettings.save });
  await page.getByText(japanese.codeSettings.neverChanged).waitFor();

  // A value out of range is explained at the box, and nothing is sent.
  await clear?.fill('80000');
  await save.click();
  await page.getByText(japanese.codeSettings.problem.clearAlone).waitFor();
  await alert?.fill('90000');
  await save.click();
  await page.getByText(japanese.codeSettings.saved).waitFor();
  await page.reload();
  await page.getByText(/最終変更：Service/).waitFor();
  expect([await alert?.inputValue(), await clear?.inputValue()]).toEqual(['90000', '80000']);
  expect(await findAxeViolations(page)).toEqual([]);

  // The table knows them; the way back is a link.
  await page.getByRole('link', { name: toWords(japanese.codeSettings.backTo, japanese.header.titles.code08) }).click();
  await page.waitForURL(/\/rdt\/code08\?/);
  await page.locator('a[data-setting]', { hasText: '90000' }).waitFor();
  expect(await page.title()).toBe('Remote Diagnosis Tool');
  expect(complaints).toEqual([]);
  await page.context().close();
}, 240_000);

test('AU-41 GR-02 GR-03 RT-20 CD-20 OQ-52 OQ-110 OQ-111: what an administrator sets up is there at the next visit: groups, notifications, thresholds', async () => {
  const { system, devices, own } = fed;
  const others = devices.filter((device) => !own.includes(device));
  await addGroup(system, { id: 7, name: 'The others', devices: others, user: 'admin' });
  await system.admin('notifications', 'add', '--en', 'The server rests on Sunday.', '--ja', '日曜日は休止します。');

  const { page, complaints } = await openPage(browser, { dark: true });
  await enter(page, system.url, 'admin', english);
  await page.getByRole('dialog').getByText('The server rests on Sunday.').waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => serialsIn(page, english)).toHaveLength(devices.length);
  expect((await optionsOf(page, english))[0]).toBe(english.deviceList.groupAll);
  await page.getByRole('combobox', { name: english.deviceList.group }).selectOption('The others');
  const found = others.map(({ serial }) => serial).sort();
  await expect.poll(() => serialsIn(page, english)).toEqual(found);
  await page.reload();
  await expect.poll(() => serialsIn(page, english)).toEqual(found);
  await page.getByRole('combobox', { name: english.deviceList.group }).selectOption(english.deviceList.groupAll);
  await seeScreen(page, english, 'deviceList');

  await openDevice(page);
  for (const tab of ['firmware', 'network', 'code13', 'code05'] as const) await openTab(page, english, tab);
  await openSetting(page, english, '05');
  await page.getByRole('textbox', { name: english.codeSettings.alert }).fill('70000');
  await page.getByRole('button', { name: english.codeSettings.save }).click();
  await page.getByText(english.codeSettings.saved).waitFor();
  await page.reload();
  await page.getByText(/^Last changed by Administrator/).waitFor();
  expect(await page.getByRole('textbox', { name: english.codeSettings.alert }).inputValue()).toBe('70000');
  expect(complaints).toEqual([]);
  await page.context().close();
}, 240_000);

const toWords = (text: string, title: string) => text.replace('{title}', title);

/** Waits until a screen stands there with all it has, and asks axe about it. */
async function seeScreen(page: Page, words: AllTexts, name: TitleKey): Promise<void> {
  const title = page.getByRole('banner').getByRole('heading', { level: 1 });
  await title.getByText(words.header.titles[name], { exact: true }).waitFor();
  await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
  expect({ name, broken: await findAxeViolations(page) }).toEqual({ name, broken: [] });
}

async function openDevice(page: Page): Promise<void> {
  await page.getByRole('link', { name: new RegExp(fed.richest.serial) }).click();
  await page.waitForURL(/\/profile/);
}

async function openTab(page: Page, words: AllTexts, name: TitleKey): Promise<void> {
  const tab = page.getByRole('navigation').getByRole('link', { name: words.header.titles[name] });
  await tab.click();
  await seeScreen(page, words, name);
}

/** Opens the setting of the first code of a table; returns that code. */
async function openSetting(page: Page, words: AllTexts, kind: '05' | '08'): Promise<{ main: number; sub: number }> {
  await page.locator('a[data-setting]').first().click();
  await page.waitForURL(/setting\?/);
  await seeScreen(page, words, `code${kind}Setting`);
  const { searchParams } = new URL(page.url());
  return { main: Number(searchParams.get('main')), sub: Number(searchParams.get('sub')) };
}

/** Serial numbers in the rows of the list, sorted. */
async function serialsIn(page: Page, words: AllTexts): Promise<string[]> {
  const links = page.getByRole('grid', { name: words.deviceList.table }).getByRole('link');
  const shown = (await links.allTextContents()).join('\n');
  return fed.devices
    .map(({ serial }) => serial)
    .filter((serial) => shown.includes(serial))
    .sort();
}

const optionsOf = (page: Page, words: AllTexts) =>
  page.getByRole('combobox', { name: words.deviceList.group }).locator('option').allTextContents();
