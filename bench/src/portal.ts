// npm run bench:portal -- [routes|run|list|pack]: what the browser loads, how soon it shows, how quickly it
// answers, how smoothly it scrolls. `routes`: changes between tabs alone; `run`: memory over 200 of them;
// `list`: scrolling and jumps in a long list; `pack`: a stored pack.

import { fileURLToPath } from 'node:url';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { oneOf, readArguments } from './lib/arguments.ts';
import { fillFleet } from './lib/fleet.ts';
import { fillHistory } from './lib/history.ts';
import { framesPerSecond, measureJumps, serveList } from './lib/list-scrolling.ts';
import { leaveNothingDue } from './lib/nothing-due.ts';
import { readPortalSizes } from './lib/portal-sizes.ts';
import { measureRouteChanges } from './lib/route-changes.ts';
import { startServer } from './lib/running-server.ts';
import { measureStoredPack } from './lib/stored-pack.ts';
import { measureTabRun } from './lib/tab-run.ts';

const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
const line = (name: string, value: string, target = '') =>
  console.log(`${name.padEnd(44)} ${value.padStart(12)}   ${target}`);

const [only] = readArguments('portal', oneOf('routes', 'run', 'list', 'pack'));
const sizes = readPortalSizes(fileURLToPath(new URL('../../apps/portal/dist', import.meta.url)));
console.log('Sizes, gzip');
line('initial JavaScript', kb(sizes.initialScripts), 'at most 130 KB');
line('initial CSS', kb(sizes.initialStyles), 'at most 12 KB');
for (const { name, bytes } of sizes.laterScripts.slice(0, 8))
  line(`  later: ${name}`, kb(bytes), 'routes at most 15 KB each');

/** Goal of the project for the growth of the heap over the run of tab changes, bytes. */
const heapGoal = 5_000_000;
const firstId = '01900000-0000-7000-8000-000000000001';
const server = await startServer(async (store) => {
  await fillFleet(store, 2_000, 0);
  await fillHistory(store, { devices: 20, days: 200, onStep: () => {} });
  await leaveNothingDue(store);
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'],
});
try {
  const page = await signIn(browser);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');

  if (only === '') await measureStart(page, session);
  if (only === '' || only === 'routes') await printRouteChanges(page, session);
  if (only === '' || only === 'run') await printTabRun(page, session);
  if (only === '' || only === 'list') await printList(page);
  if (only === '' || only === 'pack') await printStoredPack(page, session);
} finally {
  await browser.close();
  await server.stop();
}

