// Measures on a running demonstration how long an action of the worklist takes in the browser (JN-01):
// from the key to the row that shows it, and to the row as the server has it.
//
//   npm start
//   node scripts/measure-actions.mjs [address] [delay of the network in ms]
//
// Acknowledges 30 open rows and takes each back. Needs Chromium (CHROMIUM_PATH).
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../e2e/package.json', import.meta.url))('playwright-core');
const [address = 'http://localhost:8400', delay = '0'] = process.argv.slice(2);
const actions = 30;

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
});
const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
page.setDefaultTimeout(60_000);
await page.goto(address);
await page.locator('input[name=name]').fill('service');
await page.locator('input[name=password]').fill('platen');
await page.locator('button[type=submit]').click();
await page.waitForURL(/\/(termsofuse|devicelist|worklist)/);
await page.goto(`${address}/worklist?state=open`);
await page
  .locator('tr[data-row]')
  .nth(actions - 1)
  .waitFor();
const network = await page.context().newCDPSession(page);
await network.send('Network.enable');
await network.send('Network.emulateNetworkConditions', {
  offline: false,
  latency: Number(delay),
  downloadThroughput: -1,
  uploadThroughput: -1,
});

/** Presses a key; milliseconds until the row changed, and until nothing of it is on its way. */
const press = async (key) => {
  // The page listens before the key comes: the promise waits in the page, not here.
  await page.evaluate(() => {
    globalThis.measured = new Promise((resolve) => {
      let start = 0;
      let shown = 0;
      const row = document.activeElement?.closest('[data-row]');
      document.addEventListener('keydown', () => (start = performance.now()), { capture: true, once: true });
      const observer = new MutationObserver(() => {
        if (start === 0) return;
        const isBusy = row?.getAttribute('aria-busy') === 'true';
        if (isBusy && shown === 0) shown = performance.now() - start;
        if (isBusy || shown === 0) return;
        observer.disconnect();
        resolve({ shown, settled: performance.now() - start });
      });
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    });
  });
  await page.keyboard.press(key);
  return await page.evaluate(() => globalThis.measured);
};

const taken = [];
await page.keyboard.press('j');
for (let n = 0; n < actions; n++) {
  taken.push(await press('e'));
  await press('u');
  await page.keyboard.press('j');
}
const answers = await page.evaluate(() =>
  performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.includes('/v1/worklist/actions'))
    .map(({ duration }) => duration),
);
const write = (name, values) => {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  console.log(`${name}: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms of ${values.length}`);
};
write(
  'row shows the action',
  taken.map(({ shown }) => shown),
);
write('call of the action answered', answers);
write(
  'row as the server has it',
  taken.map(({ settled }) => settled),
);
await browser.close();
