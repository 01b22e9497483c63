import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { plainCounter, richCounter, silentCounter } from '../../../test/device/counter-data.ts';
import { chart, months, open, panel, rowsOf, textsOf } from '../../../test/device/counter-screen.ts';
import { findProblems } from '../../../test/render-portal.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
});

describe('a device that prints black only', () => {
  test('CT-04 CT-05: color is not fitted, black is the total', async () => {
    const answer = richCounter();
    const black = (all: number) => ({ color: null, black: all, total: all });
    const summary = { month3: black(3000), month6: black(6000), total: black(90_000) };
    const monthly = answer.monthly.map(({ label }) => ({ label, ...black(1000) }));
    await open({ body: { ...answer, isMonochrome: true, summary, monthly } });
    await expect.element(panel('Summary')).toHaveTextContent('90,000');
    expect(rowsOf('Summary').at(-1)?.slice(1)).toEqual(['90,000', 'not fitted', '90,000', 'not fitted']);
    await expect.element(panel('Summary')).not.toHaveTextContent('Not reported');
  });
});

test('CT-03 CT-04: 3 months, 6 months and total by kind, with what is missing in words', async () => {
  await open();
  await expect.element(panel('Summary').getByText('42,567')).toBeVisible();
  await expect
    .poll(() => rowsOf('Summary'))
    .toEqual([
      ['3 months', '26,152', '16,415', '42,567', '38.6'],
      ['6 months *', '41,512', '25,005', '66,517', '37.6'],
      ['Total', '791,400', '492,906', '1,284,306', '38.4'],
    ]);
  await expect.element(page.getByText(`5 of 6 months reported. ${months[0]} not counted as zero.`)).toBeVisible();
});

test('CT-03 CT-04: a total that broke stands next to the one continued over the break, with a word of why', async () => {
  const answer = richCounter();
  const continued = { color: 510_000, black: 800_000, total: 1_310_000, isAssumed: true };
  await open({ body: { ...answer, summary: { ...answer.summary, continued } } });
  await expect.element(panel('Summary').getByText('1,310,000')).toBeVisible();
  await expect
    .poll(() => rowsOf('Summary').slice(2))
    .toEqual([
      ['Total', '791,400', '492,906', '1,284,306', '38.4'],
      ['Total, continued', '800,000', '510,000', '1,310,000', '38.9'],
    ]);
  await expect.element(panel('Summary').getByText(/its cause has not been stated/)).toBeVisible();
});

test('CT-03: kinds that are not reported are not zero, the total is still shown', async () => {
  await open({ body: plainCounter() });
  await expect.element(panel('Summary').getByText('51,000')).toBeVisible();
  await expect.poll(() => rowsOf('Summary')[2]).toEqual(['Total', 'Not reported', 'Not reported', '51,000', '-']);
});

test('CT-05 CT-07 CT-09 CT-10 CT-11 CT-12 CT-13 CT-14 CT-15 CT-16 CT-19 CT-20: the paper feed counter by source, zero included', async () => {
  await open();
  await expect.element(panel('Paper feed counter').getByText('611,902')).toBeVisible();
  await expect
    .poll(() => rowsOf('Paper feed counter').map(([source, , pages]) => [source, pages]))
    .toEqual([
      ['ADF', '402,118'],
      ['Bypass', '8,412'],
      ['1st', '611,902'],
      ['2nd', '498,204'],
      ['3rd', '121,806'],
      ['LCF', '0'],
      ['T-LCF', '12'],
      ['O-LCF', '34'],
      ['O2-LCF', '56'],
      ['SFB', '77'],
      ['ADU', '318,440'],
    ]);
  await expect.element(page.getByText('Not reported: 4th')).toBeVisible();
});

