import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { State } from './answers.ts';
import { type ScreenPlan, screens } from './screens.ts';
import { origin, serveSite, signIn } from './site.ts';

export interface ShootOptions {
  readonly browserPath: string;
  /** Folder of the built portal. */
  readonly dist: string;
  /** Where the pictures go: `<out>/<screen>/<state>-<brand>-<language>-<theme>-<width>.png`. */
  readonly out: string;
  /** Only screens whose name holds one of these; empty: all. */
  readonly only: readonly string[];
  readonly widths: readonly number[];
  readonly brands: readonly string[];
  readonly languages: readonly string[];
  readonly themes: readonly ('light' | 'dark')[];
  /** Pages worked on at once. */
  readonly hands: number;
  readonly onProgress: (done: number, all: number, name: string) => void;
}

/** A4 on its side less its margins, in CSS pixels. */
const paperWidth = 1032;

interface Shot {
  readonly screen: ScreenPlan;
  readonly state: State;
  readonly brand: string;
  readonly language: string;
}

/** Takes all pictures; gives what went wrong, one line each. */
export async function shoot(options: ShootOptions): Promise<string[]> {
  const { only, brands, languages } = options;
  const wanted = screens.filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
  const shots = wanted.flatMap((screen) =>
    screen.states.flatMap((state) =>
      brands.flatMap((brand) => languages.map((language): Shot => ({ screen, state, brand, language }))),
    ),
  );
  const browser = await chromium.launch({
    executablePath: options.browserPath,
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--hide-scrollbars'],
  });
  const problems: string[] = [];
  const left = [...shots];
  const work = async () => {
    for (let shot = left.shift(); shot !== undefined; shot = left.shift()) {
      const name = `${shot.screen.name} ${shot.state} ${shot.brand} ${shot.language}`;
      try {
        problems.push(...(await takeShot(browser, shot, options)).map((problem) => `${name}: ${problem}`));
      } catch (thrown) {
        problems.push(`${name}: ${String(thrown).split('\n')[0] ?? ''}`);
      }
      options.onProgress(shots.length - left.length, shots.length, name);
    }
  };
  await Promise.all(Array.from({ length: options.hands }, work));
  await browser.close();
  return problems;
}

/** One screen in one state: loaded once, then seen in each theme and width. */
async function takeShot(browser: Browser, shot: Shot, options: ShootOptions): Promise<string[]> {
  const { screen, state, brand, language } = shot;
  const context = await browser.newContext({ locale: language, timezoneId: 'Europe/London', reducedMotion: 'reduce' });
  const complaints: string[] = [];
  try {
    await serveSite(context, options.dist, () => state);
    if (screen.signedIn !== false) await signIn(context);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    const folder = join(options.out, screen.name);
    await mkdir(folder, { recursive: true });
    await page.goto(`${origin}${brand === 'rdt' ? '/rdt' : ''}${screen.path}`);
    await settle(page, state);
    // The styles of paper come a while after the screen.
    if (screen.onPaper === true) await page.waitForFunction(() => document.adoptedStyleSheets.length > 0);
    // Paper has one width and no theme.
    const themes = screen.onPaper === true ? options.themes.slice(0, 1) : options.themes;
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme, media: screen.onPaper === true ? 'print' : 'screen' });
      for (const width of screen.onPaper === true ? [paperWidth] : options.widths) {
        await page.setViewportSize({ width, height: width < 960 ? 960 : 900 });
        if (screen.open !== undefined) await openAgain(page, screen.open);
        await page.evaluate(async () => document.fonts.ready);
        await page.waitForTimeout(120);
        const file = `${state}-${brand}-${language}-${theme}-${width}.png`;
        await page.screenshot({
          path: join(folder, file),
          fullPage: screen.open === undefined && screen.windowed !== true,
        });
      }
    }
  } finally {
    await context.close();
  }
  return complaints;
}

/** Until nothing is on its way; where answers never come, until the rest has had its time. */
async function settle(page: Page, state: State): Promise<void> {
  if (state === 'loading') await page.waitForTimeout(1500);
  else await page.waitForLoadState('networkidle');
  await page.waitForTimeout(250);
}

/** What floats may close when the window changes its size. */
async function openAgain(page: Page, open: (page: Page) => Promise<void>): Promise<void> {
  await page.keyboard.press('Escape');
  await page.waitForTimeout(60);
  await open(page);
  await page.waitForTimeout(450);
}
