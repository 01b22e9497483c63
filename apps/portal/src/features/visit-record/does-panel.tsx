import { dayMs } from '@platen/contract/constants';
import type { DeviceRecord } from '@platen/contract/visit-records';
import { whatItDoes } from '@platen/diagnosis/visit-record/what-it-does';
import { useTranslations } from 'use-intl/react';
import { useDates } from '../../ui/use-dates.ts';
import styles from './record.module.css';

/** What the record will do, before it is saved: nothing else happens. */
export function DoesPanel({
  record,
  itemName,
  isDone = false,
}: {
  readonly record: DeviceRecord;
  readonly itemName: (item: string) => string;
  /** The server has it: what it did. */
  readonly isDone?: boolean;
}) {
  const t = useTranslations('visitRecord.does');
  const common = useTranslations('common');
  const dates = useDates();
  const does = whatItDoes(record);
  const namesOf = (items: readonly string[]) => items.map(itemName).join(common('list.separator'));
  const resolved = does.fixed.length + does.nothing.length;
  const lines = [
    resolved > 0 ? t('resolved', { count: resolved }) : undefined,
    does.stay.length > 0 ? t('stay', { count: does.stay.length }) : undefined,
    does.missing.length > 0 ? t('draft', { parts: namesOf(does.missing.map(({ item }) => item)) }) : undefined,
    does.partsReplaced.length > 0 ? t('replaced', { parts: namesOf(does.partsReplaced) }) : undefined,
    does.partsNoted.length > 0 ? t('noted', { parts: namesOf(does.partsNoted) }) : undefined,
    does.partsGood.length > 0 ? t('foundGood', { count: does.partsGood.length }) : undefined,
    does.unused > 0 ? t('unused', { count: does.unused }) : undefined,
    does.exchanged === null ? undefined : t('exchanged'),
    does.codesSet > 0 ? t('codes', { count: does.codesSet }) : undefined,
    does.effectAfter === null
      ? undefined
      : t('effect', { day: dates.date(new Date(Date.parse(record.leftAt) + (does.effectAfter + 1) * dayMs)) }),
  ].filter((line) => line !== undefined);
  return (
    <section className={styles.cell} aria-live="polite">
      <h2>{t(isDone ? 'titleDone' : 'title')}</h2>
      {lines.length === 0 ? <p className="quiet">{t('nothing')}</p> : null}
      <ul className={styles.does}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
