import type { Texts } from '@platen/catalogue/texts/types';
import type { Page } from 'playwright-core';
import { signIn } from './browser.ts';

/** Signs in and, where the terms are shown, agrees to them after `onTerms`; resolves at the device list. */
export async function enter(
  page: Page,
  url: string,
  user: string,
  words: Texts,
  onTerms: () => Promise<void> = async () => {},
): Promise<void> {
  await signIn(page, url, user);
  await page.waitForURL(/\/(termsofuse|devicelist)/);
  if (page.url().includes('termsofuse')) {
    await page.getByRole('button', { name: words.terms.accept }).waitFor();
    await onTerms();
    await page.getByRole('button', { name: words.terms.accept }).click();
  }
  await page.waitForURL(/\/devicelist/);
}
