import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as listEnglish } from '@platen/catalogue/texts/worklist-en-us';
import { texts as rowEnglish } from '@platen/catalogue/texts/worklist-row-en-us';
import { usualEffects } from '@platen/contract/ticket-names';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, openPage } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { startTicketDesk, type TicketDesk } from './lib/ticket-desk.ts';
import { bringDigests, startWorklistSystem, type WorklistSystem } from './lib/worklist-fleet.ts';

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
  await connectDesk();
});

afterAll(async () => {
  desk?.close();
  await browser?.close();
  await listed?.system.stop();
});

async function send(method: string, path: string, body: object) {
  const answer = await listed.system.call('service', path, { method, body: JSON.stringify(body) });
  expect([path, answer.status]).toEqual([path, 200]);
  return await answer.json();
}

/** The ticket system of another dealer, by a webhook of the organisation and a token of its scope. */
async function connectDesk(): Promise<void> {
  const hook = { kind: 'webhook', owner: 'organisation', name: 'Merrow hook', address: desk.address };
  const { channel, secret } = await send('POST', '/v1/channels', { ...hook, language: 'en-us', zone: 'UTC' });
  const form = { name: 'Merrow service desk', withNetworkAddress: false, effects: usualEffects, rules: [] };
  await send('POST', '/v1/ticket-systems', { ...form, channelId: channel.channelId });
  const endsOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const scoped = { name: 'Merrow', scopes: ['tickets.write'], ofOrganisation: false, endsOn, addresses: [] };
  const { token } = await send('POST', '/v1/tokens', scoped);
  desk.know(secret, token);
}

test('JN-01 DE-11 TK-07 XC-01: the digest links each row; of five rows that go to a ticket system a person ticks what is predicted', async () => {
  const { dialogs } = rowEnglish;
  const { worklist } = listEnglish;
  const { system } = listed;
  const { page, complaints } = await openPage(browser);
  await enter(page, system.url, 'service', english);

  // Step 1: what is new since yesterday as one mail, each line a link.
  const mail = { kind: 'mail', owner: 'self', name: 'Morning', address: 'service@platen.example' };
  const { channel } = await send('POST', '/v1/channels', { ...mail, language: 'en-us', zone: 'Europe/Berlin' });
  const when = { at: 'digest', times: ['07:30'], days: 'all', isSentEmpty: false };
  const form = { name: 'Morning', scope: {}, leastPriority: 'P4', events: ['opened', 'worse'], when, quiet: null };
  await send('PUT', `/v1/channels/${channel.channelId}/subscriptions`, {
    subscriptions: [form],
    version: channel.version,
  });
  const worn = await listed.wearOut(2);
  const digest = page.getByRole('link', { name: /Digest, \w+day: \d+ new, \d+ P1/ });
  await expect
    .poll(
      async () => {
        await bringDigests(system);
        await page.goto(`${system.url}/identity/mailbox`);
        return await digest.count();
      },
      { timeout: 120_000, interval: 3000 },
    )
    .toBeGreaterThan(0);
  await digest.first().click();
  const text = await page.locator('pre').innerText();
  for (const serial of worn) expect(text).toContain(serial);
  expect(await page.locator('pre a[href*="row="]').count()).toBeGreaterThanOrEqual(worn.length);

  // Step 7: two of what five devices have is predicted, and begins without a check mark.
  await page.goto(`${system.url}/worklist`);
  const serials = [1, 2, 3, 4, 5].map((n) => `JN000${n}`);
  const rowOf = (serial: string) => page.locator('tr[data-row]').filter({ hasText: serial });
  for (const serial of serials) await rowOf(serial).getByRole('checkbox').click();
  await page.keyboard.press('t');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(dialogs.decide.title).waitFor();
  await dialog.getByText('This makes 5 new tickets.', { exact: false }).waitFor();
  const judged = dialog.locator('label[data-judged] input');
  expect(await judged.count()).toBe(2);
  for (const one of await judged.all()) {
    expect(await one.isChecked()).toBe(false);
    await one.check();
  }
  await dialog.getByRole('button', { name: 'Send 5 reported, 2 predicted' }).click();
  await dialog.waitFor({ state: 'detached' });
  await rowOf('JN0001').getByText(worklist.ticket.requested).waitFor();
  const isAsked = (serial: string) => desk.received.some((one) => one.serial === serial && one.change === 'requested');
  await expect.poll(() => serials.filter(isAsked).length, { timeout: 60_000 }).toBe(serials.length);
  const left = desk.received.flatMap(({ conditions }) => conditions.filter(({ source }) => source === 'judgement'));
  expect(left).toHaveLength(2);
  for (const serial of serials) await desk.answer(system, serial, 'open');
  await page.reload();
  for (const serial of serials)
    await rowOf(serial)
      .getByText(/Ticket #482\d\d/)
      .waitFor();
  expect(complaints).toEqual([]);
  await page.context().close();
});
