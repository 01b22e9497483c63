import type { BroughtPart } from '@platen/contract/visit-pack';
import { useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { useDates } from '../../ui/use-dates.ts';

/** A span of days in words: 'now', 'now to …', '… to …'. */
export function useSpan(): (range: { lower: string; upper: string }, today: string) => string {
  const t = useTranslations('visitPack.forecast');
  const { date } = useDates();
  return ({ lower, upper }, today) => {
    if (upper <= today) return t('now');
    if (lower <= today) return t('until', { to: date(toDate(upper)) });
    return t('between', { from: date(toDate(lower)), to: date(toDate(upper)) });
  };
}

/** Why a part is brought, besides its condition. */
export function useWhy(today: string): (part: BroughtPart) => string {
  const t = useTranslations('visitPack.bring');
  const common = useTranslations('common');
  const span = useSpan();
  return ({ life, level, range, conditionId, group }) =>
    [
      life === null ? undefined : t('life', { percent: Math.round(life) }),
      level === null ? undefined : t('level', { percent: Math.round(level) }),
      range === null ? undefined : span(range, today),
      group === 'asked' && conditionId === null ? t('entered') : undefined,
    ]
      .filter((one) => one !== undefined)
      .join(common('list.separator'));
}
