import { useTranslations } from 'use-intl/react';
import { toLevelPercent } from '../../device/figures.ts';
import { useLevelText } from '../../device/use-level-text.ts';
import { TableActions } from '../../downloads/table-actions.tsx';
import type { TonerRow } from './toner-rows.ts';

/** Level, days left and pixel count of each colour as a file; what is not known in words. */
export function LevelsActions({ rows }: { rows: readonly TonerRow[] }) {
  const t = useTranslations('toner');
  const common = useTranslations('common');
  const level = useLevelText();
  const daysOf = ({ daysLeft: left }: TonerRow): number | string => {
    if (left.kind === 'known') return left.days;
    return left.kind === 'withheld' ? t('withheld', left) : t('noForecast');
  };
  const rangeOf = ({ daysLeft: left }: TonerRow): string | null => {
    if (left.kind !== 'known') return null;
    return left.range === undefined ? t('rangeUnknown') : t('rangeDays', left.range);
  };
  return (
    <TableActions
      name={t('title')}
      columns={[t('color'), t('level'), t('daysLeft'), t('range'), t('pixel.title')]}
      toRows={() =>
        rows.map((row) => [
          common(`color.${row.color}`),
          row.percent === null ? level.long(null, row.state) : toLevelPercent(row.percent),
          daysOf(row),
          rangeOf(row),
          row.averagePixelCount ?? common('notReported'),
        ])
      }
    />
  );
}
