import { intlTag } from '@platen/catalogue/locale';
import { ErrorResponse, OidcClient, type SigninResponse, WebStorageStateStore } from 'oidc-client-ts';
import { environment } from '../platform/environment.ts';
import type { StoredSession } from './stored-session.ts';

/** OpenID Connect, authorization code with PKCE (OQ-08). Loaded only when it is needed. */
function createClient(): OidcClient {
  const { config, brand } = environment();
  const here = `${window.location.origin}${brand.prefix}`;
  return new OidcClient({
    authority: config.authority,
    client_id: config.clientId,
    scope: config.scope,
    redirect_uri: `${here}/callback`,
    post_logout_redirect_uri: `${here}/login`,
    response_type: 'code',
    loadUserInfo: false,
    requestTimeoutInSeconds: 30,
    stateStore: new WebStorageStateStore({ store: window.sessionStorage, prefix: 'platen.oidc.' }),
  });
}

function toSession(answer: SigninResponse, before?: StoredSession): StoredSession {
  if (answer.expires_at === undefined) throw new Error('the identity provider gave a token without an expiry');
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? before?.refreshToken ?? null,
    // Kept only where the logout needs it: it holds names and addresses of the user.
    idToken: usesIdToken() ? (answer.id_token ?? before?.idToken ?? null) : null,
    scope: answer.scope ?? before?.scope ?? null,
    subject: before?.subject ?? answer.profile.sub,
    expiresAt: answer.expires_at * 1000,
  };
}

const usesIdToken = (): boolean => environment().config.logoutHint === 'id_token';

/**
 * Address of the identity provider's sign-in page. The id token must come back with the nonce of this
 * request.
 */
export async function createSignIn(): Promise<string> {
  const request = await createClient().createSigninRequest({
    ui_locales: intlTag(environment().locale),
    nonce: crypto.randomUUID(),
  });
  return request.url;
}

/** Exchanges the code in the address that the provider sent the browser to. */
export async function completeSignIn(address: string): Promise<StoredSession> {
  return toSession(await createClient().processSigninResponse(address));
}

/** A new access token for the refresh token. */
export async function renewSession(session: StoredSession, refreshToken: string): Promise<StoredSession> {
  const state = {
    refresh_token: refreshToken,
    session_state: null,
    profile: { sub: session.subject, iss: '', aud: '', exp: 0, iat: 0 },
    ...(session.scope === null ? {} : { scope: session.scope }),
  };
  return toSession(await createClient().useRefreshToken({ state, timeoutInSeconds: 30 }), session);
}

/** Whether the provider refused, in contrast to a network failure. */
export const isRefusal = (thrown: unknown): boolean => thrown instanceof ErrorResponse;

/**
 * Address of the provider's logout, which leads back to the brand's login (OQ-09). The client id is enough
 * for it (RP-Initiated Logout 1.0 section 2); the id token goes along only where the site says that the
 * provider needs it.
 */
export async function createSignOut(idToken: string | null): Promise<string> {
  const request = await createClient().createSignoutRequest({
    client_id: environment().config.clientId,
    ...(idToken === null || !usesIdToken() ? {} : { id_token_hint: idToken }),
  });
  return request.url;
}
