import type { CollectorState } from '@platen/contract/collectors';
import { useTranslations } from 'use-intl/react';
import { Marked } from '../../../ui/status-mark.tsx';

const shapes = {
  working: 'normal',
  silent: 'error',
  never: 'unknown',
  resting: 'offline',
  revoked: 'offline',
} as const;

/** Whether a collector reports, in shape and words. */
export function ReportingMark({ state }: { readonly state: CollectorState }) {
  const t = useTranslations('siteCollectors.states');
  return (
    <Marked status={shapes[state]}>
      <span>{t(state)}</span>
    </Marked>
  );
}
