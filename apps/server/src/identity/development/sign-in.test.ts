import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operatorId } from '../../../test/dealers.ts';
import { agreeForAll, createTestApp, type TestApp } from '../../../test/test-app.ts';

let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp();
});
afterAll(() => platen.close());

/** A browser as far as sign-in needs one: keeps cookies, follows one redirect at a time. */
function createBrowser(languages = 'en') {
  const cookies = new Map<string, string>();
  return async (address: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(address, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        'accept-language': languages,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(form ? { body: new URLSearchParams(form).toString() } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
}

const readLocation = (response: Response, base: string) => new URL(response.headers.get('location') ?? '', base).href;

interface Discovery {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint: string;
}
const discover = async () => {
  const authority = `${platen.settings.publicUrl}/identity/platen/signin/v2.0`;
  const response = await fetch(`${authority}/.well-known/openid-configuration`);
  return (await response.json()) as Discovery;
};

async function start(browser: ReturnType<typeof createBrowser>, prefix = '') {
  const verifier = randomBytes(32).toString('base64url');
  const redirect = `${platen.settings.publicUrl}${prefix}/callback`;
  const discovery = await discover();
  const address = new URL(discovery.authorization_endpoint);
  address.search = new URLSearchParams({
    client_id: 'platen-portal',
    redirect_uri: redirect,
    response_type: 'code',
    scope: 'openid profile offline_access',
    state: 'state-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const first = await browser(address.href);
  return { first, verifier, redirect, discovery };
}

async function signIn(browser: ReturnType<typeof createBrowser>, name: string, prefix = '') {
  const { first, verifier, redirect, discovery } = await start(browser, prefix);
  let at = readLocation(first, discovery.issuer);
  let response = at.startsWith(redirect) ? first : await browser(at, { name, password: 'platen' });
  for (let step = 0; step < 3 && !at.startsWith(redirect); step++) {
    at = readLocation(response, at);
    if (!at.startsWith(redirect)) response = await browser(at);
  }
  const code = new URL(at).searchParams.get('code') ?? '';
  if (code === '') throw new Error(`sign-in did not end: ${at}`);
  return { code, verifier, redirect, discovery, state: new URL(at).searchParams.get('state') };
}

const exchange = (endpoint: string, form: Record<string, string>) =>
  fetch(endpoint, { method: 'POST', body: new URLSearchParams({ client_id: 'platen-portal', ...form }) });

interface Tokens {
  access_token: string;
  refresh_token: string;
  id_token: string;
}

/** Signs in and exchanges the code. */
async function takeTokens(name: string): Promise<{ tokens: Tokens; endpoint: string }> {
  const { code, verifier, redirect, discovery } = await signIn(createBrowser(), name);
  const endpoint = discovery.token_endpoint;
  const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: redirect };
  return { tokens: (await (await exchange(endpoint, form)).json()) as Tokens, endpoint };
}

describe('development sign-in', () => {
  test('AU-01 AU-02 AU-07: code flow with PKCE gives an access token that the API takes, and one to renew it', async () => {
    const { code, verifier, redirect, discovery, state } = await signIn(createBrowser(), 'service');
    expect(state).toBe('state-1');
    const answer = await exchange(discovery.token_endpoint, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirect,
    });
    expect(answer.status).toBe(200);
    const tokens = (await answer.json()) as Tokens;
    expect(decodeJwt(tokens.access_token)).toMatchObject({ sub: 'service', aud: 'platen-api', iss: discovery.issuer });

    const call = (token: string) =>
      fetch(`${platen.url}/v1/termsOfUse`, { headers: { authorization: `Bearer ${token}` } });
    expect((await call(tokens.access_token)).status).toBe(200);
    // The id token is for the portal, never for the API.
    expect((await call(tokens.id_token)).status).toBe(401);

    const renewed = await exchange(discovery.token_endpoint, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(renewed.status).toBe(200);
    expect((await call(((await renewed.json()) as Tokens).access_token)).status).toBe(200);
  });

  test('OA-11: a person who is invited signs in by the mail address, which accepts the invitation', async () => {
    const call = async (token: string, path: string, body?: object) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      return await fetch(`${platen.url}${path}`, { headers, ...sent });
    };
    const tokenOf = async (name: string) => {
      const { code, verifier, redirect, discovery } = await signIn(createBrowser(), name);
      const answer = await exchange(discovery.token_endpoint, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirect,
      });
      return ((await answer.json()) as Tokens).access_token;
    };
    const invited = 'tom@haldane.example';
    const person = await tokenOf(' Tom@Haldane.example ');
    expect(decodeJwt(person)).toMatchObject({ sub: `mail:${invited}`, email: invited, email_verified: true });
    expect((await call(person, '/v1/termsOfUse')).status).toBe(403);
    const admin = await tokenOf('admin');
    expect(decodeJwt(admin)).not.toHaveProperty('email');
    await agreeForAll(platen.database);
    const form = { name: 'Tom Brandis', mail: invited, role: 'service', organisationId: operatorId };
    const made = (await (await call(admin, '/v1/invitations', form)).json()) as { link: string };
    const code = new URL(made.link).searchParams.get('invitation');
    expect((await call(person, '/v1/invitations/accept', { code })).status).toBe(200);
    expect((await call(person, '/v1/termsOfUse')).status).toBe(200);
  });

  test('OQ-121: a sign-in and a wrong password are logged with the address, and never the password', async () => {
    await signIn(createBrowser(), 'service');
    const browser = createBrowser();
    const { first, discovery } = await start(browser);
    await browser(readLocation(first, discovery.issuer), { name: 'guessed-name', password: 'guessed-password' });
    const text = platen.logged.join('');
    const lines = platen.logged.map((line) => JSON.parse(line) as { msg: string });
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'signed in at the development sign-in', subject: 'service', ip: '127.0.0.1' }),
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ msg: 'refused', status: 401, reason: 'wrong name or password', ip: '127.0.0.1' }),
    );
    expect(text).not.toContain('guessed-');
  });

  test('AU-01: without the PKCE verifier, or with another one, no token is given', async () => {
    for (const verifier of [undefined, 'x'.repeat(43)]) {
      const { code, redirect, discovery } = await signIn(createBrowser(), 'dealer');
      const answer = await exchange(discovery.token_endpoint, {
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirect,
        ...(verifier === undefined ? {} : { code_verifier: verifier }),
      });
      expect(answer.status).toBe(400);
    }
  });

  test('AU-01: the form carries labels, the brand of the return address and the language of the browser', async () => {
    const browser = createBrowser('ja-JP,en;q=0.5');
    const { first, discovery } = await start(browser, '/rdt');
    const page = await browser(readLocation(first, discovery.issuer));
    expect(page.status).toBe(200);
    const html = await page.text();
    expect(html).toContain('lang="ja-JP" data-brand="rdt"');
    expect(html).toContain('<label for="password">パスワード</label>');
    expect(html).not.toMatch(/<script|<style|style=/);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");

    const english = createBrowser('fr, en;q=0.3');
    const other = await start(english);
    const plain = await (await english(readLocation(other.first, other.discovery.issuer))).text();
    expect(plain).toContain('lang="en-US" data-brand="platen"');
    expect(plain).toContain('<label for="name">User name</label>');
  });

  test('AU-01: a wrong password is reported at the form, keeps the name safely escaped, and never signs in', async () => {
    const browser = createBrowser();
    const { first, discovery } = await start(browser);
    const form = readLocation(first, discovery.issuer);
    const answer = await browser(form, { name: '"><img src=x>', password: 'wrong' });
    expect(answer.status).toBe(401);
    const html = await answer.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain('value="&quot;&gt;&lt;img src=x&gt;"');
  });

  test('AU-01: guessing passwords is slowed down and the page says for how long', async () => {
    const browser = createBrowser();
    const { first, discovery } = await start(browser);
    const form = readLocation(first, discovery.issuer);
    let last = await browser(form, { name: 'admin', password: 'no' });
    for (let attempt = 0; attempt < 12 && last.status === 401; attempt++)
      last = await browser(form, { name: 'admin', password: `no${attempt}` });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    // The right password does not help while waiting.
    expect((await browser(form, { name: 'admin', password: 'platen' })).status).toBe(429);
  });

  test.each(['', '/rdt'])(
    'AU-07 OQ-11: one step back to the form after signing in leads on to the portal: %s',
    async (prefix) => {
      const browser = createBrowser();
      const { first, discovery } = await start(browser, prefix);
      const form = readLocation(first, discovery.issuer);
      expect((await browser(form)).status).toBe(200);
      for (
        let at = form, next = await browser(form, { name: 'dealer', password: 'platen' });
        ;
        next = await browser(at)
      ) {
        at = readLocation(next, at);
        if (at.includes('/callback')) break;
      }
      const again = await browser(form);
      expect([again.status, again.headers.get('location')]).toEqual([
        303,
        `${platen.settings.publicUrl}${prefix}/devicelist`,
      ]);
    },
  );

  test('AU-15 OQ-09: sign-out ends the session and its renewal, and returns to registered addresses only', async () => {
    const browser = createBrowser();
    const { code, verifier, redirect, discovery } = await signIn(browser, 'dealer');
    const tokens = (await (
      await exchange(discovery.token_endpoint, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirect,
      })
    ).json()) as Tokens;
    // Signed in: the provider's own session makes a return silent.
    expect(readLocation((await start(browser)).first, discovery.issuer)).toContain('/callback?code=');

    const end = new URL(discovery.end_session_endpoint);
    end.searchParams.set('post_logout_redirect_uri', 'https://elsewhere.example/');
    expect((await browser(end.href)).status).toBe(422);
    end.searchParams.set('post_logout_redirect_uri', `${platen.settings.publicUrl}/rdt/login`);
    const left = await browser(end.href);
    expect(left.status).toBe(303);
    expect(left.headers.get('location')).toBe(`${platen.settings.publicUrl}/rdt/login`);

    expect(readLocation((await start(browser)).first, discovery.issuer)).toContain('/interaction/');
    const renewal = await exchange(discovery.token_endpoint, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
    });
    expect(renewal.status).toBe(400);
  });

  /** As if all that was used up was used so long ago. */
  const passSeconds = (seconds: number) =>
    sql`
      update sign_in_state
      set payload = payload || jsonb_build_object('consumed', (payload ->> 'consumed')::bigint - ${seconds}::bigint)
      where payload ? 'consumed'`.execute(platen.database.db);

  test('AU-14: a page that is reloaded while it is renewed renews again, within 30 s of the first use', async () => {
    const { tokens, endpoint } = await takeTokens('service');
    const renew = () => exchange(endpoint, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    // Its answer did not arrive.
    await renew();
    await passSeconds(20);
    expect((await renew()).status).toBe(200);
    // The second use has not begun another 30 s.
    await passSeconds(20);
    expect((await renew()).status).toBe(400);
  });

  test('AU-14 AU-15: a refresh token is good for one use; used again later it ends the whole sign-in', async () => {
    const { tokens, endpoint } = await takeTokens('service');
    const renew = (token: string) => exchange(endpoint, { grant_type: 'refresh_token', refresh_token: token });
    const second = (await (await renew(tokens.refresh_token)).json()) as Tokens;
    const third = (await (await renew(second.refresh_token)).json()) as Tokens;
    expect(new Set([tokens, second, third].map(({ refresh_token }) => refresh_token)).size).toBe(3);
    await passSeconds(31);
    for (const token of [tokens.refresh_token, third.refresh_token])
      expect(await (await renew(token)).json()).toMatchObject({ error: 'invalid_grant' });
  });

  test('AU-15: access tokens live ten minutes, as a logout cannot take them back', async () => {
    const { exp = 0, iat = 0 } = decodeJwt((await takeTokens('dealer')).tokens.access_token);
    expect(exp - iat).toBe(600);
  });

  test('AU-01: discovery names the public address, whatever name the request came by', async () => {
    const asked = new Promise<string>((resolve, reject) => {
      const { port } = new URL(platen.url);
      const headers = { host: 'evil:1', 'x-forwarded-host': 'evil:2', 'x-forwarded-proto': 'https' };
      const path = '/identity/platen/signin/v2.0/.well-known/openid-configuration';
      request({ host: '127.0.0.1', port, path, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => (text += part));
        answer.on('end', () => resolve(text));
      })
        .on('error', reject)
        .end();
    });
    expect(JSON.parse(await asked)).toEqual(await discover());
    expect((await discover()).token_endpoint).toBe(`${platen.settings.publicUrl}/identity/platen/signin/v2.0/token`);
  });

  test('AU-01: pages of other origins get no tokens, and no leave to ask', async () => {
    const { token_endpoint } = await discover();
    const ask = (method: string, origin: string) =>
      fetch(token_endpoint, { method, headers: { origin, 'access-control-request-method': 'POST' } });
    const own = await ask('OPTIONS', platen.settings.publicUrl);
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([204, platen.settings.publicUrl]);
    for (const origin of ['https://evil.example', 'null']) {
      const preflight = await ask('OPTIONS', origin);
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([403, null]);
      const call = await fetch(token_endpoint, {
        method: 'POST',
        headers: { origin },
        body: new URLSearchParams({ client_id: 'platen-portal', grant_type: 'refresh_token', refresh_token: 'x' }),
      });
      expect([call.status, call.headers.get('access-control-allow-origin')]).toEqual([400, null]);
    }
  });

  test('a sign-in that was forgotten meanwhile offers to start again', async () => {
    const answer = await createBrowser()(`${platen.settings.publicUrl}/identity/platen/signin/v2.0/interaction/gone`);
    expect(answer.status).toBe(410);
    expect(await answer.text()).toContain(`href="${platen.settings.publicUrl}/login"`);
  });

  test('AU-01: other return addresses and clients are refused with a page of our own', async () => {
    const discovery = await discover();
    const address = new URL(discovery.authorization_endpoint);
    address.search = new URLSearchParams({
      client_id: 'platen-portal',
      redirect_uri: 'https://elsewhere.example/',
      response_type: 'code',
      scope: 'openid',
    }).toString();
    const answer = await createBrowser()(address.href);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('Sign-in failed');
  });
});

test('OA-19: signing out everywhere ends the sessions and refresh tokens of the development sign-in', async () => {
  await agreeForAll(platen.database);
  const browser = createBrowser();
  const { code, verifier, redirect, discovery } = await signIn(browser, 'technician');
  const answer = await exchange(discovery.token_endpoint, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirect,
  });
  const tokens = (await answer.json()) as Tokens;
  const out = await fetch(`${platen.url}/v1/users/me/sign-out`, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  expect(out.status).toBe(200);
  const renewal = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token };
  expect((await exchange(discovery.token_endpoint, renewal)).status).toBe(400);
  // The session of the browser asks for the password again.
  const { first } = await start(browser);
  expect(readLocation(first, discovery.issuer)).toContain('/interaction/');
});
