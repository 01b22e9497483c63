import { formats, intlTag, type Locale } from '@platen/catalogue/locale';
import { texts as deviceEnglish } from '@platen/catalogue/texts/device-en-us';
import { texts as deviceJapanese } from '@platen/catalogue/texts/device-ja-jp';
import { texts as english } from '@platen/catalogue/texts/en-us';
import { texts as japanese } from '@platen/catalogue/texts/ja-jp';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { findProblems } from '../../test/render-portal.tsx';
import { Panel } from '../ui/panel.tsx';
import { DayStrip } from './day-strip.tsx';
import { DaysAxis, DaysAxisHead } from './days-axis.tsx';
import { toDate, toDay } from './time-axis.ts';
import { TimeTracks } from './time-tracks.tsx';
import type { TimeTrack } from './to-time-tracks.ts';
import { TrendChart, type TrendChartProps } from './trend-chart.tsx';

const show = async (children: ReactNode, locale: Locale = 'en-us', title = 'Fuser') => {
  const shown = await render(
    <IntlProvider
      locale={intlTag(locale)}
      formats={formats[locale]}
      messages={locale === 'ja-jp' ? { ...japanese, ...deviceJapanese } : { ...english, ...deviceEnglish }}
    >
      <main>
        <h1>Charts</h1>
        <Panel title={title}>{children}</Panel>
      </main>
    </IntlProvider>,
  );
  // The rows of a chart come after its drawing.
  await expect.poll(() => document.querySelector('figure:not(:has(table))')).toBeNull();
  return shown;
};
const dateOf = (from: string, days: number) =>
  toDate((toDay(from) ?? 0) + days)
    .toISOString()
    .slice(0, 10);
const drawing = () => page.getByRole('img').first().element();
const textsIn = (element: Element) => [...element.querySelectorAll('text')].map(({ textContent }) => textContent);
const cellsOf = (name: string) =>
  [...page.getByRole('table', { name }).element().querySelectorAll('tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );

/** 80 days rising, eight of them without a report, a forecast over 100 days that reaches 125. */
const fuser: TrendChartProps = {
  title: 'Fuser',
  summary: 'Exhaustion of the fuser belt rises to 118% and reaches 125% in December.',
  unit: '%',
  today: '2025-11-20',
  threshold: { value: 125, limit: 'upper', label: 'Threshold' },
  crossing: { date: '2025-12-05', lower: '2025-11-29', upper: '2025-12-14' },
  actual: Array.from({ length: 81 }, (_, n) => ({
    date: dateOf('2025-09-01', n),
    value: n >= 30 && n < 38 ? null : 88 + (n / 80) * 30,
  })),
  forecast: Array.from({ length: 15 }, (_, n) => ({
    date: dateOf('2025-11-27', n * 7),
    value: 120 + n * 2.5,
    lower: 119 + n * 2,
    upper: 121 + n * 3,
  })),
};
const horizon: TimeTrack[] = [
  {
    key: 'fuser',
    label: 'Fuser',
    status: 'error',
    tone: 'error',
    at: '2025-12-05',
    range: { from: '2025-11-29', to: '2025-12-14' },
    end: '11/29 – 12/14/2025',
    text: 'Fuser: 11/29 – 12/14/2025',
  },
  {
    key: 'drum',
    label: 'Drum K',
    status: 'normal',
    at: '2026-08-08',
    range: { from: '2026-06-20', to: '2027-02-01' },
    end: 'Jun 2026 – Feb 2027',
    text: 'Drum K: Jun 2026 – Feb 2027',
  },
  {
    key: 'motor',
    label: 'Polygonal motor',
    status: 'normal',
    state: { kind: 'none', text: 'no sign' },
    end: '-',
    text: 'Polygonal motor: no sign',
  },
  {
    key: 'disk',
    label: 'Hard disk',
    status: 'unknown',
    state: { kind: 'unknown', text: 'No data' },
    end: 'No data',
    text: 'Hard disk: No data',
  },
];
const rhythm: TimeTrack[] = (['K', 'Y', 'M', 'C', 'B'] as const).map((print, n) => ({
  key: print,
  label: print,
  print,
  spans: Array.from({ length: 4 }, (_, span) => ({
    from: dateOf('2025-01-01', span * 80 + n * 7),
    to: dateOf('2025-01-01', Math.min(323, (span + 1) * 80 + n * 7)),
    current: span === 3,
  })),
  end: '80 d',
  text: `${print}: median 80 d`,
}));
const tracksTable = {
  columns: [{ label: 'Part' }, { label: 'Range' }],
  rows: horizon.map(({ label, end }) => [label, end ?? null]),
};
const strip = (
  <DayStrip
    title="Errors"
    summary="Errors a day over 14 days."
    today="2025-11-20"
    rows={[
      {
        key: 'jam',
        label: 'Print jam',
        days: [2, 0, 4, 2, 0, null, 6, 4, 8, 5, 7, 10, 8, 12].map((count, n) => ({
          date: dateOf('2025-11-07', n),
          count,
        })),
      },
      {
        key: 'call',
        label: 'Service call',
        tone: 'error',
        days: [0, 0, 0, 0, 0, null, 0, 0, 0, 0, 0, 1, 0, 1].map((count, n) => ({
          date: dateOf('2025-11-07', n),
          count,
        })),
      },
    ]}
  />
);

beforeEach(() => page.viewport(720, 700));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
  document.documentElement.lang = 'en';
});

