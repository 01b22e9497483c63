import { texts as deviceEnglish } from '@platen/catalogue/texts/device-en-us';
import { texts as deviceJapanese } from '@platen/catalogue/texts/device-ja-jp';
import type { Cell } from '@platen/contract/csv';
import axe from 'axe-core';
import { IntlProvider } from 'use-intl/react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { TableActions } from './table-actions.tsx';

afterEach(() => vi.restoreAllMocks());

const rows: Cell[][] = [
  ['System', 'T130'],
  ['=cmd', null],
  ['Über, 東京', -5],
];
const show = (language: 'en' | 'ja' = 'en') =>
  render(
    <IntlProvider
      locale={language === 'ja' ? 'ja-JP' : 'en-US'}
      messages={language === 'ja' ? deviceJapanese : deviceEnglish}
    >
      <main>
        <TableActions name="Versions" columns={['Part', 'Version']} toRows={() => rows} />
      </main>
    </IntlProvider>,
  );

test('a table is copied as rows of tabbed text with its heads, formulas defused, and this is announced', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await show();
  await screen.getByRole('button', { name: 'Copy Versions' }).click();
  expect(write).toHaveBeenCalledWith("Part\tVersion\nSystem\tT130\n'=cmd\t\nÜber, 東京\t-5");
  await expect.element(screen.getByRole('status')).toHaveTextContent('Versions copied');
});

test('where the browser refuses the clipboard, that is shown', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const screen = await show();
  await screen.getByRole('button', { name: 'Copy Versions' }).click();
  await expect.element(screen.getByText('The browser did not allow copying.')).toBeVisible();
});

test('a table is saved as CSV that Excel reads as UTF-8, named by table and day', async () => {
  const saved: { name: string; blob: Blob }[] = [];
  const made = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (!(blob instanceof Blob)) throw new Error('no blob');
    made.set('blob:one', blob);
    return 'blob:one';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    const blob = made.get(this.href);
    if (blob) saved.push({ name: this.download, blob });
  });
  const screen = await show();
  await screen.getByRole('button', { name: 'Save Versions as CSV' }).click();
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^Versions-\d{4}-\d\d-\d\d\.csv$/)]);
  const bytes = new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe('Part,Version\r\nSystem,T130\r\n\'=cmd,\r\n"Über, 東京",-5\r\n');
  await expect.element(screen.getByRole('status')).toHaveTextContent('Versions saved as CSV');
});

test('the controls speak Japanese, and axe has nothing to object to', async () => {
  const screen = await show('ja');
  await expect.element(screen.getByRole('button', { name: 'Versionsをコピー' })).toHaveTextContent('コピー');
  await expect.element(screen.getByRole('button', { name: 'VersionsをCSVで保存' })).toBeVisible();
  const { violations } = await axe.run(screen.container, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
