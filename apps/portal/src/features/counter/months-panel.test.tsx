import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { plainCounter, recentMonths, richCounter } from '../../../test/device/counter-data.ts';
import { chart, months, open, panel, rowsOf, textsOf, toName } from '../../../test/device/counter-screen.ts';
import { catchDownloads } from '../../../test/device/render-device.tsx';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  delete document.documentElement.dataset['theme'];
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

/** How many colours a picture has: one that came out blank has one. */
function countColors(picture: ImageBitmap): number {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0);
  const data = context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
  return new Set(new Uint32Array(data.buffer)).size;
}
