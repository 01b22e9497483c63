import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { answered, at, channelOf, failed, idOf, mail, program, subscription } from '../../../../test/delivery/data.ts';
import { findProblems, wipe } from '../../../../test/render-portal.tsx';
import { jams, open } from '../../../../test/rules/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

const path = '/rules/delivery';
const openDelivery = (routes = answered(), locale: 'en-us' | 'ja-jp' = 'en-us') => open(path, routes, locale);

test('DE-17 DE-19 DE-20: channels that fail come first; each row names its state, its last answer and what waits', async () => {
  const { screen } = await openDelivery();
  await expect.element(screen.getByText('1 channel fails')).toBeVisible();
  const rows = screen.getByRole('table').first().getByRole('row');
  await expect.poll(() => rows.elements().length).toBe(4);
  const texts = rows.elements().map((row) => row.textContent);
  expect(texts[1]).toMatch(/ERP Brandt.*Failing since .*2 secrets to .*17.*11.*503 after 0\.3 s/);
  expect(texts[2]).toMatch(/Weber.*Not confirmed.*nothing goes there yet/);
  expect(texts[3]).toMatch(/Haldane dispatch.*takes what no one took up.*Active.*46.*3 held.*250 after 1\.2 s/);
  // Of another user: seen, not changed.
  await expect.element(rows.nth(2).getByRole('button', { name: 'More for Weber' })).not.toBeInTheDocument();
});

test('DE-20 XC-02: an entry opens to its tries with what came back; what is held says why', async () => {
  const { screen, server } = await openDelivery();
  const log = screen.getByRole('table').nth(1);
  await expect.element(log.getByText('predicted: waits for a person')).toBeVisible();
  await expect.element(log.getByText(/\+2 more/)).toBeVisible();
  await log.getByRole('button').first().click();
  const detail = screen.getByRole('region', { name: 'Tries of this message' });
  await expect.element(detail.getByText('{"error":"maintenance"}')).toBeVisible();
  await expect.element(detail.getByText('no answer within 15 s')).toBeVisible();
  await expect.element(detail.getByText(/the same at every try/)).toBeVisible();
  await detail.getByRole('button', { name: 'Send again' }).click();
  await expect
    .poll(() => server.called('POST /v1/deliveries/again')[0]?.body)
    .toEqual({ deliveryIds: [failed.deliveryId] });
});

test('DE-20: the log is filtered by state, channel and words, each asked of the server', async () => {
  const { screen, server } = await openDelivery();
  await screen.getByRole('button', { name: /^Held/ }).click();
  await screen.getByRole('combobox', { name: 'Channel' }).selectOptions('ERP Brandt');
  await screen.getByRole('searchbox', { name: 'Search the log' }).fill('PPJH');
  await expect
    .poll(() => server.called('GET /v1/deliveries').at(-1)?.query)
    .toEqual({ state: 'held', channelId: program.channelId, search: 'PPJH', offset: '0' });
});

test('DE-05 DE-20: a refused test states its status once, and one message of many matters says how many', async () => {
  const refused = { at, outcome: 'failed', code: 500, milliseconds: 100, answer: 'x', reason: 'answered 500' };
  const many = { ...failed, deliveryId: idOf(51), kind: 'summary', about: null, count: 49, tries: [refused] };
  const { screen } = await openDelivery(
    answered({
      [`POST /v1/channels/${mail.channelId}/test`]: { body: { deliveryId: idOf(51) } },
      'GET /v1/deliveries': {
        body: {
          deliveries: [many],
          count: 1,
          states: { waiting: 0, held: 0, sending: 0, accepted: 0, failed: 1, givenUp: 0, dropped: 0 },
        },
      },
    }),
  );
  await expect.element(screen.getByRole('cell', { name: '49 together' })).toBeVisible();
  await screen
    .getByRole('row', { name: /Haldane dispatch/ })
    .getByRole('button', { name: 'Test' })
    .click();
  await expect.element(screen.getByText(/Haldane dispatch did not take the test: 500 after 0\.1 s\.$/)).toBeVisible();
});

test('DE-05: a test says that it is on its way, then what the other side answered', async () => {
  let tries: unknown[] = [];
  const { screen } = await openDelivery(
    answered({
      [`POST /v1/channels/${mail.channelId}/test`]: { body: { deliveryId: idOf(50) } },
      'GET /v1/deliveries': ({ query }) => ({
        body: {
          deliveries: query['deliveryId'] === undefined ? [] : [{ ...failed, deliveryId: idOf(50), tries }],
          count: 0,
          states: { waiting: 0, held: 0, sending: 0, accepted: 0, failed: 0, givenUp: 0, dropped: 0 },
        },
      }),
    }),
  );
  await screen
    .getByRole('row', { name: /Haldane dispatch/ })
    .getByRole('button', { name: 'Test' })
    .click();
  await expect.element(screen.getByText('A test is on its way to Haldane dispatch.')).toBeVisible();
  tries = [{ at, outcome: 'accepted', code: 250, milliseconds: 900, answer: 'queued', reason: null }];
  await expect.element(screen.getByText('Haldane dispatch accepted the test: 250 after 0.9 s.')).toBeVisible();
});