test('CT-06 CT-08 CT-17 CT-18: the scan counter, large and small, with their sum only when both are known', async () => {
  const { screen } = await open();
  await expect.element(panel('Scan counter').getByText('392,922')).toBeVisible();
  await expect
    .poll(() => rowsOf('Scan counter'))
    .toEqual([
      ['Large', '13,324'],
      ['Small', '392,922'],
      ['Total', '406,246'],
    ]);
  await screen.unmount();
  await open({ body: plainCounter() });
  await expect.element(panel('Scan counter').getByText('12')).toBeVisible();
  await expect
    .poll(() => rowsOf('Scan counter'))
    .toEqual([
      ['Large', 'Not reported'],
      ['Small', '12'],
    ]);
});

test('what the device counts by function stands row by row with its unit; unknown is no zero, and nothing is added up', async () => {
  const copied = { function: 'copy', color: 'black', unit: 'impressions' } as const;
  const byFunction = [
    { ...copied, size: 'small' as const, count: 19_124 },
    { ...copied, size: 'large' as const, count: 0 },
    { ...copied, size: 'large' as const, unit: 'sheets' as const, count: 7 },
    { function: 'scan' as const, color: 'all' as const, size: 'all' as const, unit: 'unknown' as const, count: null },
  ];
  await open({ body: { ...richCounter(), byFunction } });
  await expect.element(panel('By function')).toBeVisible();
  await expect
    .poll(() => rowsOf('By function'))
    .toEqual([
      ['Copy', 'Black', 'Small', 'pages', '19,124'],
      ['Copy', 'Black', 'Large', 'pages', '0'],
      ['Copy', 'Black', 'Large', 'sheets', '7'],
      ['Scan', 'All', 'All', 'not reported', 'Not reported'],
    ]);
  await page.viewport(480, 900);
  expect((await axe.run(panel('By function').element())).violations).toEqual([]);
});

test('a device that keeps none has no such panel', async () => {
  await open();
  await expect.element(panel('Scan counter')).toBeVisible();
  expect(panel('By function').query()).toBeNull();
});

test('every figure says where it came from', async () => {
  await open();
  const total = page.getByRole('button', { name: '1,284,306 source' });
  await total.click();
  await expect.element(page.getByRole('tooltip').getByText('black + color, added in the portal')).toBeVisible();
  await expect.element(page.getByRole('tooltip').getByText(/prtMarkerLifeCount/)).toBeVisible();
  await page.getByRole('button', { name: 'last 6 months, black + color source' }).click();
  await expect
    .element(page.getByRole('tooltip').getByText('counter increase between the readings of the month'))
    .toBeVisible();
});

test('a device without counters shows no data in each panel, no zero and no drawing', async () => {
  await open({ body: silentCounter() });
  await expect.element(panel('Pages per month').getByText('No data')).toBeVisible();
  for (const name of ['Summary', 'Paper feed counter', 'Scan counter'])
    await expect.element(panel(name).getByText('No data')).toBeVisible();
  expect(document.querySelector('.page svg[role=img]')).toBeNull();
  expect(textsOf(document.body, '.page td')).toEqual([]);
});

test('CT-04: for a device that reports only its total the panel does not state that it reports no counters', async () => {
  const silent = silentCounter();
  const body = { ...silent, summary: { ...silent.summary, total: { black: 1200, color: null } } };
  await open({ body });
  await expect.element(panel('Pages per month').getByText('None of this has been reported yet.')).toBeVisible();
  const summary = panel('Summary');
  await expect.element(summary.getByText('0 of 6 months reported.')).toBeVisible();
  expect(summary.getByText('Not reported', { exact: true }).elements()).toHaveLength(4);
  // A row without any figure says so once, over all its columns.
  expect(rowsOf('Summary')[0]).toEqual(['3 months *', 'Not reported']);
  const table = summary.element().querySelector('table');
  expect(table?.scrollWidth).toBeLessThanOrEqual(table?.parentElement?.clientWidth ?? 0);
});

test('a failed call is shown in the panels and repeated by one Retry', async () => {
  const { answers } = await open({ status: 500, body: {} });
  await expect.element(panel('Summary').getByRole('alert')).toBeVisible();
  answers['counter'] = { body: richCounter() };
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(chart()).toBeVisible();
});

