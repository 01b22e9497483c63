import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { codeSetting, fleetCodes } from '../../../test/device/codes.ts';
import { deviceId } from '../../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../../test/device/render-device.tsx';
import { findProblems } from '../../../test/render-portal.tsx';

const address = `/code05setting?device=${deviceId}&main=2190&sub=0`;
const open = async (path = address, more: Partial<Parameters<typeof renderDevice>[0]> = {}) => {
  const answers = {
    ...richAnswers(),
    '05': { body: fleetCodes(400) },
    '08': { body: fleetCodes() },
    setting: { body: codeSetting() },
  };
  const portal = await renderDevice({ path, answers, ...more });
  return portal;
};
const alertBox = () => page.getByRole('textbox', { name: 'Alert threshold' });
const clearBox = () => page.getByRole('textbox', { name: 'Clear threshold' });
const save = () => page.getByRole('button', { name: 'Save' });
const messages = () => [...document.querySelectorAll('main form [role=alert]')].map(({ textContent }) => textContent);
/** What was written, as it went over the wire. */
const written = () =>
  vi
    .mocked(window.fetch)
    .mock.calls.flatMap(([to, init]) =>
      init?.method === 'PUT' && typeof to === 'string' && typeof init.body === 'string'
        ? [{ path: to, body: JSON.parse(init.body) as unknown }]
        : [],
    );

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

describe('the screen', () => {
  test.each([
    ['05', '05 Code Settings'],
    ['08', '08 Code Settings'],
  ])(
    'RT-20 RT-21 CD-20 CD-21 OQ-77: the thresholds of one %s code with its values, and who changed them last',
    async (kind, title) => {
      const { requests } = await open(`/code${kind}setting?device=${deviceId}&main=2190&sub=0`);
      await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const values = page.getByRole('region', { name: `Code ${kind}-2190-0` });
      await expect.element(values.getByText('Current Value')).toBeVisible();
      const pairs = [...values.element().querySelectorAll('dl > div')].map((pair) => [
        pair.querySelector('dt')?.textContent,
        pair.querySelector('dd')?.textContent?.replace('source', ''),
      ]);
      expect(pairs).toEqual([
        ['Current Value', '63'],
        ['Mode Value', '50'],
        ['Average Value', '50.3'],
        ['Outlier Level', '3'],
      ]);
      await expect.element(alertBox()).toHaveValue('59');
      await expect.element(clearBox()).toHaveValue('55');
      await expect.element(page.getByText(/^Last changed by R\. Okafor, 11\/20\/2026 \d\d:02/)).toBeVisible();
      expect(requests).toContain(`/v1/device/${deviceId}/code/${kind}/setting`);
      const asked = vi.mocked(window.fetch).mock.calls.map(([to]) => (typeof to === 'string' ? to : ''));
      expect(asked.find((to) => to.includes('/setting'))).toMatch(/\?main=2190&sub=0$/);
    },
  );

  test('CD-20 CD-21: in Japanese', async () => {
    await open(address, { locale: 'ja-jp' });
    await expect.element(page.getByRole('textbox', { name: 'アラートしきい値' })).toHaveValue('59');
    await expect
      .element(page.getByText('値が59以上になると機器に警告を表示し、55以下に戻ると解除します。'))
      .toBeVisible();
  });

  test('OQ-77: the order of the thresholds says in words which values are bad', async () => {
    await open();
    await expect.element(page.getByText('59 or more, until it is back at 55 or less')).toBeVisible();
    await clearBox().fill('70');
    await expect.element(page.getByText('59 or less, until it is back at 70 or more')).toBeVisible();
    await clearBox().fill('');
    await expect.element(page.getByText('while the value is 59 or more')).toBeVisible();
    await alertBox().fill('');
    await expect.element(page.getByText('No threshold is set')).toBeVisible();
  });

  test('RT-20: a code that the device does not have, and an address without one, say so', async () => {
    const { screen } = await open(`/code05setting?device=${deviceId}&main=77&sub=0`);
    await expect.element(page.getByText('This device has not reported such a code.')).toBeVisible();
    expect(page.getByRole('button', { name: 'Save' }).query()).toBeNull();
    await screen.unmount();
    await open(`/code05setting?device=${deviceId}`);
    await expect.element(page.getByText('This device has not reported such a code.')).toBeVisible();
  });

  test('AP-37: a setting that cannot be read shows its code and Retry in its panel, next to the values', async () => {
    const { answers } = await open(address, {
      answers: { ...richAnswers(), '05': { body: fleetCodes() }, setting: { status: 500, body: {} } },
    });
    const panel = page.getByRole('region', { name: 'Thresholds' });
    await expect.element(panel.getByRole('alert')).toHaveTextContent('201000');
    await expect.element(page.getByText('63')).toBeVisible();
    answers['setting'] = { body: codeSetting() };
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect.element(alertBox()).toHaveValue('59');
  });
});

