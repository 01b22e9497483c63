import { defaultAgreedVersion } from '@platen/contract/constants';

type Parts = readonly [number, number, number];

/** A missing or malformed version counts as 0.0.0 (OQ-24). */
function toParts(version: string | null | undefined): Parts {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec((version ?? defaultAgreedVersion).trim());
  return found === null ? [0, 0, 0] : [Number(found[1]), Number(found[2]), Number(found[3])];
}

/** Whether an agreed version is lower than another, number by number: 1.0.10 is above 1.0.9 (AU-10). */
export function isLowerVersion(agreed: string | null | undefined, latest: string): boolean {
  const [a, b] = [toParts(agreed), toParts(latest)];
  for (const index of [0, 1, 2] as const) if (a[index] !== b[index]) return a[index] < b[index];
  return false;
}
