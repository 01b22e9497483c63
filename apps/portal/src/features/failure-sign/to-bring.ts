import { partName, partsOf } from '@platen/catalogue/families/parts';
import type { Locale } from '@platen/catalogue/locale';
import { partsOfAdvice } from '@platen/diagnosis/judge/advice-parts';
import { asksForVisit, toSign } from './to-sign.ts';

interface BroughtPart {
  readonly code: string;
  /** Undefined where the series is not known or has no such part. */
  readonly name: string | undefined;
}

/**
 * The parts to load for these advices, each once, by code ascending; none for advice that is only to watch. A
 * feeder gets the rollers that the series has, so that none is brought for a pad.
 */
export function toBring(
  messageIds: readonly (string | null)[],
  series: string | null,
  locale: Locale,
): readonly BroughtPart[] {
  const known = new Set(series === null ? [] : partsOf(series).map(({ code }) => code));
  const codes = messageIds.flatMap((id) => (id !== null && asksForVisit(toSign(id)) ? partsOfAdvice(id, known) : []));
  return [...new Set(codes)]
    .toSorted()
    .map((code) => ({ code, name: series === null ? undefined : partName(series, code, locale) }));
}
