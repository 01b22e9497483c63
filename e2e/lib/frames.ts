import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright-core';

const patienceMs = 5000;
const attempts = 6;

/**
 * Resolves once the page was painted three times, so what it shows now has been seen. A browser without a
 * window sometimes paints nothing until a screenshot is taken: then one of a single pixel makes it.
 */
export async function seeFrames(page: Page): Promise<void> {
  const seen = page.evaluate(
    () =>
      new Promise<true>((resolve) => {
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(true)))),
        );
      }),
  );
  // The page may be closed after this function has given up.
  seen.catch(() => undefined);
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    if (await Promise.race([seen, wait(patienceMs, false, { ref: false })])) return;
    const pixel = { x: 0, y: 0, width: 1, height: 1 };
    await page.screenshot({ clip: pixel, timeout: patienceMs }).catch(() => undefined);
  }
  throw new Error(`the browser has not painted ${page.url()} three times in ${(attempts * patienceMs) / 1000} s`);
}
