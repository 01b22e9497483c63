import type { PartsNeeded } from '@platen/contract/parts-needed';
import { useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import type { Place } from './address.ts';
import type { NeedRow } from './to-rows.ts';
import { useRegionName } from './use-need-words.ts';

interface NeedActionsProps {
  readonly rows: readonly NeedRow[];
  readonly place: Place;
  readonly data: PartsNeeded | undefined;
}

/** The table as a file, with all rows and the region that they are of. */
export function NeedActions({ rows, place, data }: NeedActionsProps) {
  const t = useTranslations('partsNeeded');
  const header = useTranslations('header');
  const toName = useRegionName(place.by);
  const { region } = place;
  const name = data?.regions.find((one) => one.region === region)?.name ?? null;
  const regionText = region === undefined ? t('regions.all') : toName({ region, name });
  const columns = ['region', 'part', 'code', 'series', 'devices', 'expected'] as const;
  const range = t('columns.range');
  return (
    <TableActions
      name={header('titles.partsNeeded')}
      columns={[...columns.map((column) => t(`columns.${column}`)), `${range} ≥`, `${range} ≤`, t('columns.stock')]}
      toRows={() =>
        rows.map((row) => [
          regionText,
          row.name,
          row.code,
          row.series ?? t('unknownSeries'),
          row.devices,
          Math.round(row.expected * 100) / 100,
          row.lower,
          row.upper,
          row.stock,
        ])
      }
    />
  );
}
