import { locales } from '@platen/catalogue/locale';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { richProfile } from '../../../test/device/device-data.ts';
import { jams, pmParts, toner } from '../../../test/device/profile-later-data.ts';
import { profilePath, renderDevice, withProfile } from '../../../test/device/render-device.tsx';

afterEach(() => vi.restoreAllMocks());

const long = (sign: string) => sign.repeat(250).slice(0, 250);
/** One word without a place to break, words, and Japanese. */
const texts = { word: long('W'), words: long('Lorem ipsum '), japanese: long('複合機') };
const withText = (text: string) => ({
  ...richProfile(),
  series: text,
  model: text,
  serial: text,
  customerNumber: text,
  customerName: text,
  description: text,
  dealerName: text,
  dealerNumber: text,
});

/** All that the profile asks for: a failure would say so in the head, sooner or later. */
const answersWith = (text: string) => ({
  ...withProfile(withText(text)),
  jams: { body: jams() },
  toner: { body: toner() },
  PMParts: { body: pmParts() },
});

/** Three of the panels below fail, which the head says with one Retry for all. */
const failingWith = (text: string) => {
  const failed = { status: 500, body: { statusCode: 500, errorCode: 201000 } };
  return { ...withProfile(withText(text)), jams: failed, toner: failed, PMParts: failed };
};

/** Pairs of neighbours in the head of the profile that lie over one another, as their texts. */
function overlaps(): string[] {
  const strip = document.querySelector('section[aria-label] dl')?.parentElement;
  const cells = [...(strip?.querySelectorAll('dt, dd, p > span, p > button') ?? [])].map((cell) => ({
    box: toShownBox(cell),
    text: cell.textContent.slice(0, 12),
  }));
  return cells.flatMap((one, n) =>
    cells
      .slice(n + 1)
      .filter(
        (other) =>
          one.box.right > other.box.left + 1 &&
          other.box.right > one.box.left + 1 &&
          one.box.bottom > other.box.top + 1 &&
          other.box.bottom > one.box.top + 1,
      )
      .map((other) => `${one.text} / ${other.text}`),
  );
}

/** Where an element is seen: what its list of facts cuts off does not count. */
function toShownBox(cell: Element) {
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  const list = cell.closest('dl');
  if (list === null || getComputedStyle(list).overflow === 'visible') return { left, right, top, bottom };
  const frame = list.getBoundingClientRect();
  return {
    left: Math.max(left, frame.left),
    right: Math.min(right, frame.right),
    top: Math.max(top, frame.top),
    bottom: Math.min(bottom, frame.bottom),
  };
}

const cases = [480, 960, 1440].flatMap((width) =>
  Object.entries(texts).flatMap(([kind, text]) => locales.map((locale) => ({ width, kind, text, locale }))),
);

test.each(cases)(
  'PR-04 PR-05: texts of 250 characters stay in their places at $width px, $kind, $locale',
  async ({ width, text, locale }) => {
    await page.viewport(width, 900);
    await renderDevice({ path: profilePath, locale, answers: answersWith(text) });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => document.querySelector(`[title="${text}"]`)).not.toBeNull();
    expect(overlaps()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const wide = [...document.querySelectorAll('main dd, main td, section dd')].filter(
      (cell) => cell.getBoundingClientRect().right > width + 1 && cell.closest('[tabindex]') === null,
    );
    expect(wide.map((cell) => cell.textContent.slice(0, 20))).toEqual([]);
  },
);

test.each(cases)(
  'PR-04 OQ-84: a message of failed panels lies over no fact of the device at $width px, $kind, $locale',
  async ({ width, text, locale }) => {
    await page.viewport(width, 900);
    await renderDevice({ path: profilePath, locale, answers: failingWith(text) });
    const retry = page.getByRole('button', { name: locale === 'ja-jp' ? '再試行' : 'Retry' }).first();
    await expect.element(retry).toBeVisible();
    await expect.poll(() => document.querySelector('section[aria-label] > [role="alert"]')).not.toBeNull();
    expect(overlaps()).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    if (width < 960) return;
    const strip = document.querySelector('section[aria-label]:has(> dl)');
    expect(strip?.getBoundingClientRect().height).toBeLessThanOrEqual(58);
  },
);

test('PR-04: what is cut in the head of the profile can be read in full in its tip', async () => {
  await page.viewport(1440, 900);
  await renderDevice({ path: profilePath, answers: answersWith(texts.word) });
  const strip = page.getByRole('region', { name: 'Device', exact: true });
  await expect.poll(() => strip.element().querySelectorAll(`[title="${texts.word}"]`).length).toBe(3);
});
