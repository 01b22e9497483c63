import type { Page } from 'playwright-core';
import { watchRequests } from './route-changes.ts';

const pageSize = 100;
const listCall = '**/v1/devices?*';

/** A list that this process serves instead of the server. */
interface ServedList {
  /** Offsets asked for since the last `restart`, in their order. */
  readonly offsets: readonly number[];
  /** From the next load of the page on the first answer has this many rows. */
  restart(loaded: number): void;
  stop(): Promise<void>;
}

/**
 * Answers the calls of the list with invented devices. The first answer has `loaded` rows, as if a person had
 * gone on loading; each later one has a page, until there are `total`.
 */
export async function serveList(page: Page, { loaded, total }: { loaded: number; total: number }) {
  const offsets: number[] = [];
  let first = loaded;
  await page.route(listCall, (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
    offsets.push(offset);
    const from = offset === 0 ? 0 : first + offset - pageSize;
    const to = offset === 0 ? first : Math.min(total, from + pageSize);
    return route.fulfill({
      body: JSON.stringify({ devices: Array.from({ length: to - from }, (_, n) => toRow(from + n)) }),
      contentType: 'application/json',
      headers: { 'has-more': to < total ? 'True' : 'False', 'total-count': String(total) },
    });
  });
  const list: ServedList = {
    offsets,
    restart(rows) {
      first = rows;
      offsets.length = 0;
    },
    stop: () => page.unroute(listCall),
  };
  return list;
}

const toRow = (n: number) => ({
  deviceId: `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
  serial: `ROW${String(n).padStart(6, '0')}`,
  model: `MFP ${2500 + (n % 40) * 25}`,
  status: (['normal', 'warning', 'error', 'offline', 'unknown'] as const)[n % 5],
  deviceCode: null,
  statusReason: null,
  customerNumber: `C-${n % 4000}`,
  customerName: `Customer ${n % 4000}`,
  description: `Floor ${n % 12}`,
  dealerNumber: 'D-1',
  dealerName: 'Dealer',
  firmwareVersion: null,
  updatedAt: '2026-01-01T00:00:00.000Z',
});

/** What jumps through the list asked of the server. */
export interface Jumps {
  readonly jumps: number;
  readonly pages: number;
  /** Pages asked more than once. */
  readonly repeated: number;
  /** Pages asked beyond one for each position that the jumps came to. */
  readonly unneeded: number;
  /** Longest task of the page's thread in that time, ms; 0 if none was over 50 ms. */
  readonly longestTask: number;
}

interface Jump {
  act(page: Page): Promise<unknown>;
  /** Positions in the list that it comes to. */
  readonly positions: number;
}

const dragTo = (page: Page, share: number) =>
  page.evaluate((to) => scrollTo({ top: to * document.documentElement.scrollHeight, behavior: 'instant' }), share);
const press = (key: 'End' | 'Home'): Jump => ({ positions: 1, act: (page) => page.keyboard.press(key) });
const drag = (...shares: readonly number[]): Jump => ({
  positions: shares.length,
  async act(page) {
    for (const share of shares) await dragTo(page, share);
  },
});
/** Opens a device and comes back: the list is drawn again where it was left. */
const visit: Jump = {
  positions: 1,
  async act(page) {
    await page.locator('[data-index] a').nth(20).click();
    await page.waitForURL('**/profile?*');
    await page.goBack();
    await page.locator('[data-index]').first().waitFor();
  },
};
const hurry: Jump = {
  positions: 20,
  async act(page) {
    for (let time = 0; time < 10; time++) for (const key of ['End', 'Home']) await page.keyboard.press(key);
  },
};
const jumps: readonly Jump[] = [
  press('End'),
  press('Home'),
  press('End'),
  drag(0.5),
  drag(1),
  drag(0.5, 0.02, 0.97, 0.3, 1, 0.6, 0.999, 0),
  hurry,
  visit,
  press('End'),
  drag(0.7),
];
const rounds = 5;

/**
 * Jumps by keyboard and scroll bar through the list that is open. Each jump ends when nothing is asked for
 * any more.
 */
export async function measureJumps(page: Page, offsets: readonly number[]): Promise<Jumps> {
  const quiet = watchRequests(page);
  await quiet();
  await page.evaluate(() => {
    const tasks: number[] = [];
    Reflect.set(globalThis, 'longTasks', tasks);
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  let unneeded = 0;
  for (let round = 0; round < rounds; round++) {
    for (const jump of jumps) {
      const before = offsets.length;
      await jump.act(page);
      await quiet();
      unneeded += Math.max(0, offsets.length - before - jump.positions);
    }
  }
  const longestTask = await page.evaluate(() => {
    const tasks: unknown = Reflect.get(globalThis, 'longTasks');
    return Array.isArray(tasks) ? Math.max(0, ...tasks.map(Number)) : Number.NaN;
  });
  return {
    jumps: jumps.length * rounds,
    pages: offsets.length,
    repeated: offsets.length - new Set(offsets).size,
    unneeded,
    longestTask,
  };
}

/** Frames a second over three seconds, at rest or as the list scrolls by about a screen every few frames. */
export async function framesPerSecond(page: Page, scroll: boolean): Promise<number> {
  return page.evaluate(async (moving) => {
    const scroller = [...document.querySelectorAll('*')].find(
      (element) =>
        element.scrollHeight > element.clientHeight * 4 && /auto|scroll/.test(getComputedStyle(element).overflowY),
    );
    const target = scroller ?? document.scrollingElement;
    const seconds = 3;
    return new Promise<number>((resolve) => {
      let frames = 0;
      let first = 0;
      const step = (now: number) => {
        if (first === 0) first = now;
        frames++;
        if (moving) target?.scrollBy(0, 180);
        if (now - first >= seconds * 1000) resolve((frames - 1) / ((now - first) / 1000));
        else requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    });
  }, scroll);
}
