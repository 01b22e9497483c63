import type { Locale } from '@platen/catalogue/locale';
import type { Group, Notification } from '@platen/contract/account';
import type { DeviceListItem } from '@platen/contract/devices';
import { createMemoryHistory } from '@tanstack/react-router';
import { expect, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { brands } from '../../src/brand/brands.ts';
import { loadTexts } from '../../src/platform/load-texts.ts';
import { createPortalRouter } from '../../src/shell/router.tsx';
import { Portal, prepare } from '../../src/shell/start.tsx';
import '../../src/features/advanced-search/popup.tsx'; // both there at once, as after a preload
import '../../src/features/device-list/screen.tsx';
import { storeSession } from '../../src/session/stored-session.ts';
import { signedInUser, testConfig, wipe } from '../render-portal.tsx';

/** A call as it left the portal. */
export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  signal: AbortSignal | undefined;
}

export interface Answers {
  /** Answers both list calls. */
  list: (sent: Sent) => Response | Promise<Response>;
  groups: readonly Group[] | Response;
  notifications: readonly Notification[];
  /** Answers for a table of device codes, requested by its address; the real file by default. */
  codeTable: (address: string, real: () => Promise<Response>) => Response | Promise<Response>;
}

const json = (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const listAnswer = (
  devices: readonly DeviceListItem[],
  total = devices.length,
  more: string | boolean = false,
) =>
  json(
    { devices },
    { 'total-count': String(total), 'has-more': typeof more === 'string' ? more : more ? 'True' : 'False' },
  );

export const refusal = (errorCode: number, status: number) => json({ errorCode, detail: [] }, {}, status);

/** A server that has `devices` and cuts pages from them. */
export const pagesOf = (devices: readonly DeviceListItem[]) => (sent: Sent) => {
  const offset = toOffset(sent);
  return listAnswer(devices.slice(offset, offset + 100), devices.length, offset + 100 < devices.length);
};

const toOffset = ({ body, query }: Sent): number =>
  Number(typeof body === 'object' && body !== null && 'offset' in body ? body.offset : query['offset']);

const isCodeTable = (address: string) => address.includes('/device-codes/');

const seenKey = `platen.notificationsSeen.${signedInUser.subject}`;

/** The whole portal, signed in, on the device list; only `fetch` is not the real one. */
export async function openPortal(
  { list, groups = [], notifications = [], codeTable = async (_address, real) => real() }: Partial<Answers>,
  { path = '/devicelist', locale = 'en-us', seen }: { path?: string; locale?: Locale; seen?: number } = {},
) {
  await wipe();
  window.scrollTo(0, 0);
  if (seen !== undefined) localStorage.setItem(seenKey, String(seen));
  storeSession(signedInUser);
  prepare({ config: testConfig, brand: brands.platen, locale, leave: () => undefined });

  const calls: Sent[] = [];
  const realFetch = window.fetch.bind(window);
  vi.stubGlobal('fetch', async (address: string, request: RequestInit = {}) => {
    if (isCodeTable(address)) return codeTable(address, () => realFetch(address, request));
    const url = new URL(address, 'http://platen.example');
    const sent: Sent = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body: typeof request.body === 'string' ? JSON.parse(request.body) : undefined,
      signal: request.signal ?? undefined,
    };
    calls.push(sent);
    if (url.pathname === '/v1/users/me') return groups instanceof Response ? groups.clone() : json({ groups });
    if (url.pathname === '/v1/notifications') return json({ notifications });
    if (url.pathname.startsWith('/v1/devices')) return list?.(sent) ?? listAnswer([]);
    return refusal(204001, 404);
  });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createPortalRouter(brands.platen, history);
  const screen = await render(<Portal texts={await loadTexts(locale)} router={router} />);
  return {
    screen,
    router,
    calls,
    listCalls: () => calls.filter(({ path }) => path.startsWith('/v1/devices')),
    /** The serials of the rows drawn, from top to bottom. */
    serials: () => [...document.querySelectorAll('[data-index] a')].map((link) => link.textContent),
  };
}

/** Scrolls to the end of the page, again whenever it has grown, until `read` returns this number of items. */
export async function scrollUntil(read: () => readonly unknown[], length: number): Promise<void> {
  await expect
    .poll(() => {
      const found = read();
      if (found.length < length) window.scrollTo(0, document.body.scrollHeight);
      return found;
    })
    .toHaveLength(length);
}

/** An answer that comes when the test calls `answer`. */
export function later() {
  let answer: (response: Response) => void = () => undefined;
  const promise = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  return { promise, answer };
}
