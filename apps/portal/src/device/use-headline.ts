import { createHeadline, type HeadlineOf } from '@platen/catalogue/headline';
import { useMemo } from 'react';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import { environment } from '../platform/environment.ts';

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** The instant or day of an answer; a day counts as noon, so that no zone moves it. */
export const toDate = (text: string): Date => new Date(isDay.test(text) ? `${text}T12:00:00` : text);

/** Headlines in the language in use. */
export function useHeadline(): (condition: HeadlineOf) => string {
  const headlines = useTranslations('headlines');
  const status = useTranslations('status');
  const common = useTranslations('common');
  const format = useFormatter();
  const messages = useMessages();
  return useMemo(() => {
    const known = { status: messages.status, common: messages.common };
    const { locale } = environment();
    return createHeadline({
      locale,
      headlines,
      status,
      common,
      known,
      date: (iso) => format.dateTime(toDate(iso), 'date'),
    });
  }, [headlines, status, common, messages, format]);
}
