import type { Page } from 'playwright-core';
import { northId } from '../../apps/portal/test/collectors/data.ts';
import { deviceId } from '../../apps/portal/test/device/device-data.ts';
import { type State, states } from './answers.ts';

export interface ScreenPlan {
  readonly name: string;
  /** Address without the brand's prefix. */
  readonly path: string;
  readonly states: readonly State[];
  readonly signedIn?: false;
  /** Rows are drawn for the window alone: a picture of the whole page would show the rest blank. */
  readonly windowed?: true;
  /** As it goes to paper: A4 on its side, print styles. */
  readonly onPaper?: true;
  /** Pressed once the screen is there. */
  readonly open?: (page: Page) => Promise<void>;
}

const device = `?device=${deviceId}`;
const tabs = [
  'profile',
  'failuresign',
  'counter',
  'error',
  'firmware',
  'pmparts',
  'toner',
  'networkInformation',
  'machine',
  'errortrend',
];
const codes = ['code05', 'code08', 'code13'];
const settings = ['code05setting', 'code08setting'];
const onlyFull = ['full'] as const;

/** Opens a menu or popup by its place, the words being in two languages. */
const press =
  (selector: string, at = 0) =>
  async (page: Page) => {
    await page.locator(selector).nth(at).click({ timeout: 5000 });
  };

/** Pressed unless its result is shown already: the screen is opened again at each width. */
const pressFor = (selector: string, brought: string) => async (page: Page) => {
  if ((await page.locator(brought).count()) === 0) await press(selector)(page);
};
const search = (text: string) => async (page: Page) => {
  await page.locator('main input[type="search"], main input[type="text"]').first().fill(text, { timeout: 5000 });
  await page.keyboard.press('Enter');
};

/** Every screen, what floats over one, and paper. */
export const screens: readonly ScreenPlan[] = [
  { name: 'devicelist', path: '/devicelist', states, windowed: true },
  {
    name: 'devicelist-advanced',
    path: '/devicelist',
    states: onlyFull,
    open: press('main button[aria-haspopup="dialog"]'),
  },
  {
    name: 'devicelist-export',
    path: '/devicelist',
    states: onlyFull,
    open: press('main button[aria-haspopup="menu"]'),
  },
  {
    name: 'devicelist-user-menu',
    path: '/devicelist',
    states: onlyFull,
    open: press('header button[aria-haspopup="menu"]'),
  },
  ...tabs.map((name) => ({ name, path: `/${name}${device}`, states })),
  ...codes.map((name) => ({ name, path: `/${name}${device}`, states, windowed: true as const })),
  ...settings.map((name) => ({ name, path: `/${name}${device}&main=2190&sub=0`, states })),
  { name: 'evidence', path: `/profile${device}`, states: onlyFull, open: press('main button[data-open="false"]') },
  {
    name: 'devicelist-notifications',
    path: '/devicelist',
    states: onlyFull,
    open: press('main button[aria-haspopup="dialog"]', 1),
  },
  {
    name: 'code08-columns',
    path: `/code08${device}`,
    states: onlyFull,
    open: press('main button[aria-haspopup="menu"]'),
  },
  { name: 'code08-invalid', path: `/code08${device}`, states: onlyFull, open: search('20x0') },
  { name: 'code08-none', path: `/code08${device}`, states: onlyFull, open: search('1-2') },
  { name: 'error-detail', path: `/error${device}`, states: onlyFull, open: press('main [aria-expanded="false"]') },
  {
    name: 'counter-table',
    path: `/counter${device}`,
    states: onlyFull,
    open: pressFor('main figure button', 'main figure [role="group"]'),
  },
  {
    name: 'pmparts-ranges',
    path: `/pmparts${device}`,
    states: onlyFull,
    open: pressFor('main [aria-pressed]', 'main [aria-pressed="true"]'),
  },
  { name: 'error-popup', path: '/profile', states: onlyFull, windowed: true as const },
  ...['profile', 'failuresign', 'counter', 'error', 'pmparts', 'toner', 'partsneeded'].map((name) => ({
    name: `${name}-paper`,
    path: `/${name}${device}`,
    states: onlyFull,
    onPaper: true as const,
  })),
  { name: 'reporting', path: '/reporting', states },
  { name: 'reporting-collector', path: `/reporting?collector=${northId}`, states: onlyFull },
  { name: 'reporting-stopped', path: '/reporting?view=stopped', states },
  { name: 'partsneeded', path: '/partsneeded', states },
  {
    name: 'partsneeded-part',
    path: '/partsneeded',
    states: onlyFull,
    open: pressFor('main th [aria-expanded="false"]', 'main th [aria-expanded="true"]'),
  },
  { name: 'termsofuse', path: '/termsofuse', states: onlyFull },
  { name: 'not-found', path: '/nowhere', states: onlyFull },
  { name: 'not-found-stranger', path: '/nowhere', states: onlyFull, signedIn: false },
];
