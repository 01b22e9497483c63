import { describe, expect, test } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { findTokenFault, type TokenRules, toTokenRules, type VerifiedToken } from './token-rules.ts';

const rules: TokenRules = {
  audience: 'api',
  clients: new Set(['portal', 'scripts']),
  policies: { names: new Set(['b2c_1_signin']), required: false },
  scopes: [],
};
const b2c: TokenRules = { ...rules, policies: { ...rules.policies, required: true } };
const scoped: TokenRules = { ...rules, scopes: ['read', 'write'] };
const token = (payload: VerifiedToken['payload'], typ?: string): VerifiedToken => ({
  header: typ === undefined ? {} : { typ },
  payload: { sub: 'anna', ...payload },
});

describe('rules of access tokens', () => {
  test.each<[string, VerifiedToken, TokenRules]>([
    ['RFC 9068', token({ client_id: 'portal' }, 'at+jwt'), rules],
    ['RFC 9068, full media type', token({ client_id: 'portal' }, 'application/AT+JWT'), rules],
    ['Amazon Cognito', token({ token_use: 'access', client_id: 'portal', scope: 'openid' }), rules],
    ['Okta, scopes as a list', token({ cid: 'portal', scp: ['read', 'write'] }), scoped],
    ['Entra v1', token({ appid: 'scripts', scp: 'read write' }, 'JWT'), scoped],
    ['Keycloak, acr of its own meaning', token({ typ: 'Bearer', azp: 'portal', acr: '1' }, 'JWT'), rules],
    ['Keycloak before 25, with the nonce', token({ typ: 'Bearer', nonce: 'n', auth_time: 1 }, 'JWT'), rules],
    ['B2C user flow', token({ tfp: 'B2C_1_SignIn', scp: 'read', nonce: 'n' }, 'JWT'), b2c],
    ['B2C custom policy', token({ acr: 'b2c_1_signin', scp: 'read' }, 'JWT'), b2c],
    ['a subject that is no ASCII text', token({ sub: '山田 太郎', scope: 'read' }), rules],
    ['the longest subject', token({ sub: 'a'.repeat(255), scope: 'read' }), rules],
  ])('AP-02: %s is accepted', (_name, given, by) => {
    expect(findTokenFault(given, by)).toBeUndefined();
  });

  test.each<[string, VerifiedToken, TokenRules, RegExp]>([
    ['a logout token by its type', token({ scope: 'read' }, 'logout+jwt'), rules, /logout\+jwt/],
    ['a security event by its type', token({ scope: 'read' }, 'secevent+jwt'), rules, /secevent\+jwt/],
    ['an unknown type', token({ scope: 'read' }, 'dpop+jwt'), rules, /dpop\+jwt/],
    ['an id token of Keycloak', token({ typ: 'ID', scope: 'read' }), rules, /'typ'/],
    ['a type that is no text', token({ typ: 1, scope: 'read' }), rules, /'typ'/],
    ['an id token of Cognito', token({ token_use: 'id', scope: 'read' }), rules, /token_use/],
    ['a hash of an access token', token({ at_hash: 'h', scope: 'read' }), rules, /at_hash/],
    ['a hash of a code', token({ c_hash: 'h', scope: 'read' }), rules, /c_hash/],
    ['events', token({ events: {}, scope: 'read' }, 'JWT'), rules, /events/],
    ['a token bound to a key', token({ cnf: { jkt: 'k' } }, 'at+jwt'), rules, /cnf/],
    ['no subject', { header: { typ: 'at+jwt' }, payload: {} }, rules, /subject/],
    ['U+0000 in the subject', token({ sub: 'a\u0000' }, 'at+jwt'), rules, /subject/],
    ['half a surrogate in the subject', token({ sub: 'a\uD800' }, 'at+jwt'), rules, /subject/],
    ['a subject that is too long', token({ sub: 'a'.repeat(256) }, 'at+jwt'), rules, /subject/],
    ['another policy', token({ tfp: 'B2C_1_reset', scp: 'read' }), rules, /policy/],
    ['another policy where one is required', token({ tfp: 'B2C_1_reset', scp: 'read' }), b2c, /policy/],
    ['another policy in acr', token({ acr: 'b2c_1a_reset', scp: 'read' }), b2c, /policy/],
    ['tfp of another policy next to a right acr', token({ tfp: 'x', acr: 'b2c_1_signin', scp: 'read' }), b2c, /policy/],
    ['no policy where one is required', token({ scp: 'read' }), b2c, /no policy/],
    ['another client', token({ azp: 'other', scope: 'read' }), rules, /azp/],
    [
      'two clients of which one is unknown',
      token({ azp: 'portal', client_id: 'other', scope: 'read' }),
      rules,
      /client_id/,
    ],
    ['a client that is no text', token({ azp: ['portal'], scope: 'read' }), rules, /azp/],
    ['one of two scopes', token({ scope: 'read' }), scoped, /'write'/],
    ['a scope that only begins like the wanted one', token({ scope: 'read write.all' }), scoped, /'write'/],
    ['no scope', token({}, 'at+jwt'), scoped, /'read'/],
    ['nothing that marks an access token', token({ azp: 'portal', nonce: 'n' }, 'JWT'), rules, /nothing in the token/],
    ['an empty scope and no other mark', token({ scope: ' ' }, 'JWT'), rules, /nothing in the token/],
  ])('AC-17: %s is refused', (_name, given, by, fault) => {
    expect(findTokenFault(given, by)).toMatch(fault);
  });

  test('AU-02: the settings say which policy, clients, scopes and audience are right', () => {
    const of = (authority: string, more: Record<string, string> = {}) =>
      toTokenRules(readSettings({ PLATEN_AUTHORITY: authority, PLATEN_AUDIENCE: 'api', ...more }));
    expect(
      of('https://c.b2clogin.com/c.onmicrosoft.com/{policy}/v2.0', {
        PLATEN_POLICY: 'B2C_1_signin',
        PLATEN_CLIENT_ID: 'portal',
        PLATEN_ACCEPTED_CLIENTS: 'scripts  app',
        PLATEN_REQUIRED_SCOPE: 'read write',
      }),
    ).toEqual({
      audience: 'api',
      clients: new Set(['portal', 'scripts', 'app']),
      policies: { names: new Set(['b2c_1_signin']), required: true },
      scopes: ['read', 'write'],
    });
    const written = of('https://c.b2clogin.com/c.onmicrosoft.com/B2C_1_signin/v2.0');
    expect(written.policies.required).toBe(false);
    expect(findTokenFault(token({ tfp: 'b2c_1_signin', scp: 'read' }), written)).toBeUndefined();
    expect(findTokenFault(token({ tfp: 'b2c_1_reset', scp: 'read' }), written)).toMatch(/policy/);
  });
});
