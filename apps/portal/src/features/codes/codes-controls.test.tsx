import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { at, box, column, heads, open } from '../../../test/device/codes-screen.ts';
import { deviceId } from '../../../test/device/device-data.ts';
import { resetAreas } from '../../platform/state.ts';

beforeEach(() => page.viewport(1440, 900));
afterEach(() => {
  vi.restoreAllMocks();
  resetAreas();
  delete document.documentElement.dataset['theme'];
});

describe('the search', () => {
  test.each([
    ['/code05', '2000-3000, 4000, 4001'],
    ['/code08', '2000-3000, 4000, 4001'],
    ['/code13', '100-200, 400, 401'],
  ])('CD-11 CD-13 CD-14: the box of %s shows the example %s', async (path, example) => {
    await open(at(path));
    await expect.element(box()).toHaveAccessibleDescription(`Example ${example}`);
  });

  test('CD-12 OQ-51: values and ranges, both ends included; the count and the address follow', async () => {
    const { router } = await open(at('/code05'));
    const count = page.getByRole('status').filter({ hasText: 'codes' });
    await expect.element(count).toHaveTextContent('40 of 40 codes');
    await box().fill('2092-2190, 4000');
    await expect.element(count).toHaveTextContent('4 of 40 codes');
    await expect.poll(() => column('main')).toEqual(['2092', '2189', '2190', '4000']);
    expect(router.state.location.search).toMatchObject({ codes: '2092-2190, 4000' });
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await expect.element(count).toHaveTextContent('40 of 40 codes');
    expect(router.state.location.search).not.toHaveProperty('codes');
  });

  test('CD-12: a search in the address is there after a reload', async () => {
    await open(at('/code13', '&codes=100-200'));
    await expect.element(box()).toHaveValue('100-200');
    await expect.poll(() => column('main')).toEqual(['100', '150']);
  });

  test('CD-15 OQ-51: a text that does not match is marked, and the table stays as it was', async () => {
    const { router } = await open(at('/code05', '&codes=2092-2190'));
    await expect.poll(() => column('main')).toHaveLength(3);
    await box().fill('3000-2000');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toHaveTextContent(/^Please match the requested format\.$/);
    await expect.element(box()).toHaveAttribute('aria-invalid', 'true');
    await expect.element(page.getByText('Example 2000-3000, 4000, 4001')).toBeVisible();
    await expect.poll(() => column('main')).toEqual(['2092', '2189', '2190']);
    expect(router.state.location.search).toMatchObject({ codes: '2092-2190' });
    await box().fill('4000');
    await expect.poll(() => column('main')).toEqual(['4000']);
    await expect.element(box()).toHaveAttribute('aria-invalid', 'false');
    expect(page.getByRole('alert').query()).toBeNull();
  });

  test('CD-12 OQ-51: a code with its sub code shows that code alone', async () => {
    await open(at('/code05'));
    await box().fill('05-2190-0');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => column('main')).toEqual(['2190']);
    await box().fill('2190-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('No data found!')).toBeVisible();
  });

  test('CD-12 CD-15: full-width characters do not match', async () => {
    await open(at('/code05'));
    await box().fill('２０９２');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Please match the requested format.');
  });

  test('CD-16: in Japanese the mismatch asks to enter in the specified format', async () => {
    await open(at('/code05'), { locale: 'ja-jp' });
    await expect.poll(() => heads()).toEqual(['コード', 'サブ', '現在値', '最頻値', '平均値', '外れ値レベル', '設定']);
    await page.getByRole('textbox', { name: 'コードを検索' }).fill('x');
    await expect.element(page.getByRole('alert')).toHaveTextContent('指定された形式で入力してください。');
  });
});

describe('the columns', () => {
  const toggle = async (...names: string[]) => {
    await page.getByRole('button', { name: 'Columns' }).click();
    for (const name of names) await page.getByRole('menuitemcheckbox', { name }).click();
    await userEvent.keyboard('{Escape}');
  };

  test('CD-17 OQ-75: the menu hides columns and shows all of them again; the code itself cannot be hidden', async () => {
    await open(at('/code05'));
    await page.getByRole('button', { name: 'Columns' }).click();
    await expect.element(page.getByRole('menu')).toBeVisible();
    const names = [...page.getByRole('menu').element().querySelectorAll('[role^=menuitem]')].map((item) =>
      item.textContent?.trim(),
    );
    expect(names).toEqual([
      'Sub',
      'Current Value',
      'Mode Value',
      'Average Value',
      'Outlier Level',
      'Setting',
      'Show all',
    ]);
    await page.getByRole('menuitemcheckbox', { name: 'Mode Value' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Setting' }).click();
    await expect.poll(() => heads()).toEqual(['Code', 'Sub', 'Current Value', 'Average Value', 'Outlier Level']);
    await page.getByRole('menuitem', { name: 'Show all' }).click();
    await expect.poll(() => heads()).toHaveLength(7);
  });

  test('CD-17..CD-19 AU-19 AU-20: 05 and 08 are hidden apart, until logout', async () => {
    const { router } = await open(at('/code05'));
    await toggle('Sub', 'Average Value');
    await expect.poll(() => heads()).toEqual(['Code', 'Current Value', 'Mode Value', 'Outlier Level', 'Setting']);
    await router.navigate({ to: '/code08', search: { device: deviceId } });
    await expect.poll(heads).toHaveLength(7);
    await toggle('Setting');
    await router.navigate({ to: '/code05', search: { device: deviceId } });
    await expect.poll(heads).toHaveLength(5);
    resetAreas();
    await expect.poll(heads).toHaveLength(7);
    await router.navigate({ to: '/code08', search: { device: deviceId } });
    await expect.poll(heads).toHaveLength(7);
    expect(sessionStorage.getItem('platen.code05Visibility')).toBeNull();
  });
});