async function measureStart(page: Page, session: CDPSession): Promise<void> {
  console.log('\nCPU slowed 4 times, 9 Mbit/s, 100 ms, nothing cached');
  await slowDown(session);
  for (const [name, path] of [
    ['device list', '/devicelist'],
    ['profile', `/profile?device=${firstId}`],
    ['network', `/networkInformation?device=${firstId}`],
  ] as const) {
    const times: number[] = [];
    for (let run = 0; run < 5; run++) times.push(await readLargestPaint(page, `${server.url}${path}`));
    line(`largest contentful paint, ${name}`, `${(median(times) / 1000).toFixed(2)} s`, 'at most 1.8 s (median of 5)');
  }
  const acts: [string, (on: Page) => Promise<void>][] = [
    ['sort by model', (on) => on.getByRole('button', { name: /Model/ }).first().click()],
    ['open a device', (on) => on.getByRole('link', { name: /BCH/ }).first().click()],
    ['to the network tab', (on) => on.getByRole('link', { name: 'Network', exact: true }).first().click()],
    ['back to the list', (on) => on.getByRole('button', { name: 'Device List' }).first().click()],
  ];
  const took = new Map(acts.map(([name]) => [name, [] as number[]]));
  for (let run = 0; run < 5; run++) {
    await page.goto(`${server.url}/devicelist`);
    await page.getByRole('link', { name: /BCH/ }).first().waitFor();
    for (const [name, act] of acts) took.get(name)?.push(await longestInteraction(page, () => act(page)));
  }
  for (const [name, times] of took)
    line(
      `interaction: ${name}`,
      `${median(times)} ms`,
      `at most 100 ms (median of 5, ${Math.min(...times)} to ${Math.max(...times)})`,
    );
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

async function printRouteChanges(page: Page, session: CDPSession): Promise<void> {
  for (const { rate, target } of [
    { rate: 1, target: 50 },
    { rate: 4, target: 150 },
  ]) {
    console.log(
      `\nTo a tab whose data was fetched, CPU slowed ${rate} times: ms, medians of 7, each drawn for the first time`,
    );
    console.log(
      `${'tab'.padEnd(14)} ${['painted', 'slowest', 'CPU', 'of it script', 'and layout'].map((name) => name.padStart(12)).join(' ')}`,
    );
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const profile = `${server.url}/profile?device=${firstId}`;
    for (const { tab, painted, slowest, busy, script, layout } of await measureRouteChanges(page, session, profile, 7))
      console.log(
        `${tab.padEnd(14)} ${[painted, slowest, busy, script, layout].map((value) => value.toFixed(0).padStart(12)).join(' ')}   ${painted > target ? `beyond ${target} ms` : ''}`,
      );
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

async function printTabRun(page: Page, session: CDPSession): Promise<void> {
  console.log('\nTabs of one device changed without loading the page, after garbage collection');
  const samples = await measureTabRun(page, session, `${server.url}/profile?device=${firstId}`, 200);
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) throw new Error('nothing was measured');
  for (const { changes, heap, nodes, listeners } of samples)
    line(`after ${changes} changes`, `${(heap / 1e6).toFixed(2)} MB`, `${nodes} nodes, ${listeners} listeners`);
  const grown = last.heap - first.heap;
  line('heap grown', `${(grown / 1e6).toFixed(2)} MB`, `less than 5 MB${grown < heapGoal ? '' : ': missed'}`);
  line('nodes grown', String(last.nodes - first.nodes));
  line('listeners grown', String(last.listeners - first.listeners));
}

async function printList(page: Page): Promise<void> {
  console.log('\nDevice list, not slowed');
  const loaded = 100_000;
  const list = await serveList(page, { loaded, total: 1_000_000 });
  await page.goto(`${server.url}/devicelist`);
  await page.getByRole('link', { name: /ROW000000/ }).waitFor({ timeout: 60_000 });
  const idle = await framesPerSecond(page, false);
  const scrolling = await framesPerSecond(page, true);
  line(
    `scrolling ${loaded.toLocaleString('en')} loaded rows`,
    `${scrolling.toFixed(0)} fps`,
    `at least 55 (this browser at rest: ${idle.toFixed(0)})`,
  );
  for (const first of [100, loaded]) {
    list.restart(first);
    await page.goto(`${server.url}/devicelist`);
    await page.getByRole('link', { name: /ROW000000/ }).waitFor({ timeout: 60_000 });
    const { jumps, pages, repeated, unneeded, longestTask } = await measureJumps(page, list.offsets);
    const name = `${jumps} jumps, 1,000,000 devices, ${first.toLocaleString('en')} loaded`;
    line(
      name,
      `${pages} pages`,
      `asked twice: ${repeated} (at most 0); more than one for a position: ${unneeded} (at most 0)`,
    );
    line('  longest task of the page', `${longestTask.toFixed(0)} ms`);
  }
  await list.stop();
}

async function printStoredPack(page: Page, session: CDPSession): Promise<void> {
  console.log('\nA visit pack stored on this device, without a network');
  for (const [rate, target] of [
    [1, ''],
    [4, 'at most 1 s (median of 7)'],
  ] as const) {
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    const { bytes, opened } = await measureStoredPack(page, server, firstId, 7);
    if (rate === 1) line('JSON of a device', kb(bytes), 'at most 300 KB');
    line(`opened, CPU slowed ${rate} times`, `${(median(opened) / 1000).toFixed(2)} s`, target);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
}

async function signIn(opened: Browser): Promise<Page> {
  const context = await opened.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.locator('input[name=name]').fill('service');
  await page.locator('input[name=password]').fill('platen');
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await page.getByRole('link', { name: /BCH0000001/ }).waitFor();
  return page;
}

async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: (9 * 1_000_000) / 8,
    uploadThroughput: (9 * 1_000_000) / 8,
  });
}

async function readLargestPaint(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(500);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

/**
 * Time from a press to the next frame, as the browser's own event timing says (its interactions alone, not
 * the pointer's way there); in steps of 8 ms.
 */
async function longestInteraction(page: Page, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const durations: number[] = [];
    Reflect.set(globalThis, 'durations', durations);
    // The library's types know only the threshold-less form.
    const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Number(Reflect.get(entry, 'interactionId')) > 0) durations.push(entry.duration);
    }).observe(options);
  });
  await act();
  await page.waitForTimeout(2000);
  return page.evaluate(() => {
    const durations: unknown = Reflect.get(globalThis, 'durations');
    return Array.isArray(durations) ? Math.max(0, ...durations.map(Number)) : Number.NaN;
  });
}

function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
