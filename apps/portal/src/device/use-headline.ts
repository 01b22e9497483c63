import { createHeadline, createMatter, type HeadlineOf } from '@platen/catalogue/headline';
import { useMemo } from 'react';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import { environment } from '../platform/environment.ts';

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** The instant or day of an answer; a day counts as noon, so that no zone moves it. */
export const toDate = (text: string): Date => new Date(isDay.test(text) ? `${text}T12:00:00` : text);

type Write = (condition: HeadlineOf) => string;

/** Headlines in the language in use. */
export const useHeadline = (): Write => useWords(createHeadline);

/** Which matter a condition is, for entries of the past. */
export const useMatter = (): Write => useWords(createMatter);

function useWords(create: typeof createHeadline): Write {
  const headlines = useTranslations('headlines');
  const status = useTranslations('status');
  const common = useTranslations('common');
  const format = useFormatter();
  const messages = useMessages();
  return useMemo(() => {
    const known = { status: messages.status, common: messages.common };
    const { locale } = environment();
    return create({
      locale,
      headlines,
      status,
      common,
      known,
      date: (iso) => format.dateTime(toDate(iso), 'date'),
    });
  }, [create, headlines, status, common, messages, format]);
}
