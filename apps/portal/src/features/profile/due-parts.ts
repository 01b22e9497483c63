import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts } from '@platen/contract/history';

type PmParts = AnswerOf<typeof readPmParts>;
export type DuePart = PmParts['parts'][number];

/** Parts at their threshold now or within 4 weeks, the most consumed first. */
export function toDueParts({ threshold, parts }: PmParts): readonly DuePart[] {
  const most = (part: DuePart) => Math.max(part.lifeNow ?? 0, part.life4Weeks ?? 0);
  return parts
    .filter((part) => most(part) >= threshold)
    .toSorted((a, b) => (b.lifeNow ?? 0) - (a.lifeNow ?? 0) || most(b) - most(a));
}
