import { useFormatter } from 'use-intl/react';

/** A day of a trial, which is one of UTC, in the reader's form. */
export function useTrialDays(): (day: string) => string {
  const format = useFormatter();
  return (day) => format.dateTime(new Date(`${day}T00:00:00Z`), { ...monthDay, timeZone: 'UTC' });
}

const monthDay = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
const dayMs = 86_400_000;

/** Place of a day between two others, as a share of 0 to 1. */
export function placeOf(day: string, from: string, to: string): number {
  const [first, last] = [Date.parse(from), Date.parse(to) + dayMs];
  return Math.min(1, Math.max(0, (Date.parse(day) - first) / (last - first)));
}

export const nextDay = (day: string): string => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
