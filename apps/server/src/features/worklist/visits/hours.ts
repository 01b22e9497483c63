import type { VisitHours } from '@platen/contract/visit-hours';
import { Refusal } from '../../../base/errors.ts';

/** Hours as stored: `HH:MM-HH:MM` or `HH:MM`. */
export function toHours(text: string | null): VisitHours | null {
  if (text === null) return null;
  const [from = '', to] = text.split('-');
  return { from, to: to ?? null };
}

/** Refuses 202001 for hours that end before they begin. */
export function toHoursText(hours: VisitHours | null): string | null {
  if (hours === null) return null;
  if (hours.to !== null && hours.to <= hours.from) throw new Refusal(202001, 'body.hours: end after they begin');
  return hours.to === null ? hours.from : `${hours.from}-${hours.to}`;
}
