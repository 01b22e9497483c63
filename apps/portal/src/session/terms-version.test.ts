import { defaultAgreedVersion, latestTermsVersion } from '@platen/contract/constants';
import { expect, test } from 'vitest';
import { isLowerVersion } from './terms-version.ts';

test.each([
  ['1.0.0', '1.0.1', true],
  ['1.0.1', '1.0.1', false],
  ['1.0.2', '1.0.1', false],
  ['1.0.9', '1.0.10', true],
  ['1.0.10', '1.0.9', false],
  ['0.9.9', '1.0.0', true],
  ['2.0.0', '1.9.9', false],
  ['1.1.0', '1.0.9', false],
])('AU-10: agreed %s against latest %s is lower: %s', (agreed, latest, isLower) => {
  expect(isLowerVersion(agreed, latest)).toBe(isLower);
});

test.each([undefined, null, '', 'v1', '1.0', '1.0.1-beta', '1.0.1.1', '-1.0.0'])(
  'AU-10: agreed %j counts as 0.0.0',
  (agreed) => {
    expect(isLowerVersion(agreed, '0.0.1')).toBe(true);
    expect(isLowerVersion(agreed, '0.0.0')).toBe(false);
  },
);

test('CN-07 CN-08 TM-03 TM-04: the latest version is 1.0.1, the agreed one 0.0.0 until known, both are texts', () => {
  expect(latestTermsVersion).toBe('1.0.1');
  expect(defaultAgreedVersion).toBe('0.0.0');
  expect(isLowerVersion(defaultAgreedVersion, latestTermsVersion)).toBe(true);
});
