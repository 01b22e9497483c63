import type { StatusReason } from '@platen/contract/devices';
import { useTranslations } from 'use-intl';
import { toReasonWords } from './status-reason.ts';
import { useAgeText } from './use-age.ts';

/** Gives the words of status reasons in the reader's language; one hook for a whole list of rows. */
export function useReasonFormat(): (reason: StatusReason) => string {
  const t = useTranslations('status.reason');
  const age = useAgeText();
  return (reason) => {
    const words = toReasonWords(reason);
    switch (words.kind) {
      case 'own':
        return words.text;
      case 'deviceCode':
      case 'alert':
      case 'detectedErrorOther':
        return t(words.kind, { code: words.code });
      case 'detectedError':
        return t(`detectedError.${words.name}`);
      case 'hrDevice':
        return t(`hrDevice.${words.state}`);
      case 'toner':
        return t(`toner.${words.state}`, { color: t(`color.${words.color}`) });
      case 'supply':
        return t(`supply.${words.supply}.${words.state}`);
      case 'supplyOther':
        return t(`supply.other.${words.state}`);
      case 'noReport':
        return words.hours === undefined
          ? t('noReportUnknown')
          : t('noReport', { duration: age.duration(words.hours * 3_600_000) });
      case 'notReported':
        return t('notReported');
    }
  };
}

/** Words of one reason (`Paper jam`, `Black toner low`, `no report for 23 d`); undefined where there is none. */
export function useReasonText(reason: StatusReason | null | undefined): string | undefined {
  const format = useReasonFormat();
  return reason == null ? undefined : format(reason);
}