test('DE-01 DE-25: a new webhook is made with its fields, and its secret is shown once', async () => {
  const made = channelOf(9, { name: 'ERP', kind: 'webhook' });
  const { screen, server } = await openDelivery(
    answered({ 'POST /v1/channels': { body: { channel: made, secret: 'whsec_c2VjcmV0' } } }),
  );
  await expect.element(screen.getByText('ERP Brandt').first()).toBeVisible();
  await userEvent.keyboard('c');
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Webhook' }).click();
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(dialog.getByText('Give it a name.')).toBeVisible();
  await expect.element(dialog.getByText('Give the address.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ERP');
  await dialog.getByRole('textbox', { name: 'Address of the program' }).fill('https://erp.example/hook');
  await dialog.getByRole('combobox', { name: 'Of' }).selectOptions('Organization');
  await dialog.getByRole('combobox', { name: 'Time zone' }).selectOptions('Asia/Tokyo');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect
    .poll(() => server.called('POST /v1/channels')[0]?.body)
    .toEqual({
      kind: 'webhook',
      owner: 'organisation',
      name: 'ERP',
      address: 'https://erp.example/hook',
      language: 'en-us',
      zone: 'Asia/Tokyo',
      limits: { hour: 20, day: 100 },
    });
  await expect.element(screen.getByText('whsec_c2VjcmV0')).toBeVisible();
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('whsec_c2VjcmV0')).not.toBeInTheDocument();
});

test('DE-01 DE-29: an address that the server refuses is named at its field, with what to enter, until it is another one', async () => {
  const msg = 'body.address: 127.0.0.1 is not a public address';
  const { screen } = await openDelivery(
    answered({ 'POST /v1/channels': { status: 422, body: { errorCode: 202001, detail: [{ msg }] } } }),
  );
  await expect.element(screen.getByText('ERP Brandt').first()).toBeVisible();
  await userEvent.keyboard('c');
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Webhook' }).click();
  await dialog.getByRole('textbox', { name: 'Name' }).fill('ERP');
  const address = dialog.getByRole('textbox', { name: 'Address of the program' });
  await address.fill('https://127.0.0.1:9/hook');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect.element(dialog.getByText(/^This address is not accepted\. It takes https/)).toBeVisible();
  await expect.element(address).toHaveAttribute('aria-invalid', 'true');
  await expect.element(dialog.getByText(/202001/)).not.toBeInTheDocument();
  await address.fill('https://erp.example/hook');
  await expect.element(address).toHaveAttribute('aria-invalid', 'false');
});

test('DE-21: a server without the settings for mail says so, on the channel and where one is made', async () => {
  const { screen } = await openDelivery(
    answered({ 'GET /v1/channels': { body: { channels: [mail], fallbackChannelId: null, sendsMail: false } } }),
  );
  await expect.element(screen.getByText('This server sends no mail.')).toBeVisible();
  await screen.getByRole('button', { name: 'New channel' }).click();
  await expect.element(screen.getByRole('dialog').getByText('This server sends no mail.')).toBeVisible();
});

test('DE-02 DE-10 DE-11: what goes there stands in words; a changed one keeps what was not changed', async () => {
  const { screen, server } = await openDelivery(
    answered({
      [`PUT /v1/channels/${mail.channelId}/subscriptions`]: { body: { subscriptions: [subscription], version: 5 } },
    }),
  );
  await screen.getByRole('button', { name: 'Haldane dispatch', exact: true }).click();
  await expect
    .element(
      screen.getByText(
        /opened, came back · P1 and P2 · 1 customer · 1 group · at once · quiet 18:00 to 07:00 \(Mon Tue Wed Thu Fri\)/,
      ),
    )
    .toBeVisible();
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'got worse' }).click();
  await dialog.getByRole('radio', { name: /Together at chosen times/ }).click();
  await dialog.getByRole('textbox', { name: 'Times' }).fill('7:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Write times as 07:30, separated by commas.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Times' }).fill('13:00, 07:30');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const { stoppedAt: _stopped, ...form } = subscription;
  await expect
    .poll(() => server.called(`PUT /v1/channels/${mail.channelId}/subscriptions`)[0]?.body)
    .toEqual({
      version: 4,
      subscriptions: [
        {
          ...form,
          events: ['opened', 'cameBack', 'worse'],
          when: { at: 'digest', times: ['07:30', '13:00'], days: 'working', isSentEmpty: false },
          quiet: null,
        },
      ],
    });
  await expect.element(dialog).not.toBeInTheDocument();
});

