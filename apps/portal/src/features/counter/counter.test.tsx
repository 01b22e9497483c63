import type { Locale } from '@platen/catalogue/locale';
import axe from 'axe-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { plainCounter, recentMonths, richCounter, silentCounter } from '../../../test/device/counter-data.ts';
import { deviceId } from '../../../test/device/device-data.ts';
import { catchDownloads } from '../../../test/device/download.ts';
import { type Answers, renderDevice, richAnswers } from '../../../test/device/render-device.tsx';

const toName = (month: string, locale = 'en-US') =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString(locale, {
    year: 'numeric',
    month: locale === 'ja-JP' ? 'long' : 'short',
    timeZone: 'UTC',
  });
const months = recentMonths(6).map((month) => toName(month));
const chart = () => page.getByRole('img', { name: /^Pages per month/ });
const panel = (name: string) => page.getByRole('region', { name });
const open = (counter: Answers[string] = { body: richCounter() }, locale: Locale = 'en-us') =>
  renderDevice({ path: `/counter?device=${deviceId}`, locale, answers: { ...richAnswers(), counter } });
const textsOf = (element: Element, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent);
/** Cells of the rows of a table, without the words that evidence adds for assistive technology. */
const rowsOf = (name: string) =>
  [...panel(name).element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s?source$/, '').trim()),
  );

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

