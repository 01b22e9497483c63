import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser } from 'vitest/browser';
import { answered, desk, idOf, mail, subscription } from '../../../../test/delivery/data.ts';
import { wipe } from '../../../../test/render-portal.tsx';
import { open, weber } from '../../../../test/rules/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const path = '/rules/delivery';
const openDelivery = (routes = answered(), locale: 'en-us' | 'ja-jp' = 'en-us') => open(path, routes, locale);

/** Refuses the first call with what is there now, and takes the second. */
const refuseOnce = (current: unknown, answer: unknown) => {
  let isFirst = true;
  return () => {
    const given = isFirst
      ? { status: 409, body: { errorCode: 202002, detail: [], current, changedBy: weber } }
      : { body: answer };
    isFirst = false;
    return given;
  };
};

test('GE-06: a channel changed meanwhile stands next to the own change; keeping mine names the new version', async () => {
  const call = `PUT /v1/channels/${mail.channelId}`;
  const theirs = { ...mail, zone: 'Asia/Tokyo', version: 6 };
  const { screen, server } = await openDelivery(answered({ [call]: refuseOnce(theirs, { channel: theirs }) }));
  await screen.getByRole('button', { name: 'More for Haldane dispatch' }).click();
  await screen.getByRole('menuitem', { name: /^Change/ }).click();
  await screen.getByRole('textbox', { name: 'Name' }).fill('Dispatch');
  await screen.getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('dialog', { name: /Changed meanwhile by .*Weber/ });
  await expect.element(dialog.getByRole('row', { name: /Haldane dispatch Dispatch Haldane dispatch/ })).toBeVisible();
  await expect.element(dialog.getByRole('row', { name: /Europe\/Berlin Europe\/Berlin Asia\/Tokyo/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => server.called(call)[1]?.body).toMatchObject({ name: 'Dispatch', version: 6 });
});

test('GE-06: what goes to a channel, changed meanwhile: keeping mine does the same to the list as it is now', async () => {
  const call = `PUT /v1/channels/${mail.channelId}/subscriptions`;
  const added = { ...subscription, subscriptionId: idOf(22), name: 'Overdue', events: ['overdue' as const] };
  const current = { subscriptions: [subscription, added], version: 9 };
  const { screen, server } = await openDelivery(answered({ [call]: refuseOnce(current, current) }));
  await screen.getByRole('button', { name: 'Haldane dispatch', exact: true }).click();
  await screen.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = screen.getByRole('dialog', { name: /Changed meanwhile/ });
  await expect.element(dialog.getByRole('row', { name: /^Overdue - - overdue/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => server.called(call)[1]?.body)
    .toMatchObject({ version: 9, subscriptions: [{ subscriptionId: added.subscriptionId }] });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('TK-05 GE-06: a rule of handing over has kinds, groups and quiet hours; a system changed meanwhile stands next to it', async () => {
  const call = `PUT /v1/ticket-systems/${idOf(61)}`;
  const theirs = { ...desk, name: 'Desk of Merrow', version: 3 };
  const { screen, server } = await openDelivery(
    answered({
      'GET /v1/ticket-systems': { body: { systems: [desk] } },
      [call]: refuseOnce(theirs, { system: theirs }),
    }),
  );
  await screen.getByRole('button', { name: 'More for Merrow desk' }).click();
  await screen.getByRole('menuitem', { name: 'Change' }).click();
  await screen.getByRole('button', { name: 'Add a rule' }).click();
  const rule = screen.getByRole('group', { name: 'Rule 1' });
  await rule.getByText('all kinds').click();
  await expect.element(rule.getByRole('checkbox', { name: 'Down', exact: true })).toBeVisible();
  // What is judged goes by a person alone.
  for (const judged of ['Parts', 'Hard disks'])
    await expect.element(rule.getByRole('checkbox', { name: judged })).not.toBeInTheDocument();
  await rule.getByRole('checkbox', { name: 'Down', exact: true }).click();
  await rule.getByText('all groups').click();
  await rule.getByRole('checkbox', { name: 'Full service' }).click();
  await rule.getByRole('checkbox', { name: 'Quiet hours' }).click();
  await rule.getByLabelText('From').fill('');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(rule.getByText('Choose times and at least one day.')).toBeVisible();
  await rule.getByLabelText('From').fill('20:00');
  await screen.getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('dialog', { name: /Changed meanwhile/ });
  await expect.element(dialog.getByRole('row', { name: /Merrow desk Merrow desk Desk of Merrow/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => server.called(call)[1]?.body)
    .toMatchObject({
      version: 3,
      rules: [
        {
          scope: { groupIds: [7] },
          kinds: ['down'],
          leastPriority: 'P1',
          delayMinutes: 15,
          quiet: { spans: [{ days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '07:00' }], onHolidays: true },
        },
      ],
    });
});
