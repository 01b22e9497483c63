import { adviceMessage } from '@platen/catalogue/advice/advice-message';
import type { Basis } from '@platen/contract/basis';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toLifePercent } from '../../device/figures.ts';
import { environment } from '../../platform/environment.ts';
import { isWithheld, type Sign, type Span, toVerdict } from './to-sign.ts';

/** Texts of advice and parts, figures and dates as this screen shows them. */
export function useTexts() {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const verdict = useTranslations('judged.verdict');
  const format = useFormatter();
  const { locale } = environment();
  const dayText = (at: Date, grain: Span['grain']) => format.dateTime(at, grain === 'day' ? 'date' : 'month');
  return {
    /** An id the catalogue does not know is shown, not swallowed. */
    advice: (id: string): string => adviceMessage(id, locale) ?? t('advice.unknown', { id }),
    part: (id: string | null): string | undefined => (id === null ? undefined : adviceMessage(id, locale)),
    /** The text of a verdict, the same on every screen; with too little history, a text that states it. */
    sign: (sign: Sign): string => (sign === 'withheld' ? t('horizon.verdict.withheld') : verdict(toVerdict(sign))),
    percent: (value: number): string => common('percent', { value: toLifePercent(value) }),
    day: (at: Date): string => dayText(at, 'day'),
    at: (span: Span): string => dayText(span.middle, span.grain),
    /** '11/29/2025 – 12/14/2025', one day where both ends are the same; undefined for an unknown range. */
    range: ({ grain, lower, upper }: Span): string | undefined => {
      if (lower === undefined || upper === undefined) return undefined;
      const [from, to] = [dayText(lower, grain), dayText(upper, grain)];
      return from === to ? from : t('horizon.range', { from, to });
    },
  };
}

type Resting = Basis | undefined;

/** Cells of a copied or saved table: plain figures, and the texts of the screen for what is unknown. */
export function useCells() {
  const t = useTranslations('failureSign');
  const texts = useTexts();
  /** '9 of 14 readings', where that is why a figure is missing. */
  const missing = (basis: Resting): string | undefined =>
    basis !== undefined && isWithheld(basis)
      ? t('readings', { count: basis.readings, needed: basis.neededReadings })
      : undefined;
  return {
    missing,
    sign: texts.sign,
    rate: (rate: number | null, basis: Resting): number | string | null =>
      rate === null ? (missing(basis) ?? null) : toLifePercent(rate),
    /** The predicted day as shown, and its range. */
    predicted: (
      span: Span | undefined,
      basis: Resting,
      isFailing: boolean,
    ): readonly [string | null, string | null] => {
      if (span !== undefined) return [texts.at(span), texts.range(span) ?? t('part.rangeUnknown')];
      return [missing(basis) ?? (isFailing ? null : t('part.beyond')), null];
    },
  };
}