describe('TrendChart', () => {
  test('actual with its gap, forecast in its band, threshold and crossing, each labelled directly', async () => {
    await show(<TrendChart {...fuser} />);
    const texts = textsIn(drawing());
    expect(texts).toEqual(
      expect.arrayContaining(['Threshold 125%', 'Forecast', 'today', 'no report', '118%', '%', 'Jan 2026', 'Dec']),
    );
    expect(drawing().getAttribute('aria-label')).toBe(fuser.summary);
    // Two runs of readings, not one bridged line; the forecast is one more line, the band an area.
    expect(drawing().querySelectorAll('path[class*=actual]')).toHaveLength(2);
    expect(drawing().querySelectorAll('pattern')).toHaveLength(1);
    expect(getComputedStyle(drawing().querySelector('[class*=forecast]') ?? document.body).strokeDasharray).toBe(
      '5px, 4px',
    );
    expect(getComputedStyle(drawing().querySelector('[class*=threshold]') ?? document.body).strokeDasharray).toBe(
      'none',
    );
  });

  test('no forecast is drawn without its range', async () => {
    await show(<TrendChart {...fuser} forecast={[{ date: '2026-01-01', value: 130 }]} crossing={undefined} />);
    expect(textsIn(drawing())).not.toContain('Forecast');
    expect(cellsOf('Fuser').some((row) => row.includes('Forecast'))).toBe(false);
  });

  test('the table pairs period, value, bounds and state', async () => {
    await show(<TrendChart {...fuser} />);
    const rows = cellsOf('Fuser');
    expect(rows[0]).toEqual(['Period', 'Value', 'Lower bound', 'Upper bound', 'State']);
    expect(rows).toContainEqual(['09/01/2025', '88', '-', '-', 'Actual']);
    expect(rows).toContainEqual(['09/30/2025 – 10/09/2025', '-', '-', '-', 'no report']);
    expect(rows).toContainEqual(['11/27/2025', '120', '119', '121', 'Forecast']);
    expect(rows).toContainEqual(['12/05/2025 (11/29/2025 – 12/14/2025)', '-', '-', '-', 'Reaches threshold']);
  });

  test('the keyboard reads readings, gaps, forecast with its range, and the crossing', async () => {
    await show(<TrendChart {...fuser} />);
    await expect.element(page.getByRole('slider')).toBeInTheDocument();
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}');
    const reader = page.getByRole('slider').element();
    expect(document.activeElement).toBe(reader);
    await userEvent.keyboard('{Home}');
    const read = new Set<string | null>();
    for (let step = 0; step < 95; step += 1) {
      read.add(reader.getAttribute('aria-valuetext'));
      await userEvent.keyboard('{ArrowRight}');
    }
    expect([...read]).toEqual(
      expect.arrayContaining([
        '09/01/2025: 88%',
        'no report from 09/30/2025 to 10/09/2025',
        '11/27/2025: 120% forecast, 80% range 119% – 121%',
        '12/05/2025: reaches threshold, 80% range 11/29/2025 – 12/14/2025',
      ]),
    );
  });

  test('the pointer shows the point it is nearest to', async () => {
    await show(<TrendChart {...fuser} />);
    await expect.element(page.getByRole('slider')).toBeInTheDocument();
    await userEvent.hover(page.getByRole('slider').element().parentElement ?? document.body, {
      position: { x: 40, y: 100 },
    });
    await expect.element(page.getByText(/^09\/\d\d\/2025: \d+(\.\d)?%$/)).toBeVisible();
  });

  test.each([320, 480, 720, 1200])('at %i pixels labels stay inside and apart', async (width) => {
    await page.viewport(width, 700);
    await show(<TrendChart {...fuser} />);
    const box = drawing().getBoundingClientRect();
    expect(box.height).toBe(212);
    const labels = [...drawing().querySelectorAll('text')].map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return { text: text.textContent, left, right, top, bottom };
    });
    expect(labels.every(({ left, right }) => left >= box.left - 1 && right <= box.right + 1)).toBe(true);
    const overlaps = labels.flatMap((a, n) =>
      labels
        .slice(n + 1)
        .filter((b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3),
    );
    expect(overlaps).toEqual([]);
  });
});

test('a day strip draws counts on one scale, a true zero as its baseline only, and hatches a day without a report', async () => {
  await show(strip);
  expect(
    drawing().querySelectorAll('rect[class*=visx-bar], rect[class*=quiet], rect[class*=ink], rect[class*=error]')
      .length,
  ).toBe(13);
  expect(drawing().querySelectorAll('pattern')).toHaveLength(2);
  expect(textsIn(drawing())).toEqual(
    expect.arrayContaining(['Print jam', '68', 'Service call', '2', '11/12 no report', '11/07', 'today']),
  );
  expect(cellsOf('Errors')).toContainEqual(['11/12/2025', 'no report', 'no report']);
  expect(cellsOf('Errors')).toContainEqual(['11/11/2025', '0', '0']);
});

