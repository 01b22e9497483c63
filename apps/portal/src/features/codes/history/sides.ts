import type { CodeChangesAnswer } from '@platen/contract/code-history';
import type { CodeStandard } from '@platen/contract/code-lists';
import { useTranslations } from 'use-intl/react';
import { useDates } from '../../../ui/use-dates.ts';

/** Left side without a choice: the last visit, else the first day of the line. */
export const usualLeft = ({ visits, from }: Pick<CodeChangesAnswer, 'visits' | 'from'>): string =>
  visits.length > 0 ? 'lastVisit' : `day:${from}`;

/** Chosen to look for another device. */
export const otherDevice = 'other';

/** The sides that can be chosen, and that of the address, with their names (CH-03). */
export function useSides(data: CodeChangesAnswer, standards: readonly CodeStandard[]) {
  const t = useTranslations('codeHistory.sides');
  const { date, dateTime } = useDates();
  const onDay = (day: string) => date(new Date(`${day}T12:00:00Z`));
  const visits = data.visits.toReversed().map(({ visitId, arrivedAt }, index) => ({
    value: index === 0 ? 'lastVisit' : index === 1 ? 'visitBefore' : `visit:${visitId}`,
    label: t(index === 0 ? 'lastVisit' : 'visit', { date: date(new Date(arrivedAt)) }),
  }));
  const options = [
    { value: 'today', label: t('today') },
    ...visits,
    { value: `day:${data.from}`, label: onDay(data.from) },
    { value: 'first', label: t('first') },
    { value: 'usual', label: t('usual') },
    ...standards.map(({ standardId, name }) => ({ value: `standard:${standardId}`, label: t('standard', { name }) })),
  ];
  const toName = (side: string, found?: string | null): string => {
    const known = options.find(({ value }) => value === side);
    if (known !== undefined) return known.label;
    const [kind, name = ''] = side.split(/:(.*)/s, 2);
    if (kind === 'day') return onDay(name);
    if (kind === 'at') return dateTime(new Date(name));
    return kind === 'device' ? t('device', { serial: found ?? '-' }) : (found ?? '-');
  };
  const withChosen = (side: string, found?: string | null) => [
    ...(options.some(({ value }) => value === side) ? [] : [{ value: side, label: toName(side, found) }]),
    ...options,
    { value: otherDevice, label: t('other') },
  ];
  return { withChosen, toName };
}
