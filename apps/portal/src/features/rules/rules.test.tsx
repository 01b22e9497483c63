import { afterEach, beforeEach, expect, test } from 'vitest';
import { page as browser, userEvent } from 'vitest/browser';
import { findProblems, wipe } from '../../../test/render-portal.tsx';
import { answered, open } from '../../../test/rules/data.ts';

beforeEach(() => browser.viewport(1440, 900));
afterEach(async () => {
  document.documentElement.removeAttribute('data-theme');
  await wipe();
});

/** Texts of the rows in their order, each in one line. */
const shownRows = () =>
  [...document.querySelectorAll<HTMLElement>('tbody tr')].map((row) => row.innerText.replaceAll(/\s+/g, ' '));

test('AR-11 AR-13 AR-14 AR-15: rules in words with what they opened, those that need a look first', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('link', { name: 'Heavy jamming' })).toBeVisible();
  await expect.element(screen.getByText(/customer Rosvik Engineering/)).toBeVisible();
  expect(shownRows()).toEqual([
    expect.stringMatching(
      /^Paused Pages above usual Paused by the server, .*: 64 opened in its first hour\. They stay; no messages are sent\. Opens when the device does not report for 48 hours or more; clears when that is over\. all devices 41 devices 64 .* 64 - .*You/,
    ),
    expect.stringMatching(
      /^Not evaluated Silent for two days Cannot be evaluated since .*: the value of 08-2103-0 is a text\. Next try .*; the other rules go on\. Opens .* 2 of 4 .*You/,
    ),
    expect.stringMatching(
      /^On Heavy jamming Opens when jams from any drawer exceed 4 per 1,000 sheets over 14 days \(at least 500 sheets\), for 1 day; clears at 3 for 3 days\. customer Rosvik Engineering 41 devices 3 .*at most 3 in a day 5 1 of 5 .*You/,
    ),
    expect.stringMatching(/^Off New machines Opens .* all devices devices not counted - - - .*Weber$/),
  ]);
  // More than a fifth of what was resolved came to nothing.
  await expect.element(screen.getByText('2 of 4', { exact: true })).toHaveAttribute('data-much');
  await expect.element(screen.getByText('1 of 5', { exact: true })).not.toHaveAttribute('data-much');
  await expect.element(screen.getByText('2 need a look')).toBeVisible();
});

test('AR-15: what is typed is looked for in names, sentences and scopes', async () => {
  const { screen } = await open();
  await expect.element(screen.getByText(/customer Rosvik Engineering/)).toBeVisible();
  await userEvent.keyboard('/');
  await userEvent.keyboard('rosvik');
  await expect.poll(shownRows).toEqual([expect.stringContaining('Heavy jamming')]);
  await userEvent.keyboard('{Backspace}z');
  await expect.element(screen.getByText('No rule has these words.')).toBeVisible();
});

test('AR-15 AR-18: without a rule the screen says what needs none and offers the templates', async () => {
  const nothing = { rules: [], evaluatedAt: null, devices: 308, zone: 'Europe/Berlin' };
  const { screen, router } = await open('/rules', answered({ 'GET /v1/rules': { body: nothing } }));
  await expect.element(screen.getByRole('heading', { name: 'No rules yet' })).toBeVisible();
  await screen.getByRole('link', { name: 'Backup of a drive needed' }).click();
  await expect.poll(() => router.state.location.href).toBe('/rules/new?template=storage');
  await expect.element(screen.getByText('Opens when any drive is in the state 2 (backup needed)')).toBeVisible();
});

test('GE-12 GE-20: a user without the right has no area of rules and sees nothing of them', async () => {
  const { screen } = await open('/worklist', answered({}, 'technician'));
  const strip = screen.getByRole('navigation', { name: 'Areas' });
  await expect.element(strip.getByRole('link', { name: 'Worklist' })).toBeVisible();
  await expect.element(strip.getByRole('link', { name: 'Rules' })).not.toBeInTheDocument();
});

test('GE-20: the strip leads to the rules and marks them in their editor as well', async () => {
  const { screen } = await open('/devicelist');
  const strip = screen.getByRole('navigation', { name: 'Areas' });
  await strip.getByRole('link', { name: 'Rules' }).click();
  await screen.getByRole('link', { name: 'Heavy jamming' }).click();
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Heavy jamming');
  await expect.element(strip.getByRole('link', { name: 'Rules' })).toHaveAttribute('aria-current', 'page');
});

test.each([
  ['light', 'en-us', 1440],
  ['dark', 'ja-jp', 480],
] as const)('GE-19: in %s, %s, at %i px the list has no accessibility defect', async (theme, locale, width) => {
  await browser.viewport(width, 900);
  document.documentElement.dataset['theme'] = theme;
  const { screen } = await open('/rules', answered(), locale);
  await expect.element(screen.getByText('Heavy jamming')).toBeVisible();
  expect(await findProblems()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
