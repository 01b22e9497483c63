import type { CDPSession, Page, Request } from 'playwright-core';

/** What a change to a tab took, in milliseconds; medians of the runs. */
export interface RouteChange {
  readonly tab: string;
  /** From the press to the first picture of the next screen with its data. */
  readonly painted: number;
  readonly slowest: number;
  /** Processor time of the page's thread in that time: not touched by what else the machine does. */
  readonly busy: number;
  readonly script: number;
  readonly layout: number;
}
interface Sample {
  readonly painted: number;
  readonly busy: number;
  readonly script: number;
  readonly layout: number;
}

/** The tabs in the order of their strip; the profile is where each round begins. */
export const tabs: readonly string[] = [
  'Failure Sign',
  'Counter',
  'Error',
  'Firmware',
  '05 Codes',
  '08 Codes',
  '13 Codes',
  'PM Parts',
  'Toner',
  'Network',
  'Profile',
];

/**
 * Walks over all tabs of a device, each hovered until what it shows has been fetched, then pressed. Every
 * round starts with a loaded page, so that each screen is drawn for the first time, as its code is run for
 * the first time.
 */
export async function measureRouteChanges(page: Page, session: CDPSession, profile: string, rounds: number) {
  const samples = new Map<string, Sample[]>(tabs.map((tab) => [tab, []]));
  const quiet = watchRequests(page);
  // Thread time where the browser knows it: other programs do not lengthen it.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  for (let round = 0; round < rounds; round++) {
    await page.mouse.move(0, 0);
    await page.goto(profile);
    await quiet();
    for (const tab of tabs) {
      await toTabLink(page, tab).hover();
      await quiet();
      await watchPress(page);
      const before = await readMetrics(session);
      await page.mouse.down();
      await page.mouse.up();
      const painted = await page.evaluate(() => Reflect.get(globalThis, 'painted'));
      const after = await readMetrics(session);
      await quiet();
      const spent = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1000;
      samples.get(tab)?.push({
        painted: Number(painted),
        busy: spent('TaskDuration'),
        script: spent('ScriptDuration'),
        layout: spent('LayoutDuration') + spent('RecalcStyleDuration'),
      });
    }
  }
  await session.send('Performance.disable');
  return [...samples].map(([tab, of]) => toRouteChange(tab, of));
}

/** The link of a tab in the strip; some have a count behind their name. */
export const toTabLink = (page: Page, tab: string) =>
  page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${tab}( ?\\d+)?$`) });

function toRouteChange(tab: string, samples: readonly Sample[]): RouteChange {
  const middle = (pick: (sample: Sample) => number) =>
    samples.map(pick).sort((a, b) => a - b)[Math.floor(samples.length / 2)] ?? Number.NaN;
  return {
    tab,
    painted: middle(({ painted }) => painted),
    slowest: Math.max(...samples.map(({ painted }) => painted)),
    busy: middle(({ busy }) => busy),
    script: middle(({ script }) => script),
    layout: middle(({ layout }) => layout),
  };
}

/** Resolves once nothing was asked for over a while, and the browser has had time to draw. */
export function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let last = performance.now();
  const close = (request: Request) => {
    open.delete(request);
    last = performance.now();
  };
  page.on('request', (request) => {
    open.add(request);
    last = performance.now();
  });
  page.on('requestfinished', close);
  page.on('requestfailed', close);
  return async () => {
    last = performance.now();
    while (open.size > 0 || performance.now() - last < 400) await page.waitForTimeout(50);
  };
}

/**
 * Has the page keep the time from the next press to the end of the frame that shows another screen without
 * placeholders.
 */
async function watchPress(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { pathname } = location;
    const shown = document.querySelector('#content .page')?.firstElementChild;
    const isThere = () => {
      const sheet = document.querySelector('#content .page')?.firstElementChild;
      return (
        location.pathname !== pathname &&
        sheet !== null &&
        sheet !== shown &&
        sheet?.querySelector('[aria-busy="true"], output[class*="loading"]') === null
      );
    };
    const painted = new Promise<number>((resolve) => {
      const onPress = ({ timeStamp }: PointerEvent) => {
        const look = () => {
          if (isThere()) {
            // Behind this frame's picture.
            const channel = new MessageChannel();
            channel.port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
            channel.port1.start();
            channel.port2.postMessage(0);
          } else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      addEventListener('pointerdown', onPress, { once: true, capture: true });
    });
    Reflect.set(globalThis, 'painted', painted);
  });
}

async function readMetrics(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}
