import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { fleetCodes, plainCodes } from './codes.ts';
import { deviceId } from './device-data.ts';
import { type Answers, renderDevice, richAnswers } from './render-device.tsx';

export const at = (path: string, more = '') => `${path}?device=${deviceId}${more}`;
export const answersWith = (count = 40): Answers => ({
  ...richAnswers(),
  '05': { body: fleetCodes(count) },
  '08': { body: fleetCodes(count) },
  '13': { body: plainCodes() },
});
export const open = async (path: string, more: Partial<Parameters<typeof renderDevice>[0]> = {}) => {
  const portal = await renderDevice({ path, answers: answersWith(), ...more });
  await expect.element(page.getByRole('row').nth(1)).toBeVisible();
  // Rows of a placeholder are rows too.
  await expect.poll(() => document.querySelector('main [aria-busy=true]')).toBeNull();
  return portal;
};
export const table = () => page.getByRole('grid');
export const heads = () => [...table().element().querySelectorAll('thead th')].map(({ textContent }) => textContent);
export const cells = (row: number) =>
  [
    ...table()
      .element()
      .querySelectorAll(`tr[aria-rowindex="${row + 2}"] td`),
  ].map((cell) => (cell.textContent ?? '').replace('source', ''));
export const column = (name: string) =>
  [...table().element().querySelectorAll<HTMLElement>('tbody tr')]
    .sort((a, b) => Number(a.ariaRowIndex) - Number(b.ariaRowIndex))
    .map((row) => row.querySelector(`[data-column="${name}"]`)?.textContent?.replace('source', ''));
export const box = () => page.getByRole('textbox', { name: 'Search codes' });
export const drawn = () => table().element().querySelectorAll('tbody tr').length;