describe('saving', () => {
  test('CD-20 CD-21 OQ-77: sends both thresholds, says so, shows who changed them, and the table knows them', async () => {
    const { answers, requests } = await open();
    await expect.element(save()).toBeDisabled();
    await alertBox().fill('64.5');
    const before = requests.filter((path) => path.endsWith('/code/05')).length;
    answers['setting'] = {
      body: codeSetting({ alertThreshold: 64.5, changedBy: 'T. Ueda', changedAt: '2026-11-21T10:00:00.000Z' }),
    };
    await save().click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
    expect(written()).toEqual([
      {
        path: `/v1/device/${deviceId}/code/05/setting`,
        body: { main: 2190, sub: 0, alertThreshold: 64.5, clearThreshold: 55 },
      },
    ]);
    await expect.element(page.getByText(/^Last changed by T\. Ueda/)).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await expect.poll(() => requests.filter((path) => path.endsWith('/code/05')).length).toBe(before + 1);
  });

  test('OQ-77: the screen says when the status follows, and asks for it then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    try {
      const { requests } = await open();
      await alertBox().fill('64.5');
      await save().click();
      await expect
        .element(page.getByRole('status').filter({ hasText: 'The status of the device follows within a minute.' }))
        .toBeVisible();
      const asked = () => requests.filter((path) => path.endsWith('/profile')).length;
      const before = asked();
      await vi.advanceTimersByTimeAsync(20_000);
      await expect.poll(asked).toBeGreaterThan(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test('OQ-77: empty boxes take the thresholds away', async () => {
    const { answers } = await open();
    await alertBox().fill('');
    await clearBox().fill('');
    answers['setting'] = { body: codeSetting({ alertThreshold: null, clearThreshold: null }) };
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
    expect(written()[0]?.body).toMatchObject({ alertThreshold: null, clearThreshold: null });
  });

  test('OQ-77: while it is saved the button is busy and a second press sends nothing', async () => {
    const { answers } = await open();
    await clearBox().fill('50');
    answers['setting'] = 'never';
    await save().click();
    await expect.element(save()).toHaveAttribute('aria-busy', 'true');
    await userEvent.keyboard('{Enter}');
    expect(written()).toHaveLength(1);
  });

  test.each([
    ['equal thresholds', '55', '55', 'Must differ from the alert threshold.'],
    ['a clear threshold alone', '', '55', 'Needs an alert threshold.'],
    ['no number', '59', '５５', 'Enter a number in half-width characters.'],
  ])('CD-20 CD-21 OQ-77: refused at the field before anything is sent: %s', async (_what, alert, clear, words) => {
    await open();
    await alertBox().fill(alert);
    await clearBox().fill(clear);
    await save().click();
    await expect.poll(messages).toEqual([words]);
    await expect.element(clearBox()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(clearBox()).toHaveAccessibleDescription(words);
    await expect.element(clearBox()).toHaveFocus();
    expect(written()).toEqual([]);
  });

  test('OQ-77: what the server refuses is shown at its field, and the typed value stays', async () => {
    const { answers } = await open();
    await clearBox().fill('50');
    answers['setting'] = {
      status: 422,
      body: { errorCode: 202001, detail: [{ msg: 'clearThreshold: too far away' }] },
    };
    await save().click();
    await expect.poll(messages).toEqual(['Rejected by the server: too far away']);
    await expect.element(clearBox()).toHaveValue('50');
    await clearBox().fill('51');
    await expect.poll(messages).toEqual([]);
  });

  test('OQ-77 OQ-84: any other failure is shown below the boxes with its code, and Save tries again', async () => {
    const { answers } = await open();
    await clearBox().fill('50');
    answers['setting'] = { status: 500, body: {} };
    await save().click();
    await expect.poll(() => messages().join()).toMatch(/^Not saved\. 201000 /);
    answers['setting'] = { body: codeSetting({ clearThreshold: 50 }) };
    await save().click();
    await expect.element(page.getByRole('status').filter({ hasText: 'Saved.' })).toBeVisible();
  });

  test('OQ-77 AU-43: an account that may not change them sees that next to the boxes, which are then read only', async () => {
    const { answers } = await open();
    await clearBox().fill('50');
    answers['setting'] = { status: 403, body: { errorCode: 200002, detail: [] } };
    await save().click();
    await expect.poll(() => messages().join()).toMatch(/may read these thresholds but not change them \(200002\)/);
    await expect.element(alertBox()).toHaveAttribute('readonly');
    await expect.element(clearBox()).toHaveValue('55');
    expect(save().query()).toBeNull();
    expect(page.getByRole('alertdialog').query()).toBeNull();
  });
});

test('AU-43 OQ-77 OQ-110: a dealer finds the boxes read only from the start, with the reason and without Save', async () => {
  await open(address, {
    answers: {
      ...richAnswers(),
      me: { body: { groups: [], role: 'dealer' } },
      '05': { body: fleetCodes(400) },
      setting: { body: codeSetting() },
    },
  });
  await expect.element(alertBox()).toHaveAttribute('readonly');
  await expect.element(alertBox()).toHaveValue('59');
  // A value, not a box that seems to take text.
  const frame = alertBox().element().parentElement;
  expect(frame && getComputedStyle(frame).borderTopColor).toBe('rgba(0, 0, 0, 0)');
  await expect.element(page.getByText('Your account may read these thresholds but not change them')).toBeVisible();
  expect(save().query()).toBeNull();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id }) => id)).toEqual([]);
});

