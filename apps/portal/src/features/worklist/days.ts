// Days of people are those of the organisation (GE-08): its zone comes with the answer of the list.

const formatIn = (zone: string | undefined, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...style, timeZone: zone });
  } catch {
    // A zone that this browser does not know.
    return new Intl.DateTimeFormat('sv-SE', style);
  }
};

/** The day that the clock of a zone shows, `YYYY-MM-DD`; of an unknown zone that of the viewer. */
export const dayIn = (zone: string | undefined, now: Date): string => formatIn(zone, {}).format(now);

/** The day that comes this number of days after another one. */
export function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + days);
  return at.toISOString().slice(0, 10);
}

/** Whether a typed day is a day between two others, both included. */
export const isBetween = (day: string, first: string, last: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= first && day <= last;

/** Hour at which a snooze until a day, and a class set by hand, ends. */
const morning = '08:00:00';

/** The morning of a day in a zone, as an instant. */
export function morningOf(day: string, zone: string | undefined): Date {
  const clock = formatIn(zone, { dateStyle: 'short', timeStyle: 'medium' });
  const wanted = Date.parse(`${day}T${morning}Z`);
  const shownAt = (instant: number) => Date.parse(`${clock.format(instant).replace(' ', 'T')}Z`);
  // Twice: where the clocks change on that day, the first guess may lie before it.
  const guess = wanted - (shownAt(wanted) - wanted);
  return new Date(guess + wanted - shownAt(guess));
}
