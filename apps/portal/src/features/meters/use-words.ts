import type { CloseLine } from '@platen/contract/close-lines';
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

/** Names of meters, and times in the zone of the close (GE-08). */
export function useWords(zone: string) {
  const t = useTranslations('ledger.meterNames');
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
    /** `Total`, `Copy, black`; one that has no name keeps its own, and so does another unit. */
    meter: (meter: string): string => {
      const { name, unit } = splitMeter(meter);
      const known = named.find((one) => one === name.replaceAll('.', ''));
      const text = known === undefined ? name : t(known);
      return unit === 'impressions' ? text : `${text} (${unit})`;
    },
  };
}
export type Words = ReturnType<typeof useWords>;

/** Names a line among those of its close. */
export const keyOf = ({ deviceId, meter, part, corrects }: CloseLine): string =>
  [deviceId, meter, part, ...(corrects === null ? [] : [corrects.closeId])].join('.');

/** How the use compares with the former period; undefined: with nothing. */
export const shareOf = ({ billed, before }: Pick<CloseLine, 'billed' | 'before'>): number | undefined =>
  billed === null || before === null || before <= 0 ? undefined : (billed - before) / before;

/** The serial number, or what else a device is called by. */
export const deviceName = ({ serial, model, deviceId }: CloseLine): string => serial ?? model ?? deviceId;
