import { ruleTemplates } from '@platen/catalogue/rule-templates';
import { texts as deliveryEnglish } from '@platen/catalogue/texts/delivery-en-us';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as rulesEnglish } from '@platen/catalogue/texts/rules-en-us';
import { texts as rowEnglish } from '@platen/catalogue/texts/worklist-row-en-us';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { endGroupWait, startWorklistSystem, type WorklistSystem } from './lib/worklist-fleet.ts';

let listed: WorklistSystem;
let browser: Browser;

beforeAll(async () => {
  [listed, browser] = await Promise.all([startWorklistSystem(), launchBrowser()]);
});

afterAll(async () => {
  await browser?.close();
  await listed?.system.stop();
});

test('AR-12 AR-14 DE-04 DE-06 DE-22 DE-23: a rule is made, tried and turned on; it fires, is mailed, acknowledged and closed', async () => {
  const { delivery } = deliveryEnglish;
  const { rules, ruleTrial } = rulesEnglish;
  const { drawer, dialogs } = rowEnglish;
  const { page, complaints } = await openPage(browser);
  const { url } = listed.system;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const silence = ruleTemplates.find(({ template }) => template === 'silence');
  const name = silence?.texts['en-us'].name ?? '';
  await enter(page, url, 'service', english);

  // Where it goes: the holder of the address confirms it.
  await page.goto(`${url}/rules/delivery`);
  await button(delivery.head.add).first().click();
  await dialog.getByRole('textbox', { name: delivery.edit.name }).fill('Dispatch');
  await dialog.getByRole('textbox', { name: delivery.edit.address.mail }).fill('dispatch@haldane.example');
  await dialog.getByRole('button', { name: delivery.edit.submitAdd, exact: true }).click();
  await page.getByText(delivery.channels.state.unverified).waitFor();
  /** The newest mail whose subject has these words. */
  const openMail = async (words: RegExp) => {
    await expect
      .poll(
        async () => {
          await page.goto(`${url}/identity/mailbox`);
          return page.getByRole('link', { name: words }).count();
        },
        { timeout: 60_000, interval: 1000 },
      )
      .toBeGreaterThan(0);
    await page.getByRole('link', { name: words }).first().click();
  };
  await openMail(/Confirm/);
  await page.locator('pre a').first().click();
  await page.getByRole('button').click();
  await page.getByText('The address is confirmed.').waitFor();

  // What goes there: all of one customer.
  await page.goto(`${url}/rules/delivery`);
  await page.getByText(delivery.channels.state.active, { exact: true }).waitFor();
  await button('Dispatch').click();
  await button(delivery.subscription.add).click();
  await dialog.getByRole('combobox', { name: delivery.subscription.priority }).selectOption('P4');
  await dialog.getByRole('textbox', { name: delivery.subscription.customers }).fill('C-105');
  await dialog.getByRole('button', { name: delivery.subscription.save }).click();
  await dialog.waitFor({ state: 'detached' });

  // The rule, tried on the past before it is turned on.
  await page.goto(`${url}/rules`);
  await page.getByRole('link', { name, exact: true }).click();
  await button(rules.editor.save).click();
  await page.waitForURL(/\/rules\/[0-9a-f-]{36}$/);
  await button(ruleTrial.try).click();
  await page.getByText(ruleTrial.notTried, { exact: true }).waitFor();
  await button(rules.editor.turnOn).click();
  await button(rules.editor.turnOff).waitFor();

  // It fires on the fourteen silent devices, which is one message.
  await page.goto(`${url}/rules/delivery`);
  const held = page.getByText(delivery.log.reason.group).first();
  await expect
    .poll(
      async () => {
        await page.reload();
        return await held.waitFor({ timeout: 4000 }).then(
          () => true,
          () => false,
        );
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  await endGroupWait(listed.system);
  await openMail(/Nordhavn Logistics/);
  const mail = page.locator('pre');
  expect(await mail.innerText()).toMatch(/does not report for 48 hours or more/);

  // From the mail to the row: acknowledged, then closed.
  await mail
    .getByRole('link', { name: /\/worklist/ })
    .first()
    .click();
  const opened = page.getByRole('region', { name: drawer.label });
  await opened.getByText(new RegExp(name)).first().waitFor();
  await page.keyboard.press('e');
  await page
    .getByRole('status')
    .getByText(/acknowledged/)
    .waitFor();
  await page.keyboard.press('r');
  await dialog.getByRole('radio').first().check();
  await dialog.getByRole('button', { name: new RegExp(`^${dialogs.resolve.title}`) }).click();
  await page
    .getByRole('status')
    .getByText(/resolved/)
    .waitFor();

  await page.goto(`${url}/rules/delivery`);
  await page.getByRole('button', { name: new RegExp(`^${delivery.log.state.accepted}`) }).click();
  await page.getByRole('table').nth(1).getByText('Dispatch').first().waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});
