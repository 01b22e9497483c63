import { createServer, type Server } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../../bench/src/lib/free-port.ts';
import { Refusal } from '../base/errors.ts';
import { createAuthority } from './open-identity.ts';
import { createTokenCheck } from './token-check.ts';
import type { TokenRules } from './token-rules.ts';

type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

/** An authority of our own making over real HTTP: discovery and keys, as B2C publishes them. */
let authority: Server;
let address: string;
let good: KeyPair;
let rsa: KeyPair;
let stranger: KeyPair;
const rules: TokenRules = {
  audience: 'api-1',
  clients: new Set(['portal-1']),
  policies: { names: new Set(), required: false },
  scopes: ['portal'],
};
const issuer = 'https://issuer.example/tenant-guid/v2.0/';
let keysServed = 0;
let document: unknown;

beforeAll(async () => {
  [good, rsa, stranger] = await Promise.all([
    generateKeyPair('ES256'),
    generateKeyPair('RS256'),
    generateKeyPair('ES256'),
  ]);
  const keys = [
    { ...(await exportJWK(good.publicKey)), kid: 'good', alg: 'ES256', use: 'sig' },
    { ...(await exportJWK(rsa.publicKey)), kid: 'rsa', alg: 'RS256', use: 'sig' },
  ];
  const port = await findFreePort();
  address = `http://127.0.0.1:${port}/tenant/policy/v2.0`;
  document = { issuer, jwks_uri: `${address}/keys` };
  authority = createServer((request, response) => {
    const isKeys = request.url?.endsWith('/keys') ?? false;
    if (isKeys) keysServed += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(isKeys ? { keys } : document));
  });
  await new Promise<void>((resolve) => authority.listen(port, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => authority.close(resolve)));

interface Claims {
  scope?: string;
  sub?: string;
  iss?: string;
  aud?: string;
  exp?: number | null;
  nbf?: number;
  iat?: number;
  auth_time?: number;
}
const seconds = () => Math.floor(Date.now() / 1000);
async function sign(claims: Claims = {}, { key = good.privateKey, alg = 'ES256', kid = 'good' } = {}): Promise<string> {
  const { exp = seconds() + 600, ...rest } = { sub: 'anna', iss: issuer, aud: 'api-1', scope: 'portal', ...claims };
  return new SignJWT({ ...rest, ...(exp === null ? {} : { exp }) }).setProtectedHeader({ alg, kid }).sign(key);
}

const check = (options: { now?: () => number } = {}) =>
  createTokenCheck({ verification: createAuthority(address, undefined), rules, ...options });
async function refusalOf(work: Promise<unknown>): Promise<[number, number]> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refusal)) throw new Error('not refused', { cause: error });
  return [error.errorCode, error.status];
}

