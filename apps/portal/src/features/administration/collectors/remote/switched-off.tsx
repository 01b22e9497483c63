import type { RemoteOff } from '@platen/contract/remote-settings';
import { useTranslations } from 'use-intl/react';
import { useDates } from '../../../../ui/use-dates.ts';
import frame from '../collectors.module.css';

/** Who of the customer switched remote work off, and when; only they switch it on again (OA-20). */
export function SwitchedOff({ off }: { readonly off: RemoteOff | null | undefined }) {
  const t = useTranslations('collectorRemote');
  const { dateTime } = useDates();
  if (off === null || off === undefined) return null;
  return <p className={frame.advice}>{t('switchedOff', { name: off.by, time: dateTime(new Date(off.at)) })}</p>;
}
