import { useFormatter, useTranslations } from 'use-intl/react';
import type { Place } from './address.ts';
import { hardly } from './to-rows.ts';

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
