import { expect, test } from 'vitest';
import { compareTermsVersions, hasAgreed } from './terms-version.ts';

test('AU-10 TM-06 OQ-24: versions compare part by part as numbers, and what is none counts as 0.0.0', () => {
  expect(compareTermsVersions('1.0.10', '1.0.9')).toBeGreaterThan(0);
  expect(compareTermsVersions('2.0.0', '1.99.99')).toBeGreaterThan(0);
  expect(compareTermsVersions('1.0.1', '1.0.1')).toBe(0);
  expect(compareTermsVersions('rubbish', '0.0.0')).toBe(0);
  expect([hasAgreed('1.0.0'), hasAgreed('1.0.1'), hasAgreed('1.0.10'), hasAgreed('')]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
