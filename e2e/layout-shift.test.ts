import { texts } from '@platen/catalogue/texts/en-us';
import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens, tabNames } from '../apps/portal/src/platform/screens.ts';

const deviceTabs = tabNames.map((path) => ({ path, label: screens[path].title }));

import { launchBrowser, openPage } from './lib/browser.ts';
import { type FedSystem, startFedSystem } from './lib/fed-system.ts';
import { seeFrames } from './lib/frames.ts';
import { enter } from './lib/sign-in.ts';

/** The largest sum of shifts of one screen; the browser calls 0.1 good. */
const limit = 0.02;

let fed: FedSystem;
let browser: Browser;
let settings: readonly string[];

beforeAll(async () => {
  [fed, browser] = await Promise.all([startFedSystem(), launchBrowser()]);
  settings = await Promise.all(['05', '08'].map(readSettingAddress));
}, 300_000);

afterAll(async () => {
  await browser?.close();
  await fed?.system.stop();
});

describe.each([1440, 480])('at %i px nothing that is seen moves when data come', (width) => {
  let page: Page;
  let answers: HeldAnswers;
  beforeAll(async () => {
    ({ page } = await openPage(browser, { width }));
    await enter(page, fed.system.url, 'service', texts);
    // Each screen as by somebody who was never there.
    const session = await page.context().newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.addInitScript(watchShifts);
    answers = await holdAnswers(page.context());
  }, 120_000);
  afterAll(() => page.context().close());

  const firstLoads = [
    ...deviceTabs.map(({ path }) => ({ name: path, address: () => `/${path}?device=${fed.richest.deviceId}` })),
    { name: 'errortrend', address: () => `/errortrend?device=${fed.richest.deviceId}` },
    { name: 'code05setting', address: () => settings[0] ?? '' },
    { name: 'code08setting', address: () => settings[1] ?? '' },
  ];
  test.each(firstLoads)('first load of $name', async ({ address }) => {
    answers.hold();
    await page.goto(`${fed.system.url}${address()}`);
    await seePlaceholders(page);
    answers.release();
    expect(await readShifts(page, answers)).toEqual(still);
  });

  test('from tab to tab, and from the errors to their trend', async () => {
    const menu = page.getByRole('navigation');
    const presses: { path: string; link: Locator; words: string }[] = deviceTabs
      .slice(1)
      .map(({ path, label }) => ({ path, link: menu, words: texts.header.titles[label] }));
    const trend = { path: 'errortrend', link: page.getByRole('main'), words: texts.header.titles.errorTrend };
    const place = presses.findIndex(({ path }) => path === 'error') + 1;
    answers.hold();
    await page.goto(`${fed.system.url}/profile?device=${fed.richest.deviceId}`);
    await seePlaceholders(page);
    answers.release();
    await readShifts(page, answers);
    const found = new Map<string, unknown>();
    for (const { path, link, words } of presses.toSpliced(place, 0, trend)) {
      answers.hold();
      await link.getByRole('link', { name: words }).first().click();
      await page.waitForURL(`**/${path}?**`);
      await seePlaceholders(page);
      answers.release();
      found.set(path, await readShifts(page, answers));
    }
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries([...found.keys()].map((path) => [path, still])));
  }, 180_000);
});

interface HeldAnswers {
  hold(): void;
  release(): void;
  /** Calls that have not been answered yet. */
  open(): number;
}

/** Keeps the answers about a device back until they are let go, so that the placeholders are really seen. */
async function holdAnswers(context: BrowserContext): Promise<HeldAnswers> {
  const isAboutDevice = ({ pathname }: URL) => pathname.startsWith('/v1/device/');
  // By identity: the end of a call that was given up before it could be held, or that began before this
  // watch, takes nothing off.
  const open = new Set<Request>();
  let gate = Promise.resolve();
  let openGate = () => {};
  context.on('request', (request) => isAboutDevice(new URL(request.url())) && open.add(request));
  context.on('requestfinished', (request) => open.delete(request));
  context.on('requestfailed', (request) => open.delete(request));
  await context.route(isAboutDevice, async (route) => {
    await gate;
    // The page may have been left meanwhile; then the answer is no longer awaited.
    await route.continue().catch(() => undefined);
  });
  return {
    hold: () => {
      openGate();
      gate = new Promise((resolve) => (openGate = resolve));
    },
    release: () => openGate(),
    open: () => open.size,
  };
}

/** Until the screen stands there with placeholders, and that was painted. */
async function seePlaceholders(page: Page): Promise<void> {
  await page.locator('main .page [aria-busy="true"], main .page output').first().waitFor({ state: 'attached' });
  await seeFrames(page);
}

/**
 * Runs in the page before anything else. Also shifts right after a press count here, unlike in the usual sum.
 */
function watchShifts(): void {
  const shifts: { value: number; what: string[] }[] = [];
  const keep = (list: { getEntries(): PerformanceEntry[] }) => {
    for (const entry of list.getEntries()) {
      const sources: { node?: Node | null }[] = Reflect.get(entry, 'sources') ?? [];
      const what = sources.map(({ node }) =>
        node instanceof Element ? `${node.localName}.${node.className} ${node.textContent?.slice(0, 40)}` : '',
      );
      shifts.push({ value: Number(Reflect.get(entry, 'value')), what });
    }
  };
  const observer = new PerformanceObserver(keep);
  observer.observe({ type: 'layout-shift', buffered: true });
  Reflect.set(globalThis, 'readShifts', () => {
    keep({ getEntries: () => observer.takeRecords() });
    return shifts.splice(0);
  });
}

const still = { sum: 'at most 0.02', moved: [] };

/** Once all is there and painted: what moved in this page since it was last asked. */
async function readShifts(page: Page, answers: HeldAnswers) {
  await expect.poll(() => answers.open()).toBe(0);
  await expect.poll(() => page.locator('main .page [aria-busy="true"]').count()).toBe(0);
  await seeFrames(page);
  const shifts: { value: number; what: string[] }[] = await page.evaluate(() =>
    Reflect.get(globalThis, 'readShifts')(),
  );
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  return sum <= limit ? still : { sum: sum.toFixed(3), moved: shifts.filter(({ value }) => value > 0.001) };
}

async function readSettingAddress(kind: string): Promise<string> {
  const { deviceId } = fed.richest;
  const { codes } = await (await fed.system.call('admin', `/v1/device/${deviceId}/code/${kind}`)).json();
  return `/code${kind}setting?device=${deviceId}&main=${codes[0].main}&sub=${codes[0].sub}`;
}
