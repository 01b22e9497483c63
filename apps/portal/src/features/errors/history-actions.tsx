import { decodeConditions } from '@platen/catalogue/families/settings';
import { useTranslations } from 'use-intl/react';
import { environment } from '../../platform/environment.ts';
import { useDeviceMessages } from '../../device-codes/use-device-codes.ts';
import { TableActions } from '../../downloads/table-actions.tsx';
import { useDates } from '../../ui/use-dates.ts';
import { codesOf, type LogRow } from './to-log-rows.ts';

/** The rows that are shown as a file, the settings of each in one column. */
export function HistoryActions({ rows, series }: { rows: readonly LogRow[]; series: string | null }) {
  const t = useTranslations('errorHistory');
  const names = useTranslations('profile.errors');
  const notReported = useTranslations('common')('notReported');
  const messageOf = useDeviceMessages(codesOf(rows));
  const dates = useDates();
  const settingsOf = ({ conditions }: LogRow) =>
    decodeConditions(series, conditions, environment().locale)
      .map(({ category, code, text }) => `${t(`conditions.${category}`)}: ${text ?? t('settingsRaw', { code })}`)
      .join('; ');
  return (
    <TableActions
      name={t('history.title')}
      columns={[
        t('columns.time'),
        t('columns.kind'),
        t('columns.code'),
        t('columns.message'),
        t('columns.counter'),
        t('columns.settings'),
      ]}
      toRows={() =>
        rows.map((row) => [
          dates.dateTime(row.at),
          names(row.category),
          row.errorCode,
          messageOf(row.errorCode) ?? null,
          row.counter ?? notReported,
          settingsOf(row),
        ])
      }
    />
  );
}
