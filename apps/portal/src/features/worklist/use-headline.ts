import { isKeyOf, toSupplyName } from '@platen/catalogue/supply-phrase';
import { useMemo } from 'react';
import { useFormatter, useMessages, useTranslations } from 'use-intl/react';
import { type HeadlineOf, type HeadlineWords, toHeadline } from './headline.ts';

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** The instant or day of an answer; a day counts as noon, so that no zone moves it. */
export const toDate = (text: string): Date => new Date(isDay.test(text) ? `${text}T12:00:00` : text);

/** Headlines in the language in use. */
export function useHeadline(): (condition: HeadlineOf) => string {
  const text = useTranslations('headlines');
  const status = useTranslations('status');
  const common = useTranslations('common');
  const format = useFormatter();
  const messages = useMessages();
  return useMemo(() => {
    const known = messages.status;
    const supply = (subject: string): string => {
      const [type = '', colour] = subject.split('.');
      const name = subject === 'waste' ? 'wasteToner' : toSupplyName(type);
      const word = name === undefined ? status('supplyName.other') : status(`supplyName.${name}`);
      return colour === undefined ? word : `${word} ${unit(colour)}`;
    };
    const unit = (name: string): string => (isKeyOf(messages.common.color, name) ? common(`color.${name}`) : name);
    const words: HeadlineWords = {
      text,
      unit,
      supply,
      supplyState: (subject, state) => status(`supply.${state}`, { supply: supply(subject) }),
      error: (subject) => {
        const alert = /^alert\.(\d+)$/.exec(subject)?.[1];
        if (alert !== undefined)
          return isKeyOf(known.alert, alert)
            ? status(`alert.${alert}`, { code: alert })
            : status('alert.other', { code: alert });
        return isKeyOf(known.detectedError, subject)
          ? status(`detectedError.${subject}`, { code: subject })
          : undefined;
      },
      date: (iso) => format.dateTime(toDate(iso), 'date'),
    };
    return (condition) => toHeadline(condition, words);
  }, [text, status, common, format, messages]);
}
