import type { PartVerdict } from '@platen/contract/part-verdict';
import { useTranslations } from 'use-intl/react';
import { toLifePercent } from './figures.ts';

/**
 * The sentence for a part whose rated life and condition do not agree, or of which only the rated life is
 * known.
 */
export function useVerdictNote() {
  const t = useTranslations('judged');
  const common = useTranslations('common');
  return ({ differs, rated, speaks, verdict }: PartVerdict): string | undefined => {
    if (differs !== null && rated !== null)
      return t(`differs.${differs}`, { consumed: common('percent', { value: toLifePercent(rated.consumed) }) });
    return speaks === 'rated' && verdict === 'due' ? t('ratedOnly') : undefined;
  };
}

/** The note as a line of its own; nothing without a note. */
export function VerdictNote({
  verdict,
  className,
}: {
  verdict: PartVerdict | undefined;
  className?: string | undefined;
}) {
  const noteOf = useVerdictNote();
  const note = verdict === undefined ? undefined : noteOf(verdict);
  return note === undefined ? null : <small className={className}>{note}</small>;
}
