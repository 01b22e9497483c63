import { describe, expect, test } from 'vitest';
import { ConfigError, toConfig } from './environment.ts';

const full = {
  stage: 'eu',
  brands: ['platen', 'rdt'],
  apiBase: 'https://api.example/',
  authority: 'https://id.example/t/p/v2.0',
  clientId: 'portal',
  scope: 'openid',
  logoutHint: 'id_token',
  version: '1.2.3',
};

describe('site settings', () => {
  test('AP-01 AU-02: base address, authority and client id are taken over', () => {
    expect(toConfig(full)).toEqual({ ...full, apiBase: 'https://api.example' });
  });

  test('CN-09: without a list of brands the stage says which are served', () => {
    expect(toConfig({ ...full, brands: undefined, stage: 'rdt' }).brands).toEqual(['rdt']);
  });

  test.each(['authority', 'clientId', 'scope', 'stage', 'version'])("AU-02: a missing '%s' is named", (name) => {
    expect(() => toConfig({ ...full, [name]: undefined })).toThrow(
      new ConfigError(`site settings: '${name}' is missing`),
    );
  });

  test('AU-15: the logout of the provider is called with the client id, unless the site says otherwise', () => {
    expect(toConfig({ ...full, logoutHint: undefined }).logoutHint).toBe('client_id');
    expect(() => toConfig({ ...full, logoutHint: 'idtoken' })).toThrow(/'logoutHint' is neither/);
  });

  test('CN-09: a site that would serve no brand is refused', () => {
    expect(() => toConfig({ ...full, brands: ['other'] })).toThrow(/serves no known brand/);
    expect(() => toConfig({ ...full, brands: undefined, stage: 'constructor' })).toThrow(/serves no known brand/);
  });
});
