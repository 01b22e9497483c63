import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toChannel, toMessage, toMessageItem } from '../../../test/messages.ts';
import { createTestApp, type TestApp } from '../../../test/test-app.ts';
import { isMailOn, openWays } from '../../delivery/ways/open-ways.ts';
import { readSettings } from '../../settings/settings.ts';
import { createMailbox, isMailboxOn, mostBoxed } from './mailbox.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
});
afterAll(() => platen.close());

const never = new AbortController().signal;
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${platen.settings.publicUrl}${path}`, { headers });
/** As `fetch`, with a host of choice. */
const getAs = (host: string, headers: Record<string, string> = {}) =>
  new Promise<number>((resolve, reject) => {
    const { hostname, port } = new URL(platen.settings.publicUrl);
    request({ hostname, port, path: '/identity/mailbox', headers: { host, ...headers } }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .once('error', reject)
      .end();
  });
const mail = (messageId: string) => ({ to: 'a@b.example', subject: 's', text: 't', html: '<p>t</p>', messageId });

describe('the mailbox of the demonstration', () => {
  test('DE-21: without any setting a message arrives in it, in the language of its channel', async () => {
    expect(isMailOn(platen.settings)).toBe(true);
    expect(await (await get('/identity/mailbox')).text()).toContain('No mail yet');
    const { mail: way } = openWays(platen.settings);
    const item = toMessageItem({ place: { ...toMessageItem().place, customerName: '<script>alert(1)</script>' } });
    const attempt = await way?.send(
      toChannel({ kind: 'mail', address: 'weber@haldane.example' }),
      toMessage({ items: [item] }),
      '0196f0a0-0000-7000-8000-0000000000f1',
      never,
    );
    expect(attempt).toMatchObject({ outcome: 'accepted' });

    const list = await get('/identity/mailbox');
    expect(list.status).toBe(200);
    const page = await list.text();
    expect(page).toContain('weber@haldane.example');
    expect(page).toContain('[Platen] P1 · &lt;script&gt;alert(1)&lt;/script&gt;');
    const path = /\/identity\/mailbox\/\d+/.exec(page)?.[0] ?? '';
    const opened = await (await get(path)).text();
    expect(opened).toContain('<a href="https://platen.example/worklist?row=0196f0a0-0000-7000-8000-0000000000aa">');
    expect(opened).not.toContain('<script');
    const framed = await get(`${path}/html`);
    expect(framed.headers.get('content-security-policy')).toContain('sandbox allow-popups');
    expect(framed.headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect(await framed.text()).not.toContain('<script');
    expect(await (await get('/identity/mailbox', { 'accept-language': 'ja' })).text()).toContain('メールボックス');
  });

  test('DE-22: its pages run nothing, load nothing of others and are framed by no page', async () => {
    for (const path of ['/identity/mailbox', '/identity/mailbox/1']) {
      const { headers } = await get(path);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('only this machine reads it, by its own name', async () => {
    const { host, port } = new URL(platen.settings.publicUrl);
    await expect(getAs(host)).resolves.toBe(200);
    await expect(getAs(`127.0.0.1:${port}`)).resolves.toBe(200);
    await expect(getAs(`rebind.example:${port}`)).resolves.toBe(404);
    await expect(getAs(host, { 'x-forwarded-for': '198.51.100.7' })).resolves.toBe(404);
    for (const path of ['9', 'x', '1/text', '99999999999'])
      expect((await get(`/identity/mailbox/${path}`)).status).toBe(404);
  });

  test.each([
    ['a mail server', { PLATEN_SMTP_URL: 'smtps://mail.example', PLATEN_MAIL_FROM: 'p@example.com' }, true],
    ['an authority', { PLATEN_AUTHORITY: 'https://id.example', PLATEN_AUDIENCE: 'api' }, false],
    ['an open development sign-in', { PLATEN_DEVELOPMENT_SIGN_IN: 'anywhere' }, false],
  ])('DE-21: there is none with %s', (_, env, sends) => {
    const settings = readSettings(env);
    expect([isMailboxOn(settings), isMailOn(settings), openWays(settings).mail !== undefined]).toEqual([
      false,
      sends,
      sends,
    ]);
  });

  test('DE-16: it holds the last 200 mails, each once however often it is sent', () => {
    const box = createMailbox();
    for (let number = 0; number < mostBoxed + 5; number++) {
      box.add(mail(`<${number}@x>`));
      box.add(mail(`<${number}@x>`));
    }
    expect(box.list().map(({ number }) => number)).toEqual(
      Array.from({ length: mostBoxed }, (_, index) => mostBoxed + 5 - index),
    );
    expect(box.find(5)).toBeUndefined();
    expect(box.find(6)?.messageId).toBe('<5@x>');
  });
});