describe('pages per month', () => {
  test('CT-01 CT-02 CT-04: six months stacked black and color with their sums; a month without a report is hatched, not zero', async () => {
    await open();
    await expect.element(chart()).toBeVisible();
    // The monthly mean comes with the profile.
    await expect.poll(() => textsOf(chart().element(), 'text')).toContain('AMP 14,820');
    const drawn = textsOf(chart().element(), 'text');
    expect(drawn).toEqual(expect.arrayContaining([...months, '14,530', '9,120', '5,410', '16,560', 'Black', 'Color']));
    expect(drawn.filter((text) => text === 'no report')).toHaveLength(1);
    expect(drawn.some((text) => /^to (\d\d\/\d\d|date)$/.test(text ?? ''))).toBe(true);
    // Baseline of the axis, and nothing else, is labelled zero.
    expect(drawn.filter((text) => text === '0')).toHaveLength(1);
    expect(chart().element().querySelectorAll('pattern')).toHaveLength(1);
    expect(chart().element().getAttribute('aria-label')).toBe(
      `Pages per month, 5 of 6 months reported; most in ${months[4]}: 16,560.`,
    );
  });

  test('CT-01 IX-07: months have the form of the other screens in each language, and the head names their time zone', async () => {
    const countedTime = { timeZone: 'Asia/Tokyo', from: '2026-05-31T15:00:00Z', to: '2026-11-21T15:00:00Z' };
    await open({ body: { ...richCounter(), countedTime } }, 'ja-jp');
    const months = page.getByRole('img', { name: /^月/ });
    await expect.element(months).toBeVisible();
    const drawn = textsOf(months.element(), 'text');
    expect(drawn).toEqual(expect.arrayContaining(recentMonths(6).map((month) => toName(month, 'ja-JP'))));
    expect(drawn.filter((text) => /^\d{4}-\d{2}$/.test(text ?? ''))).toEqual([]);
    await expect.element(page.getByText(/AMPは直近90日間 · Asia\/Tokyo/)).toBeVisible();
  });

  test.each(['en-us', 'ja-jp'] as const)(
    'CT-01: at 480 pixels no month is written over the next: %s',
    async (locale) => {
      await page.viewport(480, 900);
      await open({ body: richCounter() }, locale);
      const drawing = page.getByRole('img', { name: /^(Pages per month|月)/ });
      await expect.element(drawing).toBeVisible();
      const names = new Set(
        recentMonths(6).flatMap((month) => {
          const name = toName(month, locale === 'ja-jp' ? 'ja-JP' : 'en-US');
          return [name, name.split(' ')[0]];
        }),
      );
      const boxes = [...drawing.element().querySelectorAll('text')]
        .filter(({ textContent }) => names.has(textContent ?? ''))
        .map((text) => text.getBoundingClientRect());
      expect(boxes.length).toBeGreaterThanOrEqual(3);
      for (const [n, box] of boxes.slice(1).entries()) expect(box.left).toBeGreaterThan(boxes[n]?.right ?? 0);
      await page.viewport(1440, 900);
    },
  );

  test('CT-01 CT-02: the monthly mean and the figure of a first bar as high do not stand on one another', async () => {
    const counter = richCounter();
    const [first, ...others] = counter.monthly;
    const like = { label: first?.label ?? '', black: 9_410, color: 5_410 };
    await open({ body: { ...counter, monthly: [like, ...others] } });
    await expect.poll(() => textsOf(chart().element(), 'text')).toContain('AMP 14,820');
    const boxOf = (text: string) =>
      [...chart().element().querySelectorAll('text')]
        .find((each) => each.textContent === text)
        ?.getBoundingClientRect();
    const [mean, sum] = [boxOf('AMP 14,820'), boxOf('14,820')];
    expect(sum?.height).toBeGreaterThan(0);
    const [{ left, right, bottom }, figure] = [mean ?? new DOMRect(), sum ?? new DOMRect()];
    expect(bottom <= figure.top + 4 || right <= figure.left || left >= figure.right).toBe(true);
  });

  test('CT-01 CT-02: the monthly mean stands on no bar, also where the first one is higher', async () => {
    const counter = richCounter();
    const [first, ...others] = counter.monthly;
    await page.viewport(480, 900);
    await open({
      body: { ...counter, monthly: [{ label: first?.label ?? '', black: 9_900, color: 5_600 }, ...others] },
    });
    await expect.poll(() => textsOf(chart().element(), 'text')).toContain('AMP 14,820');
    const mean = [...chart().element().querySelectorAll('text')]
      .find((each) => each.textContent === 'AMP 14,820')
      ?.getBoundingClientRect();
    const bars = [...chart().element().querySelectorAll('rect')].map((bar) => bar.getBoundingClientRect());
    expect(bars.length).toBeGreaterThan(6);
    const under = bars.filter(
      ({ left, right, top }) => mean !== undefined && left < mean.right && right > mean.left && top < mean.bottom - 3,
    );
    expect(under).toEqual([]);
    await page.viewport(1440, 900);
  });

  test('CT-01: the same rows stand in a table, shown by its switch and there for assistive technology without it', async () => {
    await open();
    await expect.element(chart()).toBeVisible();
    const table = panel('Pages per month').getByRole('table', { name: 'Pages per month' });
    await expect.element(table).toBeInTheDocument();
    expect(textsOf(table.element(), 'thead th')).toEqual(['Period', 'Black', 'Color', 'Total', 'State']);
    expect(table.element().getBoundingClientRect().width).toBeGreaterThan(0);
    const before = panel('Pages per month').element().getBoundingClientRect().height;
    await page.getByRole('button', { name: /^Data table/ }).click();
    await expect.element(table).toBeVisible();
    expect(chart().query()).toBeNull();
    await expect.poll(() => rowsOf('Pages per month')[0]).toEqual([months[0], '-', '-', '-', 'no report']);
    await expect.poll(() => rowsOf('Pages per month')[4]).toEqual([months[4], '10,140', '6,420', '16,560', 'Actual']);
    expect(panel('Pages per month').element().getBoundingClientRect().height).toBe(before);
    await page.getByRole('button', { name: /^Chart/ }).click();
    await expect.element(chart()).toBeVisible();
  });

  test('the points are read with the keyboard: one stop, arrow keys, each with its text shown', async () => {
    await open();
    await expect.element(chart()).toBeVisible();
    const reader = page.getByRole('slider', { name: 'Pages per month: values, arrow keys move' });
    await expect.element(reader).toBeInTheDocument();
    panel('Pages per month').getByRole('button', { name: 'Download PNG' }).element().focus();
    await userEvent.keyboard('{Tab}');
    await expect.element(reader).toHaveFocus();
    expect(getComputedStyle(reader.element()).outlineStyle).toBe('solid');
    await expect
      .element(reader)
      .toHaveAttribute(
        'aria-valuetext',
        expect.stringMatching(/^\w{3} \d{4} \(to .+\): 10,032 \(Black 6,142, Color 3,890\)$/),
      );
    await userEvent.keyboard('{ArrowLeft}');
    const text = `${months[4]}: 16,560 (Black 10,140, Color 6,420)`;
    await expect.element(reader).toHaveAttribute('aria-valuetext', text);
    await expect.element(page.getByText(text)).toBeVisible();
    await userEvent.keyboard('{Home}');
    await expect.element(page.getByText(`${months[0]}: no report`)).toBeVisible();
  });

  test('it is saved as PNG of the drawing and as CSV with the raw figures, unknown left empty', async () => {
    const saved = catchDownloads();
    await open();
    await expect.element(chart()).toBeVisible();
    await panel('Pages per month').getByRole('button', { name: 'Download PNG' }).click();
    await expect
      .poll(() => saved.map(({ name }) => name))
      .toEqual([expect.stringMatching(/^Pages-per-month-.+\.png$/)]);
    const picture = await createImageBitmap(saved[0]?.content ?? new Blob());
    const { width, height } = chart().element().getBoundingClientRect();
    expect([picture.width, picture.height]).toEqual([width * 2, height * 2]);
    expect(countColors(picture)).toBeGreaterThan(20);
    await panel('Pages per month').getByRole('button', { name: 'Download CSV' }).click();
    await expect.poll(() => saved.length).toBe(2);
    const text = await saved[1]?.content.text();
    expect(text?.split('\r\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^\uFEFF?Period,Black,Color,Total,State$/),
      `${months[0]},,,,no report`,
      `${months[1]},9120,5410,14530,Actual`,
    ]);
  });

  test('CT-02: a device that counts all pages as one has one kind of bar', async () => {
    await open({ body: plainCounter() });
    await expect.element(chart()).toBeVisible();
    const drawn = textsOf(chart().element(), 'text');
    expect(drawn).toEqual(expect.arrayContaining(['0', '100', '500']));
    expect(drawn).not.toContain('no report');
    expect(drawn).not.toContain('Color');
  });
});

test('CT-03 CT-04: 3 months, 6 months and total by kind, with what is missing said', async () => {
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

test('CT-03: kinds that are not told are not zero, the total still stands', async () => {
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

test('CT-04: a device that has only told its total is not said to report no counters', async () => {
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
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    expect(violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))).toEqual([]);
  });
});

/** How many colours a picture has: one that came out blank has one. */
function countColors(picture: ImageBitmap): number {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  const data = context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
  return new Set(new Uint32Array(data.buffer)).size;
}
