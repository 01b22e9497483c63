import type { SettingEntry, SettingKey } from '@platen/contract/remote-settings';
import { useFormatter, useTranslations } from 'use-intl/react';

interface ValueProps {
  readonly of: SettingKey;
  readonly value: SettingEntry['value'];
}

/** A setting as people read it. */
export function SettingValue({ of, value }: ValueProps) {
  const t = useTranslations('collectorRemote.values');
  const format = useFormatter();
  if (typeof value === 'boolean') return t(value ? 'on' : 'off');
  if (of === 'every' && typeof value === 'number') {
    if (value === 0) return t('once');
    return value < 60_000 ? t('seconds', { count: value / 1000 }) : t('minutes', { count: value / 60_000 });
  }
  if (typeof value === 'number') return format.number(value);
  if (typeof value === 'string') return value === '' ? t('always') : value;
  if (value.length === 0) return t('none');
  return <span className={of === 'targets' || of === 'exclude' ? 'code' : undefined}>{value.join(', ')}</span>;
}
