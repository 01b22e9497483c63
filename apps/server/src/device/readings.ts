import type { Supply, TonerColor } from '@platen/contract/report-sections';
import type { Reading } from '@platen/contract/values';

/** The value of a reading; null if it was not measured or not reported. */
export const toValue = <T>(reading: Reading<T> | undefined): T | null =>
  reading?.state === 'measured' ? reading.value : null;

/**
 * The supply shown for a toner colour: of several cartridges the emptiest measured one, which has to be
 * replaced first.
 */
export function chooseSupply(supplies: readonly Supply[], color: TonerColor): Supply | undefined {
  const all = supplies.filter((supply) => supply.tonerColor === color);
  const isGone = ({ condition }: Supply) => condition === 'empty' || condition === 'missing';
  const level = (supply: Supply) => toValue(supply.percent) ?? (isGone(supply) ? 0 : Number.POSITIVE_INFINITY);
  return all.reduce<Supply | undefined>((best, next) => (best && level(best) <= level(next) ? best : next), undefined);
}

/** PostgreSQL writes `2026-01-31T23:59:59+00:00` into JSON; the wire has UTC with a `Z`. */
export const toInstant = (text: string): string => new Date(text).toISOString();
