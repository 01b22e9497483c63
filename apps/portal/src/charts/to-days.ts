import { dayMs } from '@platen/contract/constants';

/**
 * Whole days since 1970 of a calendar day `YYYY-MM-DD`, of a month `YYYY-MM` (its first) or of an instant;
 * undefined for other texts.
 */
export function toDay(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})(?:-(\d{2}))?(?:$|T)/.exec(text);
  if (parts === null) return undefined;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3] ?? '1')];
  const at = new Date(Date.UTC(year, month - 1, day));
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  return isReal ? at.getTime() / dayMs : undefined;
}

/** Noon of a day, to be formatted with the time zone UTC. */
export const toDate = (day: number): Date => new Date((day + 0.5) * dayMs);
