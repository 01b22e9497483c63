import { type PartsNeeded, regionKinds } from '@platen/contract/parts-needed';
import { useTranslations } from 'use-intl/react';
import { TableActions } from '../../downloads/table-actions.tsx';
import { Select } from '../../ui/text-field.tsx';
import { itemKinds, type Place } from './address.ts';
import styles from './parts-needed.module.css';
import { type NeedRow, useRegionName } from './to-rows.ts';

interface NeedBarProps {
  readonly place: Place;
  readonly data: PartsNeeded | undefined;
  readonly onChange: (change: Partial<Place>) => void;
}

/** The value of a select for all regions: no number of a dealer, and no id of a group. */
const all = '\u0000';

/** What the regions are, which of them, and whether parts or toner. */
export function NeedBar({ place, data, onChange }: NeedBarProps) {
  const t = useTranslations('partsNeeded');
  const { regions, more } = useRegions(place, data);
  const choose = <T extends string>(options: readonly T[], value: string): T | undefined =>
    options.find((one) => one === value);
  return (
    <div className={styles.bar} data-print="none">
      <Select
        label={t('by.label')}
        options={regionKinds.map((kind) => ({ value: kind, label: t(`by.${kind}`) }))}
        value={place.by}
        onChange={({ currentTarget: { value } }) => {
          const by = choose(regionKinds, value);
          if (by !== undefined) onChange({ by, region: undefined });
        }}
      />
      <Select
        className={styles.region}
        label={t('regions.label')}
        options={[{ value: all, label: t('regions.all') }, ...regions]}
        value={place.region ?? all}
        onChange={({ currentTarget: { value } }) => onChange({ region: value === all ? undefined : value })}
      />
      <Select
        label={t('kind.label')}
        options={itemKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        value={place.kind}
        onChange={({ currentTarget: { value } }) => {
          const kind = choose(itemKinds, value);
          if (kind !== undefined) onChange({ kind });
        }}
      />
      {more === undefined ? null : <span className={styles.more}>{more}</span>}
    </div>
  );
}

/** The regions to choose from; one in force that is not among them is not hidden. */
function useRegions({ by, region: chosen }: Place, data: PartsNeeded | undefined) {
  const t = useTranslations('partsNeeded');
  const toName = useRegionName(by);
  const known = data?.by === by ? data.regions : [];
  const regions = known.map(({ region, name, devices }) => ({
    value: region,
    label: `${toName({ region, name })} (${devices})`,
  }));
  const isKnown = chosen === undefined || known.some(({ region }) => region === chosen);
  const count = data?.regionCount ?? 0;
  return {
    regions: isKnown ? regions : [...regions, { value: chosen, label: toName({ region: chosen, name: null }) }],
    more: count > known.length && known.length > 0 ? t('regions.more', { shown: known.length, count }) : undefined,
  };
}

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
