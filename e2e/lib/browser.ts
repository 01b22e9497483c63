import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumArgs } from '../../scripts/lib/chromium-args.ts';

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [...chromiumArgs],
  });
}

export interface Look {
  locale?: string;
  timeZone?: string;
  width?: number;
  height?: number;
  dark?: boolean;
  /** With the service worker of the portal, which loads and stores all of its files for each new person. */
  hasWorker?: boolean;
}

/**
 * A page of a person who was never here: own storage, own language and theme. Its complaints are script
 * errors and breaches of the content policy.
 */
export async function openPage(browser: Browser, look: Look = {}): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    locale: look.locale ?? 'en-US',
    timezoneId: look.timeZone ?? 'Europe/London',
    viewport: { width: look.width ?? 1440, height: look.height ?? 900 },
    colorScheme: look.dark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
    serviceWorkers: look.hasWorker === true ? 'allow' : 'block',
  });
  // A wait ends as soon as its condition holds; on a busy machine a first page may take most of a minute.
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return { page, complaints };
}

/** Signs in at the development provider, from the login route on. */
export async function signIn(page: Page, url: string, user: string): Promise<void> {
  await page.goto(url);
  await page.locator('input[name=name]').fill(user);
  await page.locator('input[name=password]').fill('platen');
  await page.locator('button[type=submit]').click();
}

/** As the package has it minified: half as much to send to each page and to parse there. */
const require = createRequire(import.meta.url);
const axeSource = readFile(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Rules that axe finds broken, as `rule: first element`. Only in the open dialog if there is one, else on the
 * whole page. Running transitions end first, because a color between two states has another contrast.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  // Through the debugger, not a script element: the page's content policy stays in force.
  if (!(await page.evaluate(() => Reflect.has(globalThis, 'axe')))) await page.evaluate(await axeSource);
  return page.evaluate(async () => {
    const {
      run,
    }: {
      run: (root: Node, options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    } = Reflect.get(globalThis, 'axe');
    const ending = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    const dialog = [...document.querySelectorAll('dialog')].findLast(({ open }) => open);
    const { violations } = await run(dialog ?? document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
      selectors: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  });
}
