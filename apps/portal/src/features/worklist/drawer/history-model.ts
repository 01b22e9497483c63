import { dayMs } from '@platen/contract/constants';
import type { WorklistDetail } from '@platen/contract/worklist';
import { toIsoDay } from '../../../device/figures.ts';

interface ErrorWindow {
  /** Only errors of this code; undefined: all. */
  readonly code?: string;
  readonly days: number;
  readonly now: Date;
}

/** Errors of each of the last days, oldest first, ending with today. */
export function toErrorDays(
  errors: WorklistDetail['errors'],
  { code, days, now }: ErrorWindow,
): readonly { readonly day: string; readonly count: number }[] {
  return Array.from({ length: days }, (_, index) => {
    const at = new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - index), 12);
    const day = toIsoDay(at);
    const count = errors
      .filter((error) => error.day === day && (code === undefined || error.code === code))
      .reduce((sum, error) => sum + error.count, 0);
    return { day, count };
  });
}

/** Where an instant stands on a line of days that ends now, from 0 to 1; undefined before its start. */
export function toPlaceOnLine(at: Date, days: number, now: Date): number | undefined {
  const start = now.getTime() - days * dayMs;
  const place = (at.getTime() - start) / (now.getTime() - start);
  return place < 0 ? undefined : Math.min(1, place);
}
