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

/** Names of meters, and times in the zone of the organisation, in which months are counted (GE-08). */
export function useLedgerWords(zone: string) {
  const t = useTranslations('ledger.meterNames');
  const units = useTranslations('counter.byFunction.units');
  const format = useFormatter();
  const inZone = { timeZone: zone };
  const date = (at: string) => format.dateTime(new Date(at), 'date', inZone);
  return {
    date,
    moment: (at: string) => `${date(at)} ${format.dateTime(new Date(at), 'time', inZone)}`,
    number: (value: number) => format.number(value),
    /** With its sign. */
    signed: (value: number) => format.number(value, { signDisplay: 'exceptZero' }),
    /** `Total`, `Copy, black`, `Total (sheets)`; one that has no name keeps its own. */
    meter: (meter: string): string => {
      const { name, unit } = splitMeter(meter);
      const known = named.find((one) => one === name.replaceAll('.', ''));
      const text = known === undefined ? name : t(known);
      if (unit === 'impressions') return text;
      return `${text} (${isUnit(unit) ? units(unit) : unit})`;
    },
  };
}

type Unit = 'sheets' | 'sides' | 'weighted' | 'other' | 'unknown';
const isUnit = (unit: string): unit is Unit => ['sheets', 'sides', 'weighted', 'other', 'unknown'].includes(unit);
