import type { CalendarDay, Country } from './calendar.ts';

/** What an office is; its rhythm decides on which days how much is printed. */
export const officeKinds = ['company', 'school', 'shop', 'clinic', 'taxAdviser', 'publicOffice'] as const;
export type OfficeKind = (typeof officeKinds)[number];

interface Rhythm {
  /** Monday to Sunday, share of a full day. */
  readonly week: readonly number[];
  /** January to December. */
  readonly year: readonly number[];
  /** Share of a full day that is printed on a public holiday. */
  readonly onHoliday: number;
}

const rhythms: Readonly<Record<OfficeKind, Rhythm>> = {
  company: {
    week: [1.05, 1.12, 1.08, 1.02, 0.82, 0.03, 0.01],
    year: [1.02, 1, 1.08, 0.98, 0.97, 1, 0.86, 0.72, 1.02, 1.08, 1.1, 0.9],
    onHoliday: 0.02,
  },
  school: {
    week: [1.15, 1.1, 1.05, 1.05, 0.85, 0.05, 0.02],
    year: [1.1, 1, 1.05, 0.95, 1.2, 1.25, 0.8, 0.5, 1.15, 1, 1.1, 0.95],
    onHoliday: 0.01,
  },
  shop: {
    week: [0.8, 0.8, 0.85, 0.95, 1.15, 1.3, 0.35],
    year: [0.85, 0.85, 0.95, 0.95, 0.95, 0.95, 1, 0.95, 0.95, 1, 1.25, 1.6],
    onHoliday: 0.15,
  },
  clinic: {
    week: [1.15, 1.05, 1.05, 1, 1, 0.5, 0.35],
    year: [1.12, 1.12, 1.05, 1, 0.97, 0.95, 0.92, 0.9, 0.97, 1, 1.02, 1.05],
    onHoliday: 0.4,
  },
  taxAdviser: {
    week: [1.1, 1.05, 1.05, 1.05, 0.9, 0.12, 0.04],
    year: [1.35, 1.65, 1.95, 1.4, 1.15, 0.8, 0.6, 0.5, 0.7, 0.75, 0.8, 0.75],
    onHoliday: 0.05,
  },
  publicOffice: {
    week: [1.1, 1.1, 1, 1.05, 0.75, 0.01, 0.01],
    year: [1, 1, 1.15, 1.1, 0.98, 0.98, 0.9, 0.82, 1, 1.02, 1.05, 0.95],
    onHoliday: 0.01,
  },
};

/**
 * How much of a mean working day this day is; the year goes over from the middle of a month to that of the
 * next without steps.
 */
export function toActivity(kind: OfficeKind, country: Country, day: CalendarDay): number {
  const { week, year, onHoliday } = rhythms[kind];
  const between = (day.date - 15) / 30;
  const other = year[(day.month - 1 + (between < 0 ? 11 : 1)) % 12] ?? 1;
  const season = (year[day.month - 1] ?? 1) * (1 - Math.abs(between)) + other * Math.abs(between);
  const ofWeek = day.holiday[country] ? onHoliday : (week[day.weekday] ?? 0);
  return season * ofWeek * (kind === 'school' && isSchoolHoliday(country, day) ? 0.07 : 1);
}

function isSchoolHoliday(country: Country, { month, date }: CalendarDay): boolean {
  if (month === 8) return country === 'eu' || date < 29;
  if (month === 7) return date > 20;
  if (month === 12) return date > 21;
  if (month === 1) return date < 7;
  return country === 'jp' ? month === 4 && date < 6 : month === 4 && date > 2 && date < 14;
}
