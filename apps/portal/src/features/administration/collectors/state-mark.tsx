import type { CollectorItem } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { Marked } from '../../../ui/status-mark.tsx';
import { toFleetState } from './model.ts';

/** Shape and words of a collector's state. */
export function StateMark({ collector }: { readonly collector: CollectorItem }) {
  const t = useTranslations('collectorFleet.state');
  const { shape, key } = toFleetState(collector);
  return (
    <Marked status={shape}>
      <span>{key === 'failing' ? t('failing', { count: collector.status?.failures ?? 0 }) : t(key)}</span>
    </Marked>
  );
}
