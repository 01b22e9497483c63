import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import type { BrowserContext, Route } from 'playwright-core';
import { readSettings } from '../../apps/server/src/settings/settings.ts';
import { toSecurityHeaders } from '../../apps/server/src/web/frame.ts';
import { answerOf, type State } from './answers.ts';

/** No server listens there: every request of the page is answered below. */
export const origin = 'http://localhost:4173';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};
const exported = '\uFEFFSerial Number\r\nCKL248000\r\n';
const config = { brands: ['platen', 'rdt'], authority: `${origin}/identity`, clientId: 'portal', scope: 'openid' };

/**
 * The built portal under the headers of the server, its calls answered from fixtures in the state that
 * `readState` returns.
 */
export async function serveSite(context: BrowserContext, dist: string, readState: () => State): Promise<void> {
  const headers = toSecurityHeaders(readSettings({ PLATEN_PUBLIC_URL: origin }));
  const page = (await readFile(join(dist, 'index.html'), 'utf8')).replace(
    '<!--platen-config-->',
    `<script type="application/json" id="platen-config">${JSON.stringify(config)}</script>`,
  );
  const sendFile = async (route: Route, path: string) => {
    const name = normalize(path);
    const isAsset = extname(name) !== '';
    const body = isAsset ? await readFile(join(dist, name)).catch(() => undefined) : page;
    if (body === undefined) return route.fulfill({ status: 404 });
    return route.fulfill({ body, headers: { ...headers, 'content-type': types[extname(name) || '.html'] ?? '' } });
  };
  await context.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (!pathname.startsWith('/v1/')) return sendFile(route, pathname);
    if (pathname.endsWith('/export'))
      return route.fulfill({ body: exported, headers: { ...headers, 'total-count': '1', 'content-type': 'text/csv' } });
    const answer = answerOf(pathname, readState());
    if (answer === undefined) return undefined; // it never comes
    return route.fulfill({ status: answer.status, json: answer.body, headers: { ...headers, ...answer.headers } });
  });
}

/** As after a sign-in. */
export async function signIn(context: BrowserContext): Promise<void> {
  const session = {
    accessToken: 'token',
    refreshToken: null,
    idToken: null,
    scope: null,
    subject: 'service',
    expiresAt: Date.now() + 86_400_000,
  };
  await context.addInitScript(
    ({ text, subject }) => {
      localStorage.setItem('platen.session', text);
      localStorage.setItem(`platen.notificationsSeen.${subject}`, String(Date.now()));
    },
    { text: JSON.stringify(session), subject: session.subject },
  );
}
