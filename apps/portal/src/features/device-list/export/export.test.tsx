import axe from 'axe-core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { toDevices } from '../../../../test/device-list/devices.ts';
import { listAnswer, openPortal, refusal, type Sent } from '../../../../test/device-list/portal.tsx';
import { toCriteriaHash } from '../../../device-search/address.ts';

interface Saved {
  name: string;
  blob: Blob;
}
let saved: Saved[] = [];
beforeEach(async () => {
  await page.viewport(1440, 900);
  saved = [];
  const made = new Map<string, Blob>();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (!(blob instanceof Blob)) throw new Error('no blob');
    const address = `blob:file-${made.size}`;
    made.set(address, blob);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(this: HTMLAnchorElement) {
    const blob = made.get(this.href);
    if (blob !== undefined) saved.push({ name: this.download, blob });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const isExport = ({ path }: Sent) => path.endsWith('/export');

/** A file that comes in pieces when the test sends them; ends when the portal cancels. */
function fileInPieces({ signal }: Sent, total: number) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made;
      signal?.addEventListener('abort', () => made.error(signal.reason));
    },
  });
  return {
    response: new Response(body, { headers: { 'total-count': String(total) } }),
    push: (text: string) => controller?.enqueue(new TextEncoder().encode(text)),
    end: () => controller?.close(),
    fail: () => controller?.error(new TypeError('network error')),
  };
}

async function openWith(
  answer: (sent: Sent) => Response | Promise<Response>,
  path = '/devicelist',
  locale: 'en-us' | 'ja-jp' = 'en-us',
) {
  return openPortal(
    {
      list: (sent) => (isExport(sent) ? answer(sent) : listAnswer(toDevices(0, 5), 4)),
      groups: [{ groupId: 4, name: 'South' }],
    },
    { path, locale },
  );
}
const choose = async (format: 'CSV' | 'XLSX') => {
  await page.getByRole('button', { name: 'Export devices' }).click();
  await page.getByRole('menuitem', { name: `Export as ${format}` }).click();
};
const status = () => page.getByText(/Exporting devices|exported to|cancelled/);

test('DL-09 DL-23 GR-04: the export asks for what the list shows: search, group and order', async () => {
  const asked: Sent[] = [];
  await openWith((sent) => {
    asked.push(sent);
    return new Response('\uFEFFa\r\n1\r\n2\r\n', { headers: { 'total-count': '2' } });
  }, '/devicelist?search=CKL&group=4&sort=model&order=desc');
  await choose('XLSX');
  await expect.element(status()).toHaveTextContent(/^2 devices exported to devices-\d{4}-\d\d-\d\d\.xlsx\.$/);
  expect(asked.map(({ method, path, query }) => ({ method, path, query }))).toEqual([
    {
      method: 'GET',
      path: '/v1/devices/export',
      query: { format: 'xlsx', timeZone, search: 'CKL', groupId: '4', sortColumn: 'model', sortOrder: 'desc' },
    },
  ]);
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^devices-\d{4}-\d\d-\d\d\.xlsx$/)]);
  expect(saved[0]?.blob.type).toContain('spreadsheetml.sheet');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});

test('AS-01: with criteria in force the export sends them', async () => {
  const asked: Sent[] = [];
  await openWith(
    (sent) => {
      asked.push(sent);
      return new Response('', { headers: { 'total-count': '0' } });
    },
    `/devicelist#${toCriteriaHash({ models: ['45'] })}`,
  );
  await choose('CSV');
  await expect.element(status()).toHaveTextContent(/^0 devices exported/);
  expect(asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'POST', path: '/v1/devices/search/export', body: { format: 'csv', timeZone, models: ['45'] } },
  ]);
});

test('a long export shows the rows that came, as they come, and ends in the whole file', async () => {
  let file: ReturnType<typeof fileInPieces> | undefined;
  await openWith((sent) => (file = fileInPieces(sent, 4)).response);
  await choose('CSV');
  await expect.element(page.getByText('Preparing')).toBeVisible();
  file?.push('\uFEFFhead\r\none\r\n');
  await expect.element(page.getByText('1 of 4 devices')).toBeVisible();
  const bar = page.getByRole('progressbar', { name: 'Exporting devices as CSV' });
  await expect.element(bar).toHaveAttribute('value', '1');
  await expect.element(bar).toHaveAttribute('max', '4');
  file?.push('two\r\nthree\r\n');
  await expect.element(page.getByText('3 of 4 devices')).toBeVisible();
  const { violations } = await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id }) => id)).toEqual([]);
  // The menu stays, but one export runs at a time.
  await page.getByRole('button', { name: 'Export devices' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Export as CSV' })).toHaveAttribute('aria-disabled', 'true');
  file?.push('four\r\n');
  file?.end();
  await expect.element(status()).toHaveTextContent(/^4 devices exported/);
  expect(await saved[0]?.blob.text()).toBe('head\r\none\r\ntwo\r\nthree\r\nfour\r\n');
});

test('a packed file shows how much came', async () => {
  let file: ReturnType<typeof fileInPieces> | undefined;
  await openWith((sent) => (file = fileInPieces(sent, 4)).response);
  await choose('XLSX');
  await expect.element(page.getByText('Preparing')).toBeVisible();
  file?.push('x'.repeat(1_260_000));
  await expect.element(page.getByText('1.3 MB received')).toBeVisible();
  await expect.element(page.getByRole('progressbar')).not.toHaveAttribute('value');
});

test('Cancel ends the call, saves nothing and announces it', async () => {
  let sent: Sent | undefined;
  await openWith((call) => {
    sent = call;
    return fileInPieces(call, 9).response;
  });
  await choose('CSV');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByText('Export cancelled.')).toBeVisible();
  expect(sent?.signal?.aborted).toBe(true);
  expect(saved).toEqual([]);
});

test('OQ-84: a refused export shows why; Retry requests the same again', async () => {
  let calls = 0;
  await openWith(() => {
    calls += 1;
    return calls === 1 ? refusal(203002, 503) : new Response('h\r\n1\r\n', { headers: { 'total-count': '1' } });
  });
  await choose('CSV');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/The export could not be finished\.\s*203002/);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.element(status()).toHaveTextContent(/^1 device exported/);
  expect(calls).toBe(2);
});

test('OQ-84 EH-10: a file that breaks off is a failure, never saved as if it were whole', async () => {
  let file: ReturnType<typeof fileInPieces> | undefined;
  await openWith((sent) => (file = fileInPieces(sent, 4)).response);
  await choose('CSV');
  file?.push('head\r\none\r\n');
  await expect.element(page.getByText('1 of 4 devices')).toBeVisible();
  file?.fail();
  await expect.element(page.getByRole('alert')).toHaveTextContent('102001');
  expect(saved).toEqual([]);
});

test('the export speaks Japanese', async () => {
  await openWith(() => new Response('h\r\n1\r\n', { headers: { 'total-count': '1' } }), '/devicelist', 'ja-jp');
  await page.getByRole('button', { name: '機器をエクスポート' }).click();
  await page.getByRole('menuitem', { name: 'CSVでエクスポート' }).click();
  await expect.element(page.getByText(/^1台の機器を機器一覧-\d{4}-\d\d-\d\d\.csvに出力しました。$/)).toBeVisible();
});
