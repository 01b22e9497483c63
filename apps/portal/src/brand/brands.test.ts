import { describe, expect, test } from 'vitest';
import { readBuildSettings } from '../../build/plugins.ts';
import { toInnerPath, toOuterPath } from '../platform/address.ts';
import { brands, decideBrand, stages } from './brands.ts';

test('BR-01: there are exactly two brands', () => {
  expect(Object.keys(brands)).toEqual(['platen', 'rdt']);
});

test('BR-04 BR-06: the titles of the brands', () => {
  expect(brands.rdt.title).toBe('Remote Diagnosis Tool');
  expect(brands.platen.title).toBe('Platen');
});

describe('the brand of an address', () => {
  const both = ['platen', 'rdt'] as const;
  test.each([
    ['/', 'platen'],
    ['/login', 'platen'],
    ['/rdt', 'rdt'],
    ['/RDT/login', 'rdt'],
    ['/rdt/devicelist', 'rdt'],
    ['/rdtx/login', 'platen'],
    ['/login/rdt', 'platen'],
  ])('BR-02 BR-03: %s is %s', (path, id) => {
    expect(decideBrand(both, path).id).toBe(id);
  });

  test('BR-02: a site with one brand serves only that one, whatever the address (OQ-04)', () => {
    expect(decideBrand(['rdt'], '/').id).toBe('rdt');
    expect(decideBrand(['platen'], '/rdt/login').id).toBe('platen');
  });
});

describe('paths of a brand', () => {
  test.each([
    ['/rdt', '/'],
    ['/rdt/', '/'],
    ['/rdt/login', '/login'],
    ['/Rdt/deviceList', '/deviceList'],
  ])('BR-03 RT-23: %s is %s inside the brand', (outer, inner) => {
    expect(toInnerPath(brands.rdt, outer)).toBe(inner);
  });

  test.each(['/rdtx/login', '/devicelist', '/rdtlogin'])(
    'RT-22: %s lies outside the alternate brand and is left as it is',
    (path) => {
      const inner = toInnerPath(brands.rdt, path);
      expect(inner).toContain('/-outside-/');
      expect(toOuterPath(brands.rdt, inner)).toBe(path);
    },
  );

  test('BR-05: the default brand has no prefix', () => {
    expect(toInnerPath(brands.platen, '/devicelist')).toBe('/devicelist');
    expect(toOuterPath(brands.platen, '/devicelist')).toBe('/devicelist');
  });
});

describe('the stage of a build', () => {
  test("CN-09: is 'eu' by default, and serves both brands", () => {
    expect(readBuildSettings({})['stage']).toBe('eu');
    expect(stages['eu']).toEqual(['platen', 'rdt']);
  });

  test('CN-09: an unknown stage fails the build and names the known ones (OQ-05)', () => {
    expect(() => readBuildSettings({ PLATEN_STAGE: 'moon' })).toThrow(/'moon' is not known; known stages: eu/);
  });

  test('AU-02 AP-01: tenant, client id and base address come from the settings of the build', () => {
    const settings = readBuildSettings({
      PLATEN_AUTHORITY: 'https://id.example/tenant/policy/v2.0',
      PLATEN_CLIENT_ID: 'abc',
      PLATEN_API_BASE: 'https://api.example',
    });
    expect(settings).toMatchObject({
      authority: 'https://id.example/tenant/policy/v2.0',
      clientId: 'abc',
      apiBase: 'https://api.example',
    });
  });
});
