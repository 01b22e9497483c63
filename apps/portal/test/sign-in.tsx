import { expect } from 'vitest';
import { authority, type FakeRoutes } from './fake-server.ts';
import { renderPortal, signedInUser, testDevice } from './render-portal.tsx';

export const signedIn = { session: signedInUser, device: testDevice } as const;
export const tokenRoute = `POST ${authority}/token`;

/** A signed token's look; the portal does not check signatures, the server does. */
function toJwt(claims: Record<string, unknown>): string {
  const part = (value: unknown) =>
    btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  return `${part({ alg: 'none' })}.${part(claims)}.x`;
}
/**
 * What the provider answers to a code or a refresh token; the id token repeats the nonce of the sign-in
 * request.
 */
export const toTokens = (nonce?: string) => ({
  access_token: 'token-2',
  refresh_token: 'refresh-2',
  id_token: toJwt({ sub: 'user-1', iss: authority, aud: 'portal', exp: 9_999_999_999, iat: 1, nonce }),
  token_type: 'Bearer',
  scope: 'openid offline_access',
  expires_in: 3600,
});

/** Signs in as far as the provider's own page; the address of that page holds the sign-in request. */
export async function goToProvider(path: string, routes: FakeRoutes = {}): Promise<URL> {
  const first = await renderPortal({ path, routes });
  await expect.poll(() => first.leave.mock.calls.length).toBe(1);
  const address = new URL(first.leave.mock.calls[0]?.[0] ?? '');
  await first.screen.unmount();
  return address;
}
/** The browser comes back from the sign-in request with a code. */
export async function comeBack(path: string, { searchParams }: URL, routes: FakeRoutes = {}) {
  return renderPortal({
    path: `${path}?code=c-1&state=${searchParams.get('state')}`,
    keepStorage: true,
    routes: { [tokenRoute]: { body: toTokens(searchParams.get('nonce') ?? undefined) }, ...routes },
  });
}
