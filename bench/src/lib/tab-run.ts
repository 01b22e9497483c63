import type { CDPSession, Page } from 'playwright-core';
import { tabs, toTabLink, watchRequests } from './route-changes.ts';

/** What the page holds after a forced garbage collection. */
export interface HeldMemory {
  /** Tab changes since the baseline. */
  readonly changes: number;
  /** Bytes of JavaScript objects. */
  readonly heap: number;
  /** DOM nodes, those outside the document included. */
  readonly nodes: number;
  readonly listeners: number;
}

/** Rounds over all tabs after which the memory is read. */
const roundsBetween = 5;

/**
 * Walks over the tabs of one device without loading the page again, at least `changes` times, in whole
 * rounds. The baseline is taken after a first round that is not counted: it fetches code, texts and data of
 * every tab. Each sample is taken on the last tab of a round, so all show the same screen.
 */
export async function measureTabRun(
  page: Page,
  session: CDPSession,
  profile: string,
  changes: number,
): Promise<HeldMemory[]> {
  const quiet = watchRequests(page);
  await page.goto(profile);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  const read = async (done: number) => {
    await quiet();
    return await readMemory(session, done);
  };
  await walkTabs(page);
  const samples = [await read(0)];
  const rounds = Math.ceil(changes / tabs.length);
  for (let round = 1; round <= rounds; round++) {
    await walkTabs(page);
    if (round % roundsBetween === 0 || round === rounds) samples.push(await read(round * tabs.length));
  }
  await session.send('Performance.disable');
  await session.send('HeapProfiler.disable');
  return samples;
}

async function walkTabs(page: Page): Promise<void> {
  for (const tab of tabs) {
    const link = toTabLink(page, tab);
    const path = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;
    await link.click();
    await page.waitForFunction((shown) => {
      const sheet = document.querySelector('#content .page')?.firstElementChild ?? null;
      return (
        location.pathname === shown &&
        sheet !== null &&
        sheet.querySelector('[aria-busy="true"], output[class*="loading"]') === null
      );
    }, path);
  }
}

async function readMemory(session: CDPSession, changes: number): Promise<HeldMemory> {
  // The second collection takes what the first one's finalizers have released.
  for (let time = 0; time < 2; time++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { changes, heap: read('JSHeapUsedSize'), nodes: read('Nodes'), listeners: read('JSEventListeners') };
}