test('the service horizon draws dot and range, no sign in words, no data as a hatch', async () => {
  await page.viewport(1200, 700);
  await show(
    <TimeTracks
      title="Service horizon"
      summary="Four components over 12 months."
      from="2025-11-20"
      to="2026-11-20"
      today="2025-11-20"
      tracks={horizon}
      endTitle="Reaches threshold, 80% range"
      table={tracksTable}
    />,
  );
  expect(drawing().querySelectorAll('circle[class*=point]')).toHaveLength(2);
  expect(drawing().querySelectorAll('pattern')).toHaveLength(1);
  expect(textsIn(drawing())).toEqual(
    expect.arrayContaining([
      'today',
      'no sign',
      'No data',
      '11/29 – 12/14/2025',
      'Jan 2026',
      'Reaches threshold, 80% range',
    ]),
  );
  const reader = page.getByRole('slider');
  await expect.element(reader).toBeInTheDocument();
  reader.element().focus();
  await userEvent.keyboard('{Home}');
  await expect.element(reader).toHaveAttribute('aria-valuetext', 'Fuser: 11/29 – 12/14/2025');
});

test('the cartridge rhythm has the letter of each print colour, a tick for each replacement, and stripes for erasable blue', async () => {
  await show(
    <TimeTracks
      title="Replacement intervals"
      summary="Cartridges of five colours."
      from="2025-01-01"
      to="2025-11-20"
      today="2025-11-20"
      axis="bottom"
      tracks={rhythm}
      table={tracksTable}
    />,
  );
  expect(textsIn(drawing())).toEqual(expect.arrayContaining(['K', 'Y', 'M', 'C', 'B', '80 d', 'today']));
  expect(drawing().querySelectorAll('rect[data-print=K]')).toHaveLength(4);
  expect(drawing().querySelectorAll('pattern')).toHaveLength(1);
});

test('a days axis says its words; what is not known is a hatch, what lies beyond the scale has no dot', async () => {
  await show(
    <>
      <DaysAxisHead last="90 d" />
      <DaysAxis left={{ days: 27, lower: 22, upper: 33 }} label="27 d, 80% range 22 to 33 d" />
      <DaysAxis left={{ days: 200, lower: 150, upper: 300 }} label="200 d" />
      <DaysAxis left={null} label="9 of 14 readings" />
    </>,
  );
  const dots = (name: string) => page.getByRole('img', { name }).element().querySelectorAll('circle').length;
  expect([dots('27 d, 80% range 22 to 33 d'), dots('200 d'), dots('9 of 14 readings')]).toEqual([1, 0, 0]);
  expect(page.getByRole('img', { name: '9 of 14 readings' }).element().querySelector('pattern')).not.toBeNull();
});

describe.each(['light', 'dark'])('in %s', (theme) => {
  test('axe finds nothing in any chart', async () => {
    document.documentElement.dataset['theme'] = theme;
    await show(
      <>
        <TrendChart {...fuser} tools="above" />
        {strip}
        <TimeTracks
          title="Rhythm"
          summary="Cartridges."
          from="2025-01-01"
          to="2025-11-20"
          today="2025-11-20"
          axis="bottom"
          tracks={rhythm}
          table={tracksTable}
          tools="above"
        />
      </>,
    );
    expect(await findProblems()).toEqual([]);
  });
});

test('the shown table of a narrow window scrolls in its frame, which the keyboard reaches, and axe finds nothing', async () => {
  await page.viewport(360, 700);
  await show(<TrendChart {...fuser} />);
  await page.getByRole('button', { name: /^Data table/ }).click();
  await expect.element(page.getByRole('table', { name: 'Fuser' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(page.getByRole('group', { name: 'Fuser' }).element().getAttribute('tabindex')).toBe('0');
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('the tip of a point at the edge stays inside', async () => {
  await page.viewport(480, 700);
  await show(<TrendChart {...fuser} />);
  await expect.element(page.getByRole('slider')).toBeInTheDocument();
  page.getByRole('slider').element().focus();
  await userEvent.keyboard('{Home}{End}');
  const text = page.getByText(/forecast, 80% range/);
  await expect.element(text).toBeVisible();
  const tip = text.element().getBoundingClientRect();
  expect(tip.right).toBeLessThanOrEqual(480);
  expect(tip.left).toBeGreaterThanOrEqual(0);
});

test('Japanese words and dates', async () => {
  document.documentElement.lang = 'ja';
  await show(<TrendChart {...fuser} />, 'ja-jp');
  expect(textsIn(drawing())).toEqual(expect.arrayContaining(['予測', '本日', '報告なし', '12月', '2026年1月']));
  const sizes = [...drawing().querySelectorAll('text')].map((text) =>
    Number.parseFloat(getComputedStyle(text).fontSize),
  );
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(12);
});
