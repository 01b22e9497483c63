import type { Locale } from '@platen/catalogue/locale';
import { page } from 'vitest/browser';
import { recentMonths, richCounter } from './counter-data.ts';
import { deviceId } from './device-data.ts';
import { type Answers, renderDevice, richAnswers } from './render-device.tsx';

export const toName = (month: string, locale = 'en-US') =>
  new Date(`${month}-15T12:00:00Z`).toLocaleDateString(locale, {
    year: 'numeric',
    month: locale === 'ja-JP' ? 'long' : 'short',
    timeZone: 'UTC',
  });
export const months = recentMonths(6).map((month) => toName(month));
export const chart = () => page.getByRole('img', { name: /^Pages per month/ });
export const panel = (name: string) => page.getByRole('region', { name });
export const open = (counter: Answers[string] = { body: richCounter() }, locale: Locale = 'en-us') =>
  renderDevice({ path: `/counter?device=${deviceId}`, locale, answers: { ...richAnswers(), counter } });
export const textsOf = (element: Element, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent);
/** Cells of the rows of a table, without the words that evidence adds for assistive technology. */
export const rowsOf = (name: string) =>
  [...panel(name).element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => (cell.textContent ?? '').replace(/\s?source$/, '').trim()),
  );
