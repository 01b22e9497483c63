import { ruleTemplates } from '@platen/catalogue/rule-templates';
import { texts as deliveryEnglish } from '@platen/catalogue/texts/delivery-en-us';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as rulesEnglish } from '@platen/catalogue/texts/rules-en-us';
import { texts as rowEnglish } from '@platen/catalogue/texts/worklist-row-en-us';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { startTicketDesk, type TicketDesk } from './lib/ticket-desk.ts';
import { endGroupWait, startWorklistSystem, type WorklistSystem } from './lib/worklist-fleet.ts';

let listed: WorklistSystem;
let browser: Browser;

let desk: TicketDesk;

beforeAll(async () => {
  const settings = { PLATEN_WEBHOOK_ALLOW: '127.0.0.0/8' };
  [listed, browser, desk] = await Promise.all([
    startWorklistSystem(settings),
    launchBrowser(),
    startTicketDesk(48_211),
  ]);
});

afterAll(async () => {
  desk?.close();
  await browser?.close();
  await listed?.system.stop();
});

/** Connects the ticket system by a webhook of the organisation, and gives it secret and token. */
async function connectDesk(page: Page): Promise<void> {
  const { delivery } = deliveryEnglish;
  const { edit, secret, tickets } = delivery;
  const dialog = page.getByRole('dialog');
  await page.goto(`${listed.system.url}/rules/delivery`);
  await page.getByRole('button', { name: delivery.head.add }).first().click();
  await dialog.getByRole('radio', { name: delivery.kind.webhook }).check();
  await dialog.getByRole('textbox', { name: edit.name }).fill('Merrow hook');
  await dialog.getByRole('textbox', { name: edit.address.webhook }).fill(desk.address);
  await dialog.getByRole('combobox', { name: edit.owner }).selectOption('organisation');
  await dialog.getByRole('button', { name: edit.submitAdd, exact: true }).click();
  const signing = await dialog.locator('code').innerText();
  await dialog.getByRole('button', { name: secret.done }).click();

  await page.getByRole('button', { name: tickets.add }).click();
  await dialog.getByRole('textbox', { name: tickets.edit.name }).fill('Merrow service desk');
  await dialog.getByRole('combobox', { name: tickets.edit.channel }).selectOption({ label: 'Merrow hook' });
  await dialog.getByRole('button', { name: tickets.edit.submit, exact: true }).click();
  await page.getByRole('rowheader', { name: 'Merrow service desk' }).waitFor();

  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const body = { name: 'Merrow', scopes: ['tickets.write'], ofOrganisation: false, endsOn, addresses: [] };
  const made = await listed.system.call('service', '/v1/tokens', { method: 'POST', body: JSON.stringify(body) });
  const answer: { token?: string } = await made.json();
  expect([made.status, answer]).toEqual([200, expect.objectContaining({ token: expect.any(String) })]);
  desk.know(signing, answer.token ?? '');
}

test('AR-12 AR-14 DE-04 DE-06 DE-22 DE-23 TK-03 TK-07: a rule is made, tried and turned on; it fires, is mailed, acknowledged, handed over and closed', async () => {
  const { delivery } = deliveryEnglish;
  const { rules, ruleTrial } = rulesEnglish;
  const { drawer } = rowEnglish;
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
  const readHeld = async () => (await listed.system.call('service', '/v1/deliveries')).text();
  await expect.poll(readHeld, { timeout: 90_000, interval: 500 }).toContain('"reason":"group"');
  await page.goto(`${url}/rules/delivery`);
  await page.getByText(delivery.log.reason.group).first().waitFor();
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
  // Handed over to the ticket system of somebody else, whose state comes back.
  const row = page.url();
  await connectDesk(page);
  await page.goto(row);
  await opened.getByText(new RegExp(name)).first().waitFor();
  await page.keyboard.press('t');
  await dialog.getByRole('heading', { name: /Merrow service desk/ }).waitFor();
  await dialog.getByRole('checkbox').first().waitFor();
  await dialog.getByRole('button', { name: /^Send 1/ }).click();
  await page
    .getByRole('status')
    .getByText(/handed over/)
    .waitFor();
  await opened.getByText('Merrow service desk: requested').waitFor();
  await expect.poll(() => desk.received.length, { timeout: 60_000 }).toBe(1);
  const [ticket] = desk.received;
  expect(ticket).toMatchObject({ change: 'requested', conditions: [{ source: 'rule' }] });
  await desk.answer(listed.system, ticket?.serial ?? '', 'open');
  await page.reload();
  await opened.getByText('Merrow service desk: open').waitFor();
  await opened.getByRole('link', { name: '#48211' }).waitFor();
  await desk.answer(listed.system, ticket?.serial ?? '', 'solved');
  await page.reload();
  await opened.getByText(drawer.changes.ticketSolved).first().waitFor();

  await page.goto(`${url}/rules/delivery`);
  await page.getByRole('button', { name: new RegExp(`^${delivery.log.state.accepted}`) }).click();
  await page.getByRole('table').last().getByText('Dispatch').first().waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});
