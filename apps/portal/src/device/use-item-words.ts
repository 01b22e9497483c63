import { partWords } from '@platen/catalogue/part-words';
import { toSupplyName } from '@platen/catalogue/supply-phrase';
import { type TonerColor, tonerColors } from '@platen/contract/report-sections';
import { useTranslations } from 'use-intl/react';
import { environment } from '../platform/environment.ts';

const colorOf = (item: string): TonerColor | undefined => tonerColors.find((color) => item === `toner.${color}`);

/** Names of parts, drives and supplies: what is brought, forecast or missing. Needs the texts `headlines`. */
export function useItemWords(): (item: string) => string {
  const headlines = useTranslations('headlines');
  const status = useTranslations('status');
  return (item) => {
    const color = colorOf(item);
    if (color !== undefined) return status(`supplyName.${toSupplyName(color) ?? 'other'}`);
    if (item.startsWith('supply.')) {
      const [, type = ''] = item.split('.');
      return status(`supplyName.${type === 'waste' ? 'wasteToner' : (toSupplyName(type) ?? 'other')}`);
    }
    if (item === 'hdd') return headlines('drives.storage');
    const drive = /^storage\.(.+)$/.exec(item)?.[1];
    if (drive !== undefined) return `${headlines('drives.storage')} ${drive}`;
    return partWords(item, environment().locale) ?? headlines('part', { code: item });
  };
}
