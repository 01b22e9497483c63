import { useFormatter } from 'use-intl/react';

/** Dates and times in the reader's form and zone (OQ-86): `11/20/2025`, `14:02`, `11/20/2025 14:02`. */
export function useDates() {
  const format = useFormatter();
  const date = (at: Date) => format.dateTime(at, 'date');
  const time = (at: Date) => format.dateTime(at, 'time');
  return {
    date,
    time,
    /** Both with a blank between, alike in every locale: `Intl` would put a comma into some. */
    dateTime: (at: Date) => `${date(at)} ${time(at)}`,
    /** The time alone for today, else date and time. */
    moment: (at: Date, now: Date) => (at.toDateString() === now.toDateString() ? time(at) : `${date(at)} ${time(at)}`),
  };
}
