import type { Browser, BrowserContext, Page } from 'playwright-core';

/** A telephone: 480 px wide, with touch, its own storage and network. */
export async function openTelephone(
  browser: Browser,
  locale: string,
): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    locale,
    timezoneId: 'Europe/Berlin',
    viewport: { width: 480, height: 900 },
    hasTouch: true,
    isMobile: true,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(90_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/.test(message.text())) complaints.push(message.text());
  });
  return { context, page, complaints };
}

/** The worker has the application's files: from here on it opens without network. */
export const isReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    const names = await caches.keys();
    return names.length > 0 && navigator.serviceWorker.controller !== null;
  });

/** How many entries a store of the browser has. */
export const countStored = (page: Page, database: string, store: string) =>
  page.evaluate(
    ([name, area]) =>
      new Promise<number>((done, fail) => {
        const request = indexedDB.open(name);
        request.addEventListener('error', () => fail(request.error));
        request.addEventListener('success', () => {
          const all = request.result.transaction(area).objectStore(area).count();
          all.addEventListener('success', () => {
            request.result.close();
            done(all.result);
          });
        });
      }),
    [database, store] as const,
  );