test('while it is fetched each panel says so and keeps its place', async () => {
  await open('never');
  await expect.element(panel('Pages per month').getByText('Loading')).toBeInTheDocument();
  await expect.poll(() => document.querySelectorAll('.page section[aria-busy=true]')).toHaveLength(4);
});

test.each([480, 960, 1440])('at %i pixels nothing of it moves when the figures arrive', async (width) => {
  await page.viewport(width, 1600);
  const { screen } = await open('never');
  await expect.element(panel('Scan counter').getByText('Loading')).toBeInTheDocument();
  await expect.element(page.getByText('CKL248117')).toBeVisible();
  const tops = () =>
    ['Pages per month', 'Summary', 'Paper feed counter'].map(
      (name) => panel(name).element().getBoundingClientRect().top,
    );
  const before = tops();
  await screen.unmount();
  await open();
  await expect.element(chart()).toBeVisible();
  await expect.element(page.getByText('CKL248117')).toBeVisible();
  await expect.element(panel('Paper feed counter')).toBeVisible();
  expect(tops()).toEqual(before);
});

test('where the system forces colours bars keep an edge and the hatch is a dashed border; print leaves the controls out', async () => {
  await open();
  await expect.element(chart()).toBeVisible();
  const style = (selector: string) => getComputedStyle(chart().element().querySelector(selector) ?? document.body);
  const media = (value: object) => cdp().send('Emulation.setEmulatedMedia', value);
  try {
    await media({ features: [{ name: 'forced-colors', value: 'active' }] });
    expect(style('pattern path').stroke).toBe('none');
    expect(style('rect[fill^=url]').stroke).toBe(style('line').color);
    expect(style('rect[fill^=url]').strokeDasharray).toBe('3px, 3px');
    await media({ media: 'print', features: [] });
    await expect.element(page.getByRole('button', { name: /^Data table/ })).not.toBeInTheDocument();
    await expect.element(chart()).toBeVisible();
  } finally {
    await media({ media: '', features: [] });
  }
});

test('CT-10 CT-11 CT-17 CT-18 CT-21: kinds, sources and sizes have their Japanese names', async () => {
  await open(undefined, 'ja-jp');
  await expect.element(panel('給紙カウンター').getByText('611,902')).toBeVisible();
  const words = textsOf(document.body, '.page th');
  expect(words).toEqual(
    expect.arrayContaining(
      ['ブラック', 'カラー', '合計', '1段目', '4段目', '手差し', '大', '小'].filter((word) => word !== '4段目'),
    ),
  );
  await expect.element(page.getByText('報告なし').first()).toBeVisible();
});

test('Japanese labels in the drawing are at least 12 pixels high', async () => {
  document.documentElement.lang = 'ja';
  await open(undefined, 'ja-jp');
  await expect.element(page.getByRole('img', { name: /^月間ページ数/ })).toBeVisible();
  const sizes = [...document.querySelectorAll('.page svg[role=img] text')].map((text) =>
    Number.parseFloat(getComputedStyle(text).fontSize),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
  document.documentElement.lang = 'en';
});

describe.each(['light', 'dark'])('in %s', (theme) => {
  test.each([480, 960, 1440])('at %i pixels nothing is cut off and axe finds nothing', async (width) => {
    document.documentElement.dataset['theme'] = theme;
    await page.viewport(width, 1600);
    await open();
    await expect.element(chart()).toBeVisible();
    await expect.poll(() => document.querySelector('[aria-busy=true]')).toBeNull();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const box = chart().element().getBoundingClientRect();
    const outside = [...chart().element().querySelectorAll('text')].filter((text) => {
      const { left, right } = text.getBoundingClientRect();
      return left < box.left - 1 || right > box.right + 1;
    });
    expect(outside.map(({ textContent }) => textContent)).toEqual([]);
    expect(await findProblems()).toEqual([]);
  });
});
