import type { QuietHours } from '@platen/contract/channels';

/** One span of quiet hours as its fields have it. */
export interface QuietSpanDraft {
  /** Of the dialog alone: its fields stay with the span when another one is removed. */
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** 0 is Monday. */
  readonly days: readonly number[];
}

/** Quiet hours as fields have them. */
export interface QuietDraft {
  readonly isQuiet: boolean;
  readonly spans: readonly QuietSpanDraft[];
  readonly onHolidays: boolean;
}

type Quiet = Omit<QuietHours, 'isReallyQuiet'>;

/** Spans that the call takes. */
export const mostQuietSpans = 14;
const everyDay = [0, 1, 2, 3, 4, 5, 6];
/** A time of day, `07:30`. */
export const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

export const newQuietSpan = (): QuietSpanDraft => ({
  id: crypto.randomUUID(),
  from: '18:00',
  to: '07:00',
  days: everyDay,
});

/** The fields of quiet hours; those of none are ready for the night. */
export const toQuietDraft = (quiet: Quiet | null): QuietDraft => ({
  isQuiet: quiet !== null,
  spans: quiet === null ? [newQuietSpan()] : quiet.spans.map((span) => ({ id: crypto.randomUUID(), ...span })),
  onHolidays: quiet?.onHolidays ?? true,
});

/** Whether each span is one, and anything is quiet at all; always where nothing should be. */
export const isQuietWhole = ({ isQuiet, spans, onHolidays }: QuietDraft): boolean =>
  !isQuiet ||
  ((spans.length > 0 || onHolidays) &&
    spans.every(({ from, to, days }) => clock.test(from) && clock.test(to) && days.length > 0));

export const toQuiet = ({ isQuiet, spans, onHolidays }: QuietDraft): Quiet | null =>
  isQuiet
    ? { spans: spans.map(({ from, to, days }) => ({ days: days.toSorted((a, b) => a - b), from, to })), onHolidays }
    : null;
