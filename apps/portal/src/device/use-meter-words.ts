import { splitMeter } from '@platen/contract/meter-names';
import { useFormatter, useTranslations } from 'use-intl/react';

const named = [
  'total',
  'black',
  'color',
  'largeblack',
  'largecolor',
  'copyblack',
  'copycolor',
  'printblack',
  'printcolor',
  'scan',
  'scanlarge',
  'scansmall',
  'fax',
] as const;
const units = ['sheets', 'sides', 'weighted', 'other', 'unknown'] as const;

/** Names and figures of meters; times in the zone of the organisation, in which months count (GE-08). */
export function useMeterWords(zone: string) {
  const t = useTranslations('ledger');
  const format = useFormatter();
  const date = (at: string) => format.dateTime(new Date(at), 'date', { timeZone: zone });
  return {
    date,
    /** A day without a zone: `2026-11-30`. */
    day: (day: string) => format.dateTime(new Date(`${day}T12:00:00Z`), 'date', { timeZone: 'UTC' }),
    moment: (at: string) => `${date(at)} ${format.dateTime(new Date(at), 'time', { timeZone: zone })}`,
    number: (value: number) => format.number(value),
    /** With its sign. */
    signed: (value: number) => format.number(value, { signDisplay: 'exceptZero' }),
    percent: (share: number) => format.number(share, { style: 'percent', signDisplay: 'exceptZero' }),
    /** `Total`, `Copy, black`, `Total (sheets)`; one that has no name keeps its own. */
    meter: (meter: string): string => {
      const { name, unit } = splitMeter(meter);
      const known = named.find((one) => one === name.replaceAll('.', ''));
      const text = known === undefined ? name : t(`meterNames.${known}`);
      if (unit === 'impressions') return text;
      const ofUnit = units.find((one) => one === unit);
      return t('ofUnit', { meter: text, unit: ofUnit === undefined ? unit : t(`units.${ofUnit}`) });
    },
  };
}
export type MeterWords = ReturnType<typeof useMeterWords>;
