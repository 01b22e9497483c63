import { latestTermsVersion } from '@platen/contract/constants';

/** Numbers of a version; a missing or malformed one counts as 0.0.0 (OQ-24). */
function toParts(version: string): readonly number[] {
  return /^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(version) ? version.split('.').map(Number) : [0, 0, 0];
}

/** Compares two terms versions part by part as numbers: 1.0.10 is above 1.0.9 (OQ-24). */
export function compareTermsVersions(a: string, b: string): number {
  const [left, right] = [toParts(a), toParts(b)];
  for (const [index, part] of left.entries()) {
    const difference = part - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

export const hasAgreed = (version: string): boolean => compareTermsVersions(version, latestTermsVersion) >= 0;
