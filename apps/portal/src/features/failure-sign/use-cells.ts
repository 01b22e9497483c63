import type { Basis } from '@platen/contract/basis';
import { useTranslations } from 'use-intl/react';
import { toLifePercent } from '../../device/figures.ts';
import type { Span } from './to-day.ts';
import { isWithheld } from './to-sign.ts';
import { useWords } from './use-words.ts';

type Resting = Basis | undefined;

/**
 * What stands in the cells of a copied or saved table: plain figures, and the words that the screen has for
 * what is unknown.
 */
export function useCells() {
  const t = useTranslations('failureSign');
  const words = useWords();
  /** '9 of 14 readings', where that is why a figure is missing. */
  const missing = (basis: Resting): string | undefined =>
    basis !== undefined && isWithheld(basis)
      ? t('readings', { count: basis.readings, needed: basis.neededReadings })
      : undefined;
  return {
    missing,
    sign: words.sign,
    rate: (rate: number | null, basis: Resting): number | string | null =>
      rate === null ? (missing(basis) ?? null) : toLifePercent(rate),
    /** The predicted day as shown, and its range. */
    predicted: (
      span: Span | undefined,
      basis: Resting,
      isFailing: boolean,
    ): readonly [string | null, string | null] => {
      if (span !== undefined) return [words.at(span), words.range(span) ?? t('part.rangeUnknown')];
      return [missing(basis) ?? (isFailing ? null : t('part.beyond')), null];
    },
  };
}
