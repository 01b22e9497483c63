import type { Reading } from '@platen/contract/values';

/** A measured number; null where it is not known. */
export const toNumber = (reading: Reading<number> | undefined): number | null =>
  reading?.state === 'measured' ? reading.value : null;

/** A measured text without the blanks around it; null where it is unknown or empty. */
export function toText(reading: Reading<string> | undefined): string | null {
  if (reading?.state !== 'measured') return null;
  const text = reading.value.trim();
  return text === '' ? null : text;
}
