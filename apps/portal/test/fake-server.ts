import { vi } from 'vitest';

/** A request that the portal made. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/**
 * `offline`: the network is gone. `silent`: no answer ever comes. `raw` is sent as it stands, null: no body.
 */
type FakeAnswer =
  | {
      readonly status?: number;
      readonly body?: unknown;
      readonly raw?: string | null;
      readonly headers?: Record<string, string>;
    }
  | 'offline'
  | 'silent';
type FakeRoute = FakeAnswer | ((request: Recorded) => FakeAnswer | Promise<FakeAnswer>);
export type FakeRoutes = Readonly<Record<string, FakeRoute>>;

export const authority = 'https://sign-in.test/platen/signin/v2.0';
const discovery = {
  issuer: authority,
  authorization_endpoint: `${authority}/authorize`,
  token_endpoint: `${authority}/token`,
  end_session_endpoint: `${authority}/logout`,
  jwks_uri: `${authority}/keys`,
};

/** What the server answers by default. */
const defaults: FakeRoutes = {
  [`GET ${authority}/.well-known/openid-configuration`]: { body: discovery },
  'GET /v1/termsOfUse': { body: { version: '1.0.1' } },
  'POST /v1/termsOfUse': { body: { status: 'OK' } },
  'POST /v1/users/loginAt': { body: { status: 'OK' } },
  'GET /v1/users/me': { body: { groups: [] } },
  'GET /v1/users/me/settings': { body: { settings: { language: null, zone: null, startArea: null, version: 1 } } },
  'GET /v1/jobs': { body: { jobs: [] } },
  'GET /v1/notifications': { body: { notifications: [] } },
  'GET /v1/devices': { body: { devices: [] }, headers: { 'has-more': 'False', 'total-count': '0' } },
};

async function toRecorded(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Recorded & { url: URL }> {
  const request = new Request(input, init === undefined ? {} : { ...init, signal: null });
  const url = new URL(request.url);
  const text = await request.clone().text();
  let body: unknown = text === '' ? undefined : text;
  if (request.headers.get('content-type') === 'application/json') body = JSON.parse(text);
  const isOwn = url.origin === window.location.origin;
  return {
    method: request.method,
    path: isOwn ? url.pathname : `${url.origin}${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    body,
    headers: Object.fromEntries(request.headers),
    url,
  };
}

/** Ends each request that has no answer yet. */
const unanswered = new Set<() => void>();

/** Takes the network away from the requests that a test has left without an answer. */
export async function endRequests(): Promise<void> {
  if (unanswered.size === 0) return;
  for (const end of unanswered) end();
  // What the portal does about it, also with a lock that it holds meanwhile.
  await new Promise((resolve) => setTimeout(resolve));
}

/** Settles as the answer does, at the latest when the test ends. */
function untilEnd<T>(answer: Promise<T>): Promise<T> {
  let end = () => {};
  const ended = new Promise<never>((_resolve, reject) => {
    end = () => reject(new TypeError('Failed to fetch'));
  });
  unanswered.add(end);
  return Promise.race([answer, ended]).finally(() => unanswered.delete(end));
}

/** Replaces the network: the portal's own `fetch` calls are answered and recorded here. */
export function fakeServer(routes: FakeRoutes = {}) {
  const all = { ...defaults, ...routes };
  const requests: Recorded[] = [];
  const passOn = globalThis.fetch.bind(globalThis);
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const recorded = await toRecorded(input, init);
    const route = all[`${recorded.method} ${recorded.path}`];
    const isPortal = recorded.path.startsWith('/v1/') || recorded.path.startsWith('https://');
    if (route === undefined && !isPortal) return passOn(input, init);
    requests.push(recorded);
    const answer =
      route === undefined
        ? { status: 404, body: {} }
        : typeof route === 'function'
          ? await untilEnd(Promise.resolve(route(recorded)))
          : route;
    if (answer === 'offline') throw new TypeError('Failed to fetch');
    if (answer === 'silent') {
      const silence = new Promise<Response>((_resolve, reject) => {
        if (init?.signal?.aborted === true) reject(init.signal.reason);
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
      return untilEnd(silence);
    }
    return new Response(answer.raw === undefined ? JSON.stringify(answer.body ?? {}) : answer.raw, {
      status: answer.status ?? 200,
      headers: { 'content-type': 'application/json', ...answer.headers },
    });
  });
  return { requests, called: (key: string) => requests.filter((one) => `${one.method} ${one.path}` === key) };
}
