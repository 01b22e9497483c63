import { texts as device } from '@platen/catalogue/texts/device-en-us';
import { texts as common } from '@platen/catalogue/texts/en-us';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toReport } from '../apps/server/test/reports.ts';
import { launchBrowser, openPage } from './lib/browser.ts';
import { enter } from './lib/sign-in.ts';
import { type System, startSystem } from './lib/system.ts';

const hourMs = 3_600_000;
const timeZone = 'Asia/Tokyo';
const localDay = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone });
const english = { ...common, ...device };

let system: System;
let browser: Browser;
let address: (screen: string) => string;

beforeAll(async () => {
  [system, browser] = await Promise.all([startSystem(), launchBrowser()]);
  await system.call('service', '/v1/termsOfUse', { method: 'POST', body: JSON.stringify({ version: '1.0.1' }) });
  const { key } = await system.admin('collectors', 'add', 'Tokyo', '--everywhere');
  const answer = await fetch(new URL('/v1/ingest/reports', system.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${String(key)}`, 'content-type': 'application/x-ndjson' },
    body: toReports()
      .map((report) => JSON.stringify(report))
      .join('\n'),
  });
  const results = await answer.text();
  if (answer.status !== 200 || results.includes('refused')) throw new Error(`${answer.status} ${results}`);
  const { devices } = await (await system.call('service', '/v1/devices')).json();
  address = (screen) => `${system.url}/${screen}?device=${devices[0].deviceId}`;
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await system?.stop();
});

/** First instant of this month in Japan, which keeps no summer time, or of a number of months before. */
function toMonthStart(before: number): number {
  const [year = 0, month = 0] = localDay(new Date()).split('-').map(Number);
  return Date.UTC(year, month - 1 - before, 1) - 9 * hourMs;
}

function toReports() {
  const start = toMonthStart(1);
  const counted = (at: number, value: number) =>
    toReport('TZ-1', new Date(at), {
      counters: { total: { unit: 'impressions', reading: { state: 'measured', value } } },
    });
  // 15 errors on days before today, 7 of them between 00:00 and 09:00 in Japan: the day before in UTC.
  const midnight = Date.parse(`${localDay(new Date())}T00:00:00+09:00`);
  const errors = Array.from({ length: 15 }, (_, n) => ({
    code: `E0${10 + n}`,
    occurredAt: new Date(
      midnight - Math.ceil((n + 1) / 2) * 24 * hourMs + (n % 2 === 0 ? 14 : 4) * hourMs,
    ).toISOString(),
  }));
  return [
    counted(start - 30 * hourMs, 900),
    counted(start - hourMs / 4, 1000),
    counted(start + 3 * hourMs, 1030),
    // In this month also during the first minute of one.
    { ...counted(Math.max(Date.now() - 60_000, toMonthStart(0)), 1200), errors },
  ];
}

/** Texts of the body rows of a panel's data table, which its switch shows. */
async function readTable(page: Page, panel: string): Promise<string[][]> {
  const region = page.getByRole('region', { name: panel });
  await region.getByRole('button', { name: new RegExp(`^${english.charts.dataTable}`) }).click();
  await region.getByRole('table').locator('tbody tr').first().waitFor();
  return region
    .getByRole('table')
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
}

test('ER-01 ER-02 CT-01 GE-02: in Japan the error chart agrees with the history next to it, and pages with local months', async () => {
  const { page } = await openPage(browser, { timeZone });
  await enter(page, system.url, 'service', common);
  await page.goto(address('error'));
  await page.getByText(`· ${timeZone}`).first().waitFor();
  const history = page.getByRole('grid', { name: english.errorHistory.history.title });
  await expect.poll(() => history.locator('tbody tr').count()).toBe(15);
  const listed = await history
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => row.children[0]?.textContent?.slice(0, 10) ?? ''));
  const drawn = (await readTable(page, english.errorHistory.counts.title)).flatMap(([day = '', ...counts]) => {
    const sum = counts.reduce((all, count) => all + (Number(count) || 0), 0);
    return /^\d/.test(day) && sum > 0 ? [[day, sum] as const] : [];
  });
  expect(drawn).toEqual(
    [...new Set(listed)].toSorted(byDay).map((day) => [day, listed.filter((one) => one === day).length]),
  );

  await page.goto(address('counter'));
  await page.getByText(`· ${timeZone}`).first().waitFor();
  const months = await readTable(page, english.counter.months.title);
  const pages = months.map((cells) => cells.find((cell) => /^[\d,]+$/.test(cell)) ?? '');
  expect(pages.slice(-3)).toEqual(['100', '30', '170']);
}, 120_000);

/** `MM/DD/YYYY` by time. */
const byDay = (a: string, b: string) => Date.parse(a) - Date.parse(b);
