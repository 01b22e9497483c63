import type { JWTHeaderParameters, JWTPayload } from 'jose';
import { type Settings, toAudience, toAuthority } from '../settings/settings.ts';

/** What an access token must hold, in addition to signature, issuer, audience and expiry. Decision 0115. */
export interface TokenRules {
  readonly audience: string;
  /** Clients whose tokens are accepted, where a token names its client. */
  readonly clients: ReadonlySet<string>;
  /** Policies of a B2C-style authority, in lower case; `required`: every token must name one. */
  readonly policies: { readonly names: ReadonlySet<string>; readonly required: boolean };
  /** Scopes that a token must carry, all of them. */
  readonly scopes: readonly string[];
}

/** A token whose signature, issuer, audience and expiry are right. */
export interface VerifiedToken {
  readonly header: Pick<JWTHeaderParameters, 'typ'>;
  readonly payload: JWTPayload;
}

/** Returns what is wrong with the token, or undefined. */
type Rule = (token: VerifiedToken, rules: TokenRules) => string | undefined;

/** RFC 7515 section 4.1.9: the prefix may be left out, and media types do not distinguish case. */
const toType = (typ: unknown): string | undefined =>
  typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : undefined;

/** RFC 9068 section 2.1: `at+jwt`. Most providers write `JWT` or nothing for every kind of token. */
const headerType: Rule = ({ header }) =>
  header.typ === undefined || ['jwt', 'at+jwt'].includes(toType(header.typ) ?? '')
    ? undefined
    : `the token is of type '${header.typ}', not an access token`;

/** Keycloak: `Bearer`, `ID`, `Refresh`, `Logout` … in the claims. */
const claimedType: Rule = ({ payload }) =>
  payload['typ'] === undefined || ['bearer', 'at+jwt'].includes(toType(payload['typ']) ?? '')
    ? undefined
    : "claim 'typ' of the token does not name an access token";

/** Amazon Cognito: `access` or `id`. */
const use: Rule = ({ payload }) =>
  payload['token_use'] === undefined || payload['token_use'] === 'access'
    ? undefined
    : "claim 'token_use' of the token is not 'access'";

/**
 * Claims that only other tokens carry: hashes of id tokens (OpenID Connect Core 3.1.3.6, 3.3.2.11), events of
 * logout tokens (RFC 8417). `nonce` and `auth_time` are not among them: B2C and Keycloak put them into access
 * tokens too.
 */
const claimsOfOthers: Rule = ({ payload }) => {
  const found = ['at_hash', 'c_hash', 's_hash', 'events'].find((name) => payload[name] !== undefined);
  return found === undefined ? undefined : `claim '${found}' marks an id or logout token`;
};

/** RFC 7800: a token bound to a key is no bearer token, and the proof of the key is not checked here. */
const unbound: Rule = ({ payload }) =>
  payload['cnf'] === undefined ? undefined : "claim 'cnf' binds the token to a key; only bearer tokens are accepted";

/** OpenID Connect Core section 2: at most 255 characters. The store takes no U+0000 and no half surrogate. */
const longestSubject = 255;
const subject: Rule = ({ payload: { sub } }) =>
  sub !== undefined && sub !== '' && sub.length <= longestSubject && !/[\p{Cc}\p{Cs}]/u.test(sub)
    ? undefined
    : 'the token names no usable subject';

/**
 * Policies of one B2C tenant share issuer and keys; user flows name theirs in `tfp`, custom policies in `tfp`
 * or `acr`. Elsewhere `acr` means the strength of the sign-in, so it is read only where a policy is required.
 */
const policy: Rule = ({ payload }, { policies: { names, required } }) => {
  const named = payload['tfp'] ?? (required ? payload['acr'] : undefined);
  if (named === undefined) return required ? "the token names no policy in 'tfp' or 'acr'" : undefined;
  return typeof named === 'string' && names.has(named.toLowerCase())
    ? undefined
    : 'the token comes from another policy of the authority';
};

/** `azp`: Entra, B2C, Keycloak, Auth0. `client_id`: RFC 9068, Cognito. `appid`: Entra v1. `cid`: Okta. */
const client: Rule = ({ payload }, { clients }) => {
  const other = ['azp', 'client_id', 'appid', 'cid'].find((name) => {
    const value = payload[name];
    return value !== undefined && !(typeof value === 'string' && clients.has(value));
  });
  return other === undefined ? undefined : `the token was issued to another client ('${other}')`;
};

/** `scp`: Entra, B2C, Okta (a list there). `scope`: RFC 9068, Keycloak, Auth0, Cognito. */
function readScopes(payload: JWTPayload): readonly string[] {
  return [payload['scp'], payload['scope']].flatMap((value) =>
    typeof value === 'string'
      ? value.split(' ').filter((scope) => scope !== '')
      : Array.isArray(value)
        ? value.filter((scope) => typeof scope === 'string')
        : [],
  );
}

const scope: Rule = ({ payload }, { scopes }) => {
  const given = new Set(readScopes(payload));
  const missing = scopes.find((wanted) => !given.has(wanted));
  return missing === undefined ? undefined : `the token lacks the scope '${missing}'`;
};

/** Id tokens carry none of these, so a token must show at least one. */
const evidence: Rule = ({ header, payload }) =>
  toType(header.typ) === 'at+jwt' ||
  payload['typ'] !== undefined ||
  payload['token_use'] !== undefined ||
  readScopes(payload).length > 0
    ? undefined
    : "nothing in the token says that it is an access token: no type, no 'token_use', no scope";

/** In this order; the first fault is the one reported. */
const table: readonly Rule[] = [
  headerType,
  claimedType,
  use,
  claimsOfOthers,
  unbound,
  subject,
  policy,
  client,
  scope,
  evidence,
];

/** What keeps a verified token from being an access token for this API; undefined for one that is. */
export function findTokenFault(token: VerifiedToken, rules: TokenRules): string | undefined {
  for (const rule of table) {
    const fault = rule(token, rules);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/**
 * The rules that follow from the settings. `{policy}` in the authority means a B2C-style one: every token
 * must then name that policy. Without it a token may name none, or one that is a part of the authority's
 * path.
 */
export function toTokenRules(settings: Settings): TokenRules {
  const required = settings.authority?.includes('{policy}') ?? false;
  const parts = new URL(toAuthority(settings)).pathname.split('/').filter((part) => part !== '');
  const names = required ? [settings.policy] : parts.map((part) => decodeURIComponent(part));
  return {
    audience: toAudience(settings),
    clients: new Set([settings.clientId, ...settings.acceptedClients]),
    policies: { names: new Set(names.map((name) => name.toLowerCase())), required },
    scopes: settings.requiredScopes,
  };
}
