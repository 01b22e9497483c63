import { useTranslations } from 'use-intl/react';

interface Counted {
  readonly countedTime?: { readonly timeZone: string } | undefined;
}

/** Names the time zone of the days or months in an answer; undefined while there is none. */
export function useZoneNote(answer: Counted | undefined): string | undefined {
  const t = useTranslations('charts');
  return answer === undefined ? undefined : (answer.countedTime?.timeZone ?? t('unknownZone', { zone: 'UTC' }));
}