describe('token check', () => {
  test('AP-02 AU-01 OQ-08: a token of the authority is taken, signed by elliptic curve or RSA', async () => {
    const verify = check();
    expect(await verify(`Bearer ${await sign()}`)).toMatchObject({ subject: 'anna' });
    expect(
      await verify(`bearer ${await sign({ sub: 'ben' }, { key: rsa.privateKey, alg: 'RS256', kid: 'rsa' })}`),
    ).toMatchObject({ subject: 'ben' });
  });

  test('OA-19: the time of the sign-in goes before that of the issue; a token that names neither proves none', async () => {
    const timeOf = async (claims: Claims) => (await check()(`Bearer ${await sign(claims)}`)).signedInAt;
    expect(await timeOf({ iat: 1_800_000_000 })).toBe(1_800_000_000_000);
    expect(await timeOf({ iat: 1_800_000_000, auth_time: 1_700_000_000 })).toBe(1_700_000_000_000);
    expect(await timeOf({})).toBe(0);
  });

  test('AC-18: no token, or one of another kind, gives 201004', async () => {
    for (const header of [undefined, '', 'Bearer', 'Bearer ', 'Basic YTpi', `Token ${await sign()}`])
      expect(await refusalOf(check()(header))).toEqual([201004, 401]);
  });

  test('AC-15: an expired token gives 201001; a clock that is 30 s off is forgiven', async () => {
    expect(await refusalOf(check()(`Bearer ${await sign({ exp: seconds() - 31 })}`))).toEqual([201001, 401]);
    expect(await check()(`Bearer ${await sign({ exp: seconds() - 20 })}`)).toMatchObject({ subject: 'anna' });
  });

  test('AC-15: a token that was good once is refused when its time is over', async () => {
    let now = Date.now();
    const verify = check({ now: () => now });
    const token = `Bearer ${await sign({ exp: seconds() + 60 })}`;
    expect(await verify(token)).toMatchObject({ subject: 'anna' });
    now += 95_000;
    expect(await refusalOf(verify(token))).toEqual([201001, 401]);
  });

  test('AC-16: a signature by another key, an unknown key, a shared secret or none at all gives 201002', async () => {
    expect(await refusalOf(check()(`Bearer ${await sign({}, { key: stranger.privateKey })}`))).toEqual([201002, 401]);
    expect(await refusalOf(check()(`Bearer ${await sign({}, { key: stranger.privateKey, kid: 'other' })}`))).toEqual([
      201002, 401,
    ]);
    const secret = await new SignJWT({ sub: 'anna' })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode('x'.repeat(32)));
    expect(await refusalOf(check()(`Bearer ${secret}`))).toEqual([201002, 401]);
    const none = new UnsecuredJWT({ sub: 'anna', iss: issuer, aud: 'api-1' }).encode();
    expect(await refusalOf(check()(`Bearer ${none}`))).toEqual([201002, 401]);
    // One changed sign in what was signed.
    const [head, , signature] = (await sign()).split('.');
    const forged = Buffer.from(
      JSON.stringify({ sub: 'admin', iss: issuer, aud: 'api-1', exp: seconds() + 600 }),
    ).toString('base64url');
    expect(await refusalOf(check()(`Bearer ${head}.${forged}.${signature}`))).toEqual([201002, 401]);
  });

  test('AC-17: claims that do not fit give 201003', async () => {
    for (const claims of [
      { iss: 'https://other.example' },
      { aud: 'another-app' },
      { sub: '' },
      { sub: 'anna\u0000' },
      { scope: 'openid' },
      { exp: null },
      { nbf: seconds() + 3600 },
    ])
      expect([claims, await refusalOf(check()(`Bearer ${await sign(claims)}`))]).toEqual([claims, [201003, 401]]);
  });

  test('AC-19: what is no token at all gives 201005', async () => {
    for (const text of ['abc', 'a.b', 'a.b.c', 'e30.e30.e30', '....'])
      expect([text, await refusalOf(check()(`Bearer ${text}`))]).toEqual([text, [201005, 401]]);
  });

  test('AC-29 AC-31: an authority that cannot be reached gives 301001, one that publishes nonsense 301003, and it is asked again later', async () => {
    const unreachable = createTokenCheck({
      verification: createAuthority(`http://127.0.0.1:${await findFreePort()}`, undefined),
      rules,
    });
    expect(await refusalOf(unreachable(`Bearer ${await sign()}`))).toEqual([301001, 500]);
    const right = document;
    document = { issuer: 5 };
    expect(await refusalOf(check()(`Bearer ${await sign()}`))).toEqual([301003, 500]);
    document = right;
    expect(await check()(`Bearer ${await sign()}`)).toMatchObject({ subject: 'anna' });
  });

  test('AP-02: the keys are fetched once, and a token known to be good is not checked again', async () => {
    const verify = check();
    keysServed = 0;
    for (let n = 0; n < 5; n++) await verify(`Bearer ${await sign({ sub: `user-${n}` })}`);
    expect(keysServed).toBe(1);
  });

  test('AU-02: the issuer of the settings stands above the published one', async () => {
    const verify = createTokenCheck({
      verification: createAuthority(address, 'https://mine.example/'),
      rules,
    });
    expect(await refusalOf(verify(`Bearer ${await sign()}`))).toEqual([201003, 401]);
    expect(await verify(`Bearer ${await sign({ iss: 'https://mine.example/' })}`)).toMatchObject({ subject: 'anna' });
  });
});
