import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { deviceId, offlineProfile, poorProfile, richProfile } from '../../test/device/device-data.ts';
import { renderDevice, richAnswers } from '../../test/device/render-device.tsx';
import { findProblems } from '../../test/render-portal.tsx';

const at = (path: string) => `${path}?device=${deviceId}`;
const profiles = { rich: richProfile, poor: poorProfile, offline: offlineProfile };

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

describe.each(['light', 'dark'])('in %s', (theme) => {
  beforeEach(() => {
    document.documentElement.dataset['theme'] = theme;
  });

  test.each(Object.entries(profiles))(
    'the profile of a %s device has no accessibility problem',
    async (_name, make) => {
      await renderDevice({ path: at('/profile'), answers: { ...richAnswers(), profile: { body: make() } } });
      await expect.element(page.getByRole('heading', { level: 2, name: 'Failure predictions' })).toBeVisible();
      await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
      expect(await findProblems()).toEqual([]);
    },
  );

  test.each(['/firmware', '/networkInformation', '/counter'])('the tab at %s has none', async (path) => {
    await renderDevice({ path: at(path) });
    await expect.element(page.getByText('CKL248117')).toBeVisible();
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
    expect(await findProblems()).toEqual([]);
  });

  test('an open evidence card has none', async () => {
    await renderDevice({ path: at('/profile') });
    await page.getByRole('button', { name: '1,284,306 source' }).click();
    await expect.element(page.getByRole('tooltip').getByText('Printer, SNMP')).toBeVisible();
    expect(await findProblems()).toEqual([]);
  });

  test('a failed and a loading profile have none', async () => {
    const { answers, screen } = await renderDevice({
      path: at('/profile'),
      answers: { ...richAnswers(), profile: { status: 500, body: {} } },
    });
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    expect(await findProblems()).toEqual([]);
    await screen.unmount();
    await renderDevice({ path: at('/profile'), answers: { ...answers, profile: 'never' } });
    await expect.element(page.getByText('Loading device data')).toBeInTheDocument();
    expect(await findProblems()).toEqual([]);
  });
});

test('the keyboard reaches every figure, link and tab in reading order, and each shows where it is', async () => {
  await renderDevice({ path: at('/profile') });
  await expect.element(page.getByText('1,284,306')).toBeVisible();
  const refresh = page.getByRole('button', { name: 'Refresh' }).element();
  refresh.focus();
  const names: string[] = [];
  for (let step = 0; step < 17; step += 1) {
    await userEvent.keyboard('{Tab}');
    const { activeElement } = document;
    if (activeElement === null) break;
    names.push(activeElement.firstChild?.textContent ?? '');
    expect(getComputedStyle(activeElement).outlineStyle).toBe('solid');
  }
  expect(names).toEqual([
    'Profile',
    'Failure Sign 2',
    'Counter',
    'Error',
    'Firmware',
    '05 Codes',
    '08 Codes',
    '13 Codes',
    'PM Parts',
    'Toner',
    'Network',
    'At the Machine',
    'Counter',
    '1,284,306',
    '14,820',
    '38.4%',
    '791,400',
  ]);
});

test.each(['/profile', '/networkInformation'])(
  'below 960 pixels a finger hits every control of %s within 34 pixels of height, and nothing is cut off',
  async (path) => {
    await page.viewport(480, 2600);
    await renderDevice({ path: at(path) });
    await expect.element(page.getByText('10.24.18.61')).toBeVisible();
    const missed = [...document.querySelectorAll('.page button, .page dd a, .page li a')].filter((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const middle = (top + bottom) / 2;
      const hits = [middle - 16, middle + 16].map((y) => document.elementFromPoint((left + right) / 2, y));
      return right > 480 || !hits.every((hit) => control.contains(hit));
    });
    expect(missed.map(({ textContent }) => textContent)).toEqual([]);
  },
);
