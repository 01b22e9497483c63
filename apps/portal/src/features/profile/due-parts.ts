import type { AnswerOf } from '@platen/contract/endpoint';
import type { readPmParts } from '@platen/contract/history';
import type { PartVerdict } from '@platen/contract/part-verdict';
import { asksForVisit, compareVerdicts, verdictOf } from '@platen/diagnosis/judge/part-verdict';

type PmParts = AnswerOf<typeof readPmParts>;
export type DuePart = PmParts['parts'][number] & { readonly verdict: PartVerdict };

/** Parts that ask for a visit and parts to watch, by their verdict, gravest first, then the most consumed first. */
export function toDueParts({ threshold, parts }: PmParts): readonly DuePart[] {
  return parts
    .map((part) => ({ ...part, verdict: verdictOf(part, threshold) }))
    .filter(({ verdict: { verdict } }) => asksForVisit(verdict) || verdict === 'watch')
    .toSorted(
      (a, b) =>
        compareVerdicts(a.verdict.verdict, b.verdict.verdict) ||
        (b.lifeNow ?? 0) - (a.lifeNow ?? 0) ||
        (b.life4Weeks ?? 0) - (a.life4Weeks ?? 0),
    );
}