describe('leaving', () => {
  test('OQ-77: unsaved thresholds warn; staying keeps them, leaving drops them', async () => {
    const { router } = await open();
    await alertBox().fill('80');
    await page.getByRole('link', { name: 'Back to 05 Codes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Thresholds not saved' });
    await expect.element(dialog.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(alertBox()).toHaveValue('80');
    expect(router.state.location.pathname).toBe('/code05setting');
    await page.getByRole('link', { name: 'Back to 05 Codes' }).click();
    await dialog.getByRole('button', { name: 'Leave without saving' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/code05');
  });

  test('OQ-77: nothing changed, nothing asked', async () => {
    const { router } = await open();
    await expect.element(alertBox()).toHaveValue('59');
    await page.getByRole('link', { name: 'Network' }).click();
    await expect.poll(() => router.state.location.pathname).toBe('/networkInformation');
  });

  test.each(['link', 'step back'])(
    'CD-10 CD-12: the %s to the table keeps its search, its order and the row',
    async (way) => {
      const { router } = await open(`/code05?device=${deviceId}&codes=5000-6000&sort=current&order=desc`);
      const row = () => document.activeElement?.closest('tr')?.querySelector('[data-column="main"]')?.textContent;
      await expect.element(page.getByRole('row').nth(1)).toBeVisible();
      document.querySelector<HTMLElement>('tbody tr[tabindex="0"]')?.focus();
      await userEvent.keyboard('{End}');
      await expect.poll(row).toBe('5000');
      const position = window.scrollY;
      expect(position).toBeGreaterThan(1000);
      await userEvent.keyboard('{Enter}');
      await expect.element(alertBox()).toBeVisible();
      if (way === 'link') await page.getByRole('link', { name: 'Back to 05 Codes' }).click();
      else await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect.poll(row).toBe('5000');
      await expect.poll(() => window.scrollY).toBe(position);
      expect(router.state.location.search).toEqual({
        device: deviceId,
        codes: '5000-6000',
        sort: 'current',
        order: 'desc',
      });
    },
  );
});

describe.each(['light', 'dark'])('in %s', (theme) => {
  test.each([480, 960, 1440])('CD-20 CD-21: at %i px axe finds nothing, with a message and without', async (width) => {
    document.documentElement.dataset['theme'] = theme;
    await page.viewport(width, 900);
    await open();
    await expect.element(alertBox()).toBeVisible();
    expect(await findProblems()).toEqual([]);
    await alertBox().fill('55');
    await save().click();
    await expect.poll(messages).toHaveLength(1);
    expect(await findProblems()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });
});
