import type { JWTPayload } from 'jose';

/** What one kind of token says. `iss`, `iat` and `exp` are added when it is signed, unless given. */
export interface TokenParts {
  /** Type in the header; `JWT` where it is absent. */
  readonly typ?: string;
  readonly claims: JWTPayload;
}

/** How one kind of identity provider is addressed and what its tokens look like. */
export interface ProviderManner {
  readonly name: string;
  /** Path of the authority below the address of the provider, as `PLATEN_AUTHORITY` has it. */
  readonly authority: string;
  /** The same path with tenant and policy filled in. */
  readonly path: string;
  /** Path of the issuer; differs from the authority at B2C. */
  readonly issuer: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly access: TokenParts;
  readonly id: TokenParts;
  readonly logout: TokenParts;
  /** Renewal tokens as the provider makes them; a text where they are no signed JSON web token. */
  readonly refresh: TokenParts | string;
  /** Name of the claim that says which client the token was issued to, and of the scopes. */
  readonly client: string;
  readonly scope: string;
}

const subject = '7f3c2f0e-0f5b-4d5e-9a39-2f1f6e3a1c11';
const portal = '11111111-aaaa-4aaa-8aaa-111111111111';
const api = '22222222-bbbb-4bbb-8bbb-222222222222';
const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const hashes = { nonce: 'n-1', at_hash: 'MTIzNDU2Nzg5MDEyMzQ1Ng', auth_time: 1_790_000_000 };
const guids = { PLATEN_CLIENT_ID: portal, PLATEN_AUDIENCE: api, PLATEN_REQUIRED_SCOPE: 'portal' };

/** Azure AD B2C: access tokens carry the nonce of the sign-in as id tokens do. */
const b2c: ProviderManner = {
  name: 'Azure AD B2C',
  authority: '/{tenant}.onmicrosoft.com/{policy}/v2.0',
  path: '/contoso.onmicrosoft.com/B2C_1_signin/v2.0',
  issuer: '/775527ff-9a37-4307-8b3d-cc311f58d925/v2.0/',
  settings: { ...guids, PLATEN_TENANT: 'contoso', PLATEN_POLICY: 'B2C_1_signin' },
  access: {
    typ: 'JWT',
    claims: { sub: subject, aud: api, tfp: 'B2C_1_signin', nonce: 'n-1', scp: 'portal', azp: portal, ver: '1.0' },
  },
  id: { typ: 'JWT', claims: { sub: subject, aud: portal, tfp: 'B2C_1_signin', nonce: 'n-1', ver: '1.0', emails: [] } },
  logout: { typ: 'JWT', claims: { sub: subject, aud: portal, sid: 's-1', jti: 'j-1', events } },
  refresh: 'eyJraWQiOiJjcGltY29yZSJ9.a2V5.aXY.dGV4dA.dGFn',
  client: 'azp',
  scope: 'scp',
};

const entra: ProviderManner = {
  name: 'Microsoft Entra External ID',
  authority: '/{tenant}/v2.0',
  path: '/775527ff-9a37-4307-8b3d-cc311f58d925/v2.0',
  issuer: '/775527ff-9a37-4307-8b3d-cc311f58d925/v2.0',
  settings: { ...guids, PLATEN_TENANT: '775527ff-9a37-4307-8b3d-cc311f58d925' },
  access: {
    typ: 'JWT',
    claims: { sub: subject, aud: api, azp: portal, azpacr: '0', scp: 'portal', oid: 'o-1', tid: 't-1', ver: '2.0' },
  },
  id: { typ: 'JWT', claims: { sub: subject, aud: portal, nonce: 'n-1', oid: 'o-1', tid: 't-1', ver: '2.0' } },
  logout: { typ: 'logout+jwt', claims: { sub: subject, aud: portal, sid: 's-1', jti: 'j-1', events } },
  refresh: '1.AXYA-opaque',
  client: 'azp',
  scope: 'scp',
};

const keycloak: ProviderManner = {
  name: 'Keycloak',
  authority: '/realms/{tenant}',
  path: '/realms/fleet',
  issuer: '/realms/fleet',
  settings: { PLATEN_TENANT: 'fleet', PLATEN_AUDIENCE: 'platen-api', PLATEN_REQUIRED_SCOPE: 'platen' },
  access: {
    typ: 'JWT',
    claims: {
      sub: subject,
      aud: ['platen-api', 'account'],
      typ: 'Bearer',
      azp: 'platen-portal',
      acr: '1',
      auth_time: 1_790_000_000,
      scope: 'openid profile platen',
      sid: 's-1',
    },
  },
  id: { typ: 'JWT', claims: { sub: subject, aud: 'platen-portal', typ: 'ID', azp: 'platen-portal', ...hashes } },
  logout: { typ: 'JWT', claims: { sub: subject, aud: 'platen-portal', typ: 'Logout', sid: 's-1', events } },
  refresh: { typ: 'JWT', claims: { sub: subject, aud: 'platen-api', typ: 'Refresh', scope: 'openid platen' } },
  client: 'azp',
  scope: 'scope',
};

const auth0Audience = 'https://platen.example/api';
const auth0Base = {
  authority: '',
  path: '',
  issuer: '/',
  settings: { PLATEN_AUDIENCE: auth0Audience, PLATEN_REQUIRED_SCOPE: 'portal', PLATEN_CLIENT_ID: 'K1AUPh' },
  id: { typ: 'JWT', claims: { sub: subject, aud: 'K1AUPh', nonce: 'n-1', sid: 's-1' } },
  logout: { typ: 'logout+jwt', claims: { sub: subject, aud: 'K1AUPh', sid: 's-1', jti: 'j-1', events } },
  refresh: 'v1.MjU2LWJpdCBvcGFxdWU',
  scope: 'scope',
} as const;
const auth0Claims = {
  sub: subject,
  aud: [auth0Audience, 'https://contoso.auth0.example/userinfo'],
  scope: 'openid profile portal',
};

const auth0: ProviderManner = {
  ...auth0Base,
  name: 'Auth0, its own profile',
  access: { typ: 'JWT', claims: { ...auth0Claims, azp: 'K1AUPh' } },
  client: 'azp',
};

const auth0Rfc9068: ProviderManner = {
  ...auth0Base,
  name: 'Auth0, profile of RFC 9068',
  access: { typ: 'at+jwt', claims: { ...auth0Claims, client_id: 'K1AUPh', jti: 'j-2' } },
  client: 'client_id',
};

const plain: ProviderManner = {
  name: 'a plain provider (RFC 9068)',
  authority: '/oauth2',
  path: '/oauth2',
  issuer: '/oauth2',
  settings: { PLATEN_AUDIENCE: 'https://platen.example', PLATEN_REQUIRED_SCOPE: 'portal' },
  access: {
    typ: 'application/at+jwt',
    claims: { sub: subject, aud: 'https://platen.example', client_id: 'platen-portal', jti: 'j-3', scope: 'portal' },
  },
  id: { claims: { sub: subject, aud: 'platen-portal', ...hashes } },
  logout: { typ: 'logout+jwt', claims: { sub: subject, aud: 'platen-portal', sid: 's-1', jti: 'j-1', events } },
  refresh: { typ: 'rt+jwt', claims: { sub: subject, aud: 'https://platen.example', jti: 'j-4', scope: 'portal' } },
  client: 'client_id',
  scope: 'scope',
};

export const providerManners = [b2c, entra, keycloak, auth0, auth0Rfc9068, plain] as const;
export const tokenSubject = subject;
