import type { FastifyInstance } from 'fastify';
import type { Configuration } from 'oidc-provider';
import { toLanguages } from '../../base/caller.ts';
import { type Settings, toAudience, toAuthority } from '../../settings/settings.ts';
import { toAccount } from './accounts.ts';
import type { DevelopmentKeys } from './keys.ts';
import { toBrand, toErrorPage } from './pages.ts';
import type { StoredSessions } from './sessions.ts';

/** Prefix of all addresses of the provider, as a B2C authority has them. */
export const toBase = (settings: Settings): string => new URL(toAuthority(settings)).pathname;

const toRedirects = (settings: Settings): string[] =>
  ['', '/rdt'].map((prefix) => `${settings.publicUrl}${prefix}/callback`);
export const toLogoutRedirects = (settings: Settings): string[] =>
  ['', '/rdt'].map((prefix) => `${settings.publicUrl}${prefix}/login`);

const hour = 3600;
/**
 * Access tokens cannot be taken back, so they outlive a logout by this at most; the portal renews them
 * silently.
 */
const accessTokenSeconds = 600;
/** Resource that access tokens are for; tokens for it are JSON web tokens with our audience. */
const resource = 'urn:platen:api';

/**
 * oidc-provider's configuration: one public client, code flow with PKCE, no consent screen, signed access
 * tokens.
 */
export function toConfiguration(settings: Settings, keys: DevelopmentKeys, sessions: StoredSessions): Configuration {
  const allowed = toAllowedOrigins(settings);
  return {
    adapter: sessions.adapter,
    clients: [
      {
        client_id: settings.clientId,
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: toRedirects(settings),
        post_logout_redirect_uris: toLogoutRedirects(settings),
        id_token_signed_response_alg: 'ES256',
      },
    ],
    clientBasedCORS: (_context, origin) => allowed.has(origin),
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: keys.cookies,
      names: { session: 'platen_session', interaction: 'platen_sign_in', resume: 'platen_resume' },
    },
    scopes: ['openid', 'offline_access', 'profile'],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    interactions: {
      url: (_context, { uid, params }) =>
        `${toBase(settings)}/interaction/${uid}${toBrand(params.redirect_uri) === 'rdt' ? '?brand=rdt' : ''}`,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid profile offline_access',
          audience: toAudience(settings),
          accessTokenFormat: 'jwt',
          accessTokenTTL: accessTokenSeconds,
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
    findAccount: (_context, subject) => {
      const account = toAccount(subject);
      return account && { accountId: subject, claims: () => ({ sub: subject, name: account.name }) };
    },
    // An invitation is accepted by the mail that the token names (OA-11).
    extraTokenClaims: (_context, token) => {
      const mail = 'accountId' in token ? toAccount(token.accountId)?.mail : undefined;
      return mail === undefined ? undefined : { email: mail, email_verified: true };
    },
    // The portal is our own: users are not asked whether it may sign them in.
    loadExistingGrant: async (context) => {
      const { client, session, provider } = context.oidc;
      if (!client || !session?.accountId) return undefined;
      const known = session.grantIdFor(client.clientId);
      const existing = known === undefined ? undefined : await provider.Grant.find(known);
      if (existing) return existing;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid profile offline_access');
      grant.addResourceScope(resource, 'openid profile offline_access');
      await grant.save();
      return grant;
    },
    // The specification of offline_access wants a consent screen; there is none, so it is decided by the
    // client.
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    // Good for one use, and 30 s longer (decision 0922); a later use ends the grant with all its tokens
    // (RFC 9700 section 4.14.2). The tabs of a browser renew one at a time (decision 0172).
    rotateRefreshToken: true,
    ttl: {
      AccessToken: accessTokenSeconds,
      AuthorizationCode: 60,
      IdToken: hour,
      Interaction: hour,
      RefreshToken: 14 * 24 * hour,
      Session: 14 * 24 * hour,
      Grant: 14 * 24 * hour,
    },
    renderError: (context, out) => {
      context.type = 'html';
      context.body = toErrorPage(settings, toLanguages(context.headers['accept-language']), out.error);
    },
  };
}

/**
 * Origins whose pages may ask the provider for tokens: the portal's own and those of `PLATEN_CORS_ORIGINS`.
 */
const toAllowedOrigins = ({ publicUrl, corsOrigins }: Settings): ReadonlySet<string> =>
  new Set([publicUrl, ...corsOrigins]);

/**
 * The provider takes its own address, and whether cookies are for https only, from the request. Every request
 * is made to look as if it came by the public address, so that no Host header gets into the discovery
 * document. Preflights of other origins are refused here: the provider would allow them all and refuse the
 * call itself.
 */
export function usePublicAddress(scope: FastifyInstance, settings: Settings): void {
  const { host, protocol } = new URL(settings.publicUrl);
  const allowed = toAllowedOrigins(settings);
  scope.addHook('onRequest', async (request, reply) => {
    const { headers } = request.raw;
    headers.host = host;
    headers['x-forwarded-host'] = host;
    headers['x-forwarded-proto'] = protocol.replace(':', '');
    if (request.method === 'OPTIONS' && !allowed.has(headers.origin ?? '')) await reply.status(403).send();
  });
}
