import { familyOfSeries } from '@platen/catalogue/families/models';
import { partName } from '@platen/catalogue/families/parts';
import type { Locale } from '@platen/catalogue/locale';
import type { NeededPart } from '@platen/contract/parts-needed';
import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { useFormatter, useTranslations } from 'use-intl/react';
import type { Place, SortColumn } from './address.ts';

/** One part or cartridge of one series. */
export interface NeedRow extends NeededPart {
  readonly key: string;
  /** Name of a part; its code where the series has none. */
  readonly name: string;
  /** Part code; null of a cartridge. */
  readonly code: string | null;
  readonly isCode: boolean;
}

interface Naming {
  readonly locale: Locale;
  readonly toTonerName: (color: TonerColor) => string;
}

/** Pieces below which a part is hardly needed. */
export const hardly = 0.1;

/** The rows of the chosen kind in the chosen order; equal ones by name. */
export function toRows(parts: readonly NeededPart[], { kind, sort, order }: Place, naming: Naming): readonly NeedRow[] {
  const turn = order === 'asc' ? 1 : -1;
  return parts
    .filter(({ item }) => kind === 'all' || item.startsWith(`${kind}.`))
    .map((part) => toRow(part, naming))
    .toSorted((one, other) => turn * compare(one, other, sort, naming.locale) || (one.key < other.key ? -1 : 1));
}

function toRow(part: NeededPart, { locale, toTonerName }: Naming): NeedRow {
  const { series, item } = part;
  const word = item.slice(item.indexOf('.') + 1);
  const key = `${series ?? ''} ${item}`;
  const color = item.startsWith('toner.') ? tonerColors.find((one) => one === word) : undefined;
  if (color !== undefined) return { ...part, key, name: toTonerName(color), code: null, isCode: false };
  const family = series === null ? undefined : familyOfSeries(series);
  const name = family === undefined ? undefined : partName(family, word, locale);
  return { ...part, key, name: name ?? word, code: word, isCode: name === undefined };
}

function compare(one: NeedRow, other: NeedRow, column: SortColumn, locale: Locale): number {
  switch (column) {
    case 'part':
      return one.name.localeCompare(other.name, locale);
    case 'series':
      return (one.series ?? '').localeCompare(other.series ?? '', locale);
    case 'range':
      return one.upper - other.upper || one.lower - other.lower;
    case 'devices':
    case 'expected':
    case 'stock':
      return one[column] - other[column];
    default:
      return column satisfies never;
  }
}

/** Expected pieces with one decimal; what is less than the smallest of them is not shown as 0. */
export function usePieces(): (expected: number) => string {
  const t = useTranslations('partsNeeded');
  const format = useFormatter();
  return (expected) =>
    expected < hardly ? t('few') : format.number(expected, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Name of a region with its number; a group has no number to show. */
export function useRegionName(by: Place['by']) {
  const t = useTranslations('partsNeeded');
  return ({ region, name }: { readonly region: string; readonly name: string | null }): string => {
    if (region === '') return t(by === 'group' ? 'regions.noGroup' : 'regions.none');
    if (name === null) return region;
    return by === 'group' ? name : `${name}, ${region}`;
  };
}
