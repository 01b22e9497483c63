import type { Reading } from '@platen/contract/values';

/** A measured text without the blanks around it; null when it is unknown or empty. */
export function toText(reading: Reading<string> | undefined): string | null {
  if (reading?.state !== 'measured') return null;
  const text = reading.value.trim();
  return text === '' ? null : text;
}

/** A measured number; null when it is not known. */
export function toNumber(reading: Reading<number> | undefined): number | null {
  return reading?.state === 'measured' ? reading.value : null;
}

/** A text without the blanks around it; null when it is missing or blank. */
export function orNull(text: string | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}
