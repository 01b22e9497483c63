import type { Locale } from '@platen/catalogue/locale';
import type { Visit, VisitRow } from '@platen/contract/visits';
import { toLocalDay } from '@platen/diagnosis/conditions/calendar';
import { zoneClock } from '@platen/diagnosis/conditions/zone-offsets';
import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { dayMs, hourMs, minuteMs } from '../../../base/time.ts';

/** Serial numbers in a title at most; the rest as a number. */
const mostSerials = 3;

const words: Readonly<Record<Locale, { feed: string; more: (count: number) => string }>> = {
  'en-us': { feed: 'Platen visits', more: (count) => `${count} more` },
  'ja-jp': { feed: 'Platen 訪問予定', more: (count) => `他${count}台` },
};

export type CalendarVisit = Pick<
  Visit | VisitRow,
  'visitId' | 'state' | 'customerName' | 'place' | 'plannedDay' | 'hours' | 'version'
> & { readonly devices: readonly { readonly serial: string | null }[] };

interface Options {
  readonly zone: string;
  readonly locale: Locale;
  /** Address of the portal. */
  readonly portal: string;
  readonly now: Date;
}

/** Customer and serial numbers; no contact, no access text and no note (VP-05). */
function toTitle({ customerName, devices }: CalendarVisit, locale: Locale): string {
  const serials = devices.flatMap(({ serial }) => serial ?? []);
  const shown = serials.slice(0, mostSerials).join(', ');
  const rest = serials.length - mostSerials;
  const all = rest > 0 ? `${shown}, ${words[locale].more(rest)}` : shown;
  return [customerName, all].filter((part) => part !== null && part !== '').join(' · ');
}

const toMinutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * Begin and end in UTC; without hours a whole day. An hour that the clock skips is the next one
 * that exists.
 */
function toTimes({ plannedDay, hours }: CalendarVisit, zone: string) {
  const day = toLocalDay(plannedDay ?? '');
  if (hours === null) {
    const start = new Date(day * dayMs);
    return { start, end: new Date(start.getTime() + dayMs), allDay: true };
  }
  const clock = zoneClock(zone);
  const at = (time: string) => new Date(clock.toInstant(day * dayMs + toMinutes(time) * minuteMs));
  const start = at(hours.from);
  return { start, end: hours.to === null ? new Date(start.getTime() + hourMs) : at(hours.to), allDay: false };
}

/** Visits with a day as an iCalendar file (RFC 5545). Repeated, an event replaces its former form. */
export function toCalendar(visits: readonly CalendarVisit[], { zone, locale, portal, now }: Options): string {
  const calendar = ical({
    name: words[locale].feed,
    prodId: { company: 'Platen', product: 'visits', language: locale === 'ja-jp' ? 'JA' : 'EN' },
    method: ICalCalendarMethod.PUBLISH,
  });
  for (const visit of visits) {
    if (visit.plannedDay === null) continue;
    calendar.createEvent({
      id: `${visit.visitId}@platen`,
      sequence: visit.version,
      stamp: now,
      ...toTimes(visit, zone),
      summary: toTitle(visit, locale),
      ...(visit.place !== null && { location: visit.place }),
      url: `${portal}/visits/${visit.visitId}`,
      status: visit.state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