test('DE-02 DE-10: a subscription is limited to some rules and has several quiet spans, which its words name', async () => {
  const call = `PUT /v1/channels/${mail.channelId}/subscriptions`;
  const gone = idOf(99);
  const limited = { ...subscription, ruleIds: [gone] };
  const { screen, server } = await openDelivery(
    answered({
      [`GET /v1/channels/${mail.channelId}/subscriptions`]: { body: { subscriptions: [limited], version: 4 } },
      [call]: { body: { subscriptions: [subscription], version: 5 } },
    }),
  );
  await screen.getByRole('button', { name: 'Haldane dispatch', exact: true }).click();
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByText('1 rule', { exact: true }).click();
  await dialog.getByRole('checkbox', { name: 'a deleted rule' }).click();
  await dialog.getByRole('checkbox', { name: jams.name }).click();
  await dialog.getByRole('button', { name: 'Add a span' }).click();
  const second = dialog.getByRole('group', { name: 'Quiet span 2' });
  await second.getByLabelText('From').fill('12:00');
  await second.getByLabelText('To').fill('13:00');
  for (const day of ['Sat', 'Sun']) await second.getByRole('checkbox', { name: day }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const { stoppedAt: _stopped, ...form } = subscription;
  await expect
    .poll(() => server.called(call)[0]?.body)
    .toEqual({
      version: 4,
      subscriptions: [
        {
          ...form,
          ruleIds: [idOf(1)],
          quiet: {
            ...form.quiet,
            spans: [
              { days: [0, 1, 2, 3, 4], from: '18:00', to: '07:00' },
              { days: [0, 1, 2, 3, 4], from: '12:00', to: '13:00' },
            ],
          },
        },
      ],
    });
});

test('DE-10: holidays alone may be quiet; nothing at all may not', async () => {
  const call = `PUT /v1/channels/${mail.channelId}/subscriptions`;
  const { screen, server } = await openDelivery(
    answered({ [call]: { body: { subscriptions: [subscription], version: 5 } } }),
  );
  await screen.getByRole('button', { name: 'Haldane dispatch', exact: true }).click();
  await screen.getByRole('button', { name: 'Change', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove span 1' }).click();
  await dialog.getByRole('checkbox', { name: 'holidays are quiet' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('Choose times and at least one day.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'holidays are quiet' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => server.called(call)[0]?.body)
    .toMatchObject({ subscriptions: [{ quiet: { spans: [], onHolidays: true, isReallyQuiet: false } }] });
});

test('DE-25: what goes to a program has neither digests nor quiet hours to choose', async () => {
  const { screen } = await openDelivery(
    answered({ [`GET /v1/channels/${program.channelId}/subscriptions`]: { body: { subscriptions: [], version: 4 } } }),
  );
  await screen.getByRole('button', { name: 'ERP Brandt', exact: true }).click();
  await screen.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('checkbox', { name: 'got worse' })).toBeVisible();
  await expect.element(dialog.getByRole('checkbox', { name: 'Quiet hours' })).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('radio')).not.toBeInTheDocument();
});

test('DE-26: another secret says for how long both sign, and is shown once', async () => {
  const { screen, server } = await openDelivery(
    answered({
      [`POST /v1/channels/${program.channelId}/rotate`]: { body: { channel: program, secret: 'whsec_bmV3' } },
    }),
  );
  await screen.getByRole('button', { name: 'More for ERP Brandt' }).click();
  await screen.getByRole('menuitem', { name: 'New secret' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Both sign for' }).selectOptions('not at all');
  await dialog.getByRole('button', { name: 'Make a new secret' }).click();
  await expect
    .poll(() => server.called(`POST /v1/channels/${program.channelId}/rotate`)[0]?.body)
    .toEqual({ version: 4, overlapHours: 0 });
  await expect.element(screen.getByText('whsec_bmV3')).toBeVisible();
});

test.each([
  { locale: 'en-us', width: 1440, theme: 'light' },
  { locale: 'ja-jp', width: 480, theme: 'dark' },
] as const)('FG-17: delivery in $locale at $width px has nothing for axe to find', async ({ locale, width, theme }) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await openDelivery(answered(), locale);
  await screen.getByRole('button', { name: 'Haldane dispatch', exact: true }).click();
  await expect.element(screen.getByText('Pressing ones')).toBeVisible();
  await screen.getByRole('table').nth(1).getByRole('button').first().click();
  await expect.element(screen.getByText('{"error":"maintenance"}')).toBeVisible();
  expect(await findProblems()).toEqual([]);
});
