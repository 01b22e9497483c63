import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { deviceId, richProfile } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { pmParts, toner } from '../../test/device/supplies-data.ts';

afterEach(() => vi.restoreAllMocks());

const strip = () => page.getByRole('navigation').element();

test('the frame of a device stays as its profile gives way to a tab and comes back', async () => {
  await page.viewport(1440, 900);
  await renderDevice({ path: `/profile?device=${deviceId}` });
  await expect.element(page.getByRole('navigation')).toBeVisible();
  const before = strip();
  await page.getByRole('navigation').getByRole('link', { name: 'Firmware' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Firmware' })).toBeVisible();
  expect(strip()).toBe(before);
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  expect(strip()).toBe(before);
});

test('in a narrow window the strip of tabs brings the tab in use into view, the first as well as the last', async () => {
  await page.viewport(480, 900);
  const { router } = await renderDevice({ path: `/networkInformation?device=${deviceId}` });
  await expect.element(page.getByRole('navigation')).toBeVisible();
  await expect.poll(() => strip().scrollLeft).toBeGreaterThan(0);
  await router.navigate({ to: '/profile' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect.poll(() => strip().scrollLeft).toBe(0);
});

test('the tab in use stays in view where the window becomes narrower', async () => {
  await page.viewport(1440, 900);
  await renderDevice({ path: `/networkInformation?device=${deviceId}` });
  const tab = page.getByRole('navigation').getByRole('link', { name: 'Network' });
  await expect.element(tab).toBeVisible();
  await page.viewport(480, 900);
  await expect.poll(() => tab.element().getBoundingClientRect().right).toBeLessThanOrEqual(480);
});

test('OQ-84: several failed parts of a screen share one Retry, which repeats each failed call once', async () => {
  const unavailable = { status: 503, body: 'upstream connect error' };
  const { answers, requests } = await renderDevice({
    path: `/toner?device=${deviceId}`,
    answers: { ...richAnswers(), profile: unavailable, toner: unavailable },
  });
  await expect.element(page.getByRole('alert').getByText('Profile could not be loaded')).toBeVisible();
  await expect.poll(() => page.getByRole('main').getByText('HTTP 503').elements().length).toBeGreaterThan(2);
  expect(page.getByText('Invalid parameters', { exact: false }).elements()).toEqual([]);
  // The message appears once, next to Retry; the panels show only its code.
  const findMessages = (place: string) =>
    [...document.querySelectorAll(place)].filter(({ textContent }) => /load of the server is high/.test(textContent));
  await expect.poll(() => findMessages('main .page section').length).toBe(0);
  expect(findMessages('main section[aria-label="Device"]')).toHaveLength(1);
  const retry = page.getByRole('button', { name: 'Retry' });
  expect(retry.elements()).toHaveLength(1);
  Object.assign(answers, { profile: richAnswers()['profile'], toner: { body: toner() } });
  const countOf = (name: string) => requests.filter((path) => path.endsWith(`/${name}`)).length;
  const before = countOf('toner') + countOf('profile');
  await retry.click();
  await expect.element(page.getByText('58%').first()).toBeVisible();
  expect(countOf('toner') + countOf('profile')).toBe(before + 2);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('OQ-84: without the profile the strip names it as missing and offers Retry, while the tab shows its own data', async () => {
  const { answers } = await renderDevice({
    path: `/firmware?device=${deviceId}`,
    answers: { ...richAnswers(), profile: { status: 500, body: {} } },
  });
  await expect.element(page.getByText('V8.2.1')).toBeVisible();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Profile could not be loaded')).toBeVisible();
  expect(page.getByText('Series', { exact: true }).elements()).toEqual([]);
  Object.assign(answers, { profile: richAnswers()['profile'] });
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect.element(page.getByText('Series', { exact: true })).toBeVisible();
});

test.each([
  ['errortrend', 'Error', 'true'],
  ['code05setting', '05 Codes', 'true'],
  ['code08setting', '08 Codes', 'true'],
  ['firmware', 'Firmware', 'page'],
])('the screen %s marks the one tab that it belongs to: %s', async (path, name, mark) => {
  await page.viewport(1440, 900);
  await renderDevice({ path: `/${path}?device=${deviceId}` });
  await expect.element(page.getByRole('navigation').getByRole('link', { name })).toHaveAttribute('aria-current', mark);
  const marked = page.getByRole('navigation').element().querySelectorAll('[aria-current]');
  expect([...marked].map((link) => link.textContent)).toEqual([name]);
});

test('OQ-84: after Retry the focus stays at the panel or the device strip that the button was in', async () => {
  const { answers } = await renderDevice({
    path: `/toner?device=${deviceId}`,
    answers: { ...richAnswers(), toner: { status: 500, body: {} } },
  });
  const retry = page.getByRole('button', { name: 'Retry' });
  const region = () => document.activeElement?.getAttribute('aria-label') ?? headOf(document.activeElement);
  await expect.element(retry).toBeVisible();
  focus(retry.element());
  await userEvent.keyboard('{Enter}');
  await expect.poll(region).toBe('Device');
  await expect.element(retry).toBeVisible();
  Object.assign(answers, { toner: { body: toner() } });
  focus(retry.element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('58%').first()).toBeVisible();
  expect(region()).toBe('Device');
});

test('OQ-84: after the Retry of one panel the focus is on that panel', async () => {
  const { answers } = await renderDevice({
    path: `/pmparts?device=${deviceId}`,
    answers: { ...richAnswers(), PMParts: { status: 500, body: {} } },
  });
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  Object.assign(answers, { PMParts: { body: pmParts(['6250']) } });
  focus(retry.element());
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('6250').first()).toBeVisible();
  expect(headOf(document.activeElement)).toBe('PM parts');
});

const focus = (element: Element) => element instanceof HTMLElement && element.focus();
test.each([
  ['10101001', null],
  ['10101002', 'warning'],
  ['10101003', 'error'],
])(
  'PR-09: the count of failure signs has the colour of the most severe advice (%s) and moves no tab',
  async (messageId, tone) => {
    await page.viewport(1440, 900);
    const places = () => [...strip().querySelectorAll('a')].map((tab) => Math.round(tab.getBoundingClientRect().left));
    const openWith = async (failurePredictions: unknown[]) => {
      const profile = { body: { ...richProfile(), failurePredictions } };
      await renderDevice({ path: `/firmware?device=${deviceId}`, answers: { ...richAnswers(), profile } });
      await expect.element(page.getByText('Harbour & Vale Solicitors').first()).toBeVisible();
    };
    await openWith([]);
    const without = places();
    await cleanup();
    await openWith([
      { component: 'fuser', messageId },
      { component: 'drum', messageId: '10201001' },
    ]);
    const count = page.getByRole('link', { name: 'Failure Sign' }).getByText('2');
    await expect.element(count).toBeVisible();
    expect(count.element().getAttribute('data-tone')).toBe(tone);
    expect(places()).toEqual(without);
  },
);

const headOf = (element: Element | null) => element?.querySelector('h2')?.textContent;

test('WL-65: a device with something open leads from its strip to its row of the worklist; another one does not', async () => {
  await page.viewport(1440, 900);
  const worklist = { state: 'assigned', priority: 'P2' };
  const { router } = await renderDevice({
    path: `/profile?device=${deviceId}`,
    answers: { ...richAnswers(), profile: { body: { ...richProfile(), worklist } } },
  });
  await page.getByRole('link', { name: 'On the worklist: P2, assigned' }).click();
  await expect.poll(() => router.state.location.pathname).toBe('/worklist');
  expect(router.state.location.search).toEqual({ row: deviceId });
  await cleanup();
  await renderDevice({ path: `/profile?device=${deviceId}` });
  await expect.element(page.getByRole('navigation')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /^On the worklist/ })).not.toBeInTheDocument();
});
