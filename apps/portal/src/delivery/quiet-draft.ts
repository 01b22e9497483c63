import type { QuietHours } from '@platen/contract/channels';

/** Quiet hours as fields have them: the first span, and whether holidays are quiet. */
export interface QuietDraft {
  readonly isQuiet: boolean;
  readonly from: string;
  readonly to: string;
  /** 0 is Monday. */
  readonly days: readonly number[];
  readonly onHolidays: boolean;
}

type Quiet = Omit<QuietHours, 'isReallyQuiet'>;

const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** A time of day, `07:30`. */
export const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export function toQuietDraft(quiet: Quiet | null): QuietDraft {
  const span = quiet?.spans[0];
  return {
    isQuiet: quiet !== null,
    from: span?.from ?? '18:00',
    to: span?.to ?? '07:00',
    days: span?.days ?? everyDay,
    onHolidays: quiet?.onHolidays ?? true,
  };
}

/** Whether the fields name a span; always where nothing is quiet. */
export const isQuietWhole = ({ isQuiet, from, to, days }: QuietDraft): boolean =>
  !isQuiet || (clock.test(from) && clock.test(to) && days.length > 0);

/** The quiet hours of the fields. Further spans, for which there are no fields, stay as they were. */
export const toQuiet = ({ isQuiet, from, to, days, onHolidays }: QuietDraft, before: Quiet | null): Quiet | null =>
  isQuiet
    ? {
        spans: [{ days: days.toSorted((a, b) => a - b), from, to }, ...(before?.spans.slice(1) ?? [])],
        onHolidays,
      }
    : null;
