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

/** Pairs of neighbours in the head of the profile that lie over one another, as their texts. */
function overlaps(): string[] {
  const strip = document.querySelector('section[aria-label] dl')?.parentElement;
  const cells = [...(strip?.querySelectorAll('dt, dd, p > span') ?? [])].map((cell) => ({
    box: cell.getBoundingClientRect(),
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

test('PR-04: what is cut in the head of the profile can be read in full in its tip', async () => {
  await page.viewport(1440, 900);
  await renderDevice({ path: profilePath, answers: answersWith(texts.word) });
  const strip = page.getByRole('region', { name: 'Device', exact: true });
  await expect.poll(() => strip.element().querySelectorAll(`[title="${texts.word}"]`).length).toBe(3);
});
