import { readFile } from 'node:fs/promises';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as metersEnglish } from '@platen/catalogue/texts/meters-en-us';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findAxeViolations, launchBrowser, openPage } from './lib/browser.ts';
import { send, startMeterSystem, toMonths, withoutAssetNumber } from './lib/meter-fleet.ts';
import { enter } from './lib/sign-in.ts';
import type { System } from './lib/system.ts';

const user = 'dealer-admin';
const { meterCodes, meters, ledger } = metersEnglish;
let system: System;
let browser: Browser;

beforeAll(async () => {
  [system, browser] = await Promise.all([startMeterSystem(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** The lines of a device with their states. */
const rowsOf = (page: Page, serial: string) => page.locator('tr[data-line]').filter({ hasText: serial });
/** What can be done with the last line of a device. */
const actionsOf = (page: Page, serial: string) => rowsOf(page, serial).last().locator('xpath=following-sibling::tr[1]');

async function openClose(page: Page, name: string, days: { firstDay: string; lastDay: string }) {
  await button(page, meters.plans.addClose).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(meters.plan.name, { exact: true }).fill(name);
  await dialog.getByLabel(meters.plan.firstDay).fill(days.firstDay);
  await dialog.getByLabel(meters.plan.lastDay).fill(days.lastDay);
  await dialog.getByRole('button', { name: meters.plan.open, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('heading', { name, exact: true }).waitFor();
}

async function makeFile(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, meters.exports.make).click()]);
  return await readFile(await download.path(), 'utf8');
}

test('JN-03 LG-16 LG-20 LG-32 LG-33 LG-35 LG-38 MX-03 MX-06: a month is settled, closed, exported as a test and in earnest; a later correction is a line of the next', async () => {
  const { closed, present, from } = toMonths(new Date());
  const { page, complaints } = await openPage(browser);
  await enter(page, system.url, user, english);
  await page.goto(`${system.url}/meters`);

  // Step 2: what stops the close, by device and matter.
  await openClose(page, 'Last month', closed);
  await page.getByText('6 things stop the close').waitFor();
  const closeId = new URL(page.url()).searchParams.get('close');

  // Step 3: one press settles both counters that fell at once.
  await actionsOf(page, 'MB0001').getByText('Fell from 88,412 to 31', { exact: false }).waitFor();
  await actionsOf(page, 'MB0001').getByRole('button', { name: ledger.causes.boardExchanged }).click();
  await page.getByText('2 lines are settled.').waitFor();
  await page.getByText('5 things stop the close').waitFor();

  // Step 4: a leap that was printed.
  await actionsOf(page, 'MB0002').getByRole('button', { name: ledger.causes.printed }).click();
  await page.getByText('4 things stop the close').waitFor();

  // Step 5: the customer's figure, of the last evening.
  await actionsOf(page, 'MB0003').getByRole('button', { name: meters.actions.figure }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(meters.figure.value).fill('434000');
  await dialog.getByRole('button', { name: meters.figure.submit }).click();
  await dialog.waitFor({ state: 'detached' });
  await rowsOf(page, 'MB0003').getByText(meters.line.typed, { exact: true }).waitFor();

  await actionsOf(page, withoutAssetNumber).getByRole('button', { name: meters.actions.asset }).click();
  await dialog.getByLabel(meters.asset.value).fill('HO-4');
  await page.keyboard.press('Enter');
  await page.getByText('2 things stop the close').waitFor();

  // Step 6: an old reading is estimated; the two that are left are left out together, by keys.
  await actionsOf(page, 'MB0005').getByRole('button', { name: meters.actions.estimate }).click();
  await rowsOf(page, 'MB0005').getByText(meters.settled.estimate, { exact: true }).waitFor();
  await page.goto(`${system.url}/meters?close=${closeId}&lines=stops`);
  await rowsOf(page, 'MB0007').waitFor();
  await page.keyboard.press('j');
  expect(new URL(page.url()).searchParams.get('line')).toMatch(/\.total\.1$/);
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('s');
  await dialog.getByLabel(meters.settle.note).fill('The customer sends a card');
  expect(await findAxeViolations(page)).toEqual([]);
  await page.keyboard.press('Control+Enter');
  await page.getByText(meters.head.nothing).waitFor();

  // Step 7: closed as a job, after every decision was shown.
  await button(page, meters.head.close).click();
  for (const text of [
    '4 settled by a cause or a figure',
    '2 are left out',
    '1 is estimated',
    'The customer sends a card',
  ])
    await dialog.getByText(text, { exact: false }).first().waitFor();
  expect(await findAxeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: meters.close.submit }).click();
  await page.getByText('SHA-256', { exact: false }).first().waitFor();
  expect(await button(page, meters.head.close).count()).toBe(0);

  // The ERP knows one of two meters; what has no code is named.
  await button(page, meters.head.more).first().click();
  await page.getByRole('menuitem', { name: meters.head.codes }).click();
  await dialog.getByRole('button', { name: meterCodes.add }).click();
  await dialog.getByLabel(meterCodes.meters).fill('total');
  await dialog.getByLabel(meterCodes.code, { exact: true }).fill('TOT');
  await dialog.getByRole('button', { name: meterCodes.save, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const template = page.getByRole('combobox', { name: meters.exports.template, exact: true });
  await template.selectOption({ label: 'Equipment id, meter type, date, reading' });
  await page.getByText(meters.exports.why.noCode, { exact: true }).waitFor();

  // The first file of a template is a test and sets nothing to exported.
  await page.getByText(meters.exports.mustTest).waitFor();
  expect(await makeFile(page)).toContain('HO-8');
  await page.getByText(meters.exports.isTest, { exact: true }).waitFor();
  await page.getByText('Closed by', { exact: false }).first().waitFor();
  expect(await page.getByText('exported on', { exact: false }).count()).toBe(0);
  await page.getByLabel(meters.exports.test).waitFor();
  const file = await makeFile(page);
  await page.getByText('exported on', { exact: false }).waitFor();
  expect(file).toContain('434000');
  for (const assetNumber of ['HO-6', 'HO-7']) expect(file).not.toContain(assetNumber);

  // Step 9: service tests of that month; a second person confirms what lies above the limit.
  const { lines } = await send(system, user, 'GET', `/v1/closes/${closeId}/lines`);
  const { deviceId } = lines.find(({ serial }: { serial: string }) => serial === 'MB0008');
  const corrections = `/v1/device/${deviceId}/meters/total/corrections`;
  const { correctionId } = await send(system, user, 'POST', corrections, {
    kind: 'pages',
    at: new Date(from.getTime() + 10 * 86_400_000).toISOString(),
    pages: -2500,
    reason: 'testPrints',
  });
  await openClose(page, 'This month', present);
  await page.getByText(meters.line.correctionWaiting, { exact: false }).waitFor();
  await send(system, 'admin', 'POST', `${corrections}/${correctionId}/decision`, { decision: 'confirm' });
  await page.reload();
  await button(page, meters.filter.corrections).click();
  const correction = rowsOf(page, 'MB0008');
  await correction.getByText('Correction for Last month').waitFor();
  expect(await correction.innerText()).toContain('-2,500');
  const { close } = await send(system, user, 'GET', `/v1/closes/${closeId}`);
  expect(close.state).toBe('exported');
  expect(complaints).toEqual([]);
  await page.context().close();
});
