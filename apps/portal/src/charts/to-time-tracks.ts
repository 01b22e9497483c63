import type { DeviceStatus } from '@platen/contract/devices';
import type { PrintLetter } from '../ui/print-colors.ts';
import { toDay } from './time-axis.ts';

/** One line of a time chart. Dates are `YYYY-MM-DD`, `YYYY-MM` or instants. */
export interface TimeTrack {
  readonly key: string;
  readonly label: string;
  /** Shape before the label. */
  readonly status?: DeviceStatus | undefined;
  /** The label is this letter of a print colour, the spans are drawn in that colour. */
  readonly print?: PrintLetter | undefined;
  readonly tone?: 'error' | 'warning' | undefined;
  /** The predicted day; alone it is drawn as a dot 'range unknown'. */
  readonly at?: string | undefined;
  /** Its 80 % range. */
  readonly range?: { readonly from: string; readonly to: string } | undefined;
  /**
   * Stretches from one event to the next, e.g. cartridges, each begun by a tick; `current` is the one still
   * running.
   */
  readonly spans?: readonly { readonly from: string; readonly to: string; readonly current?: boolean }[] | undefined;
  /** In place of marks: a text (`none`, e.g. 'no sign') or a hatch with a text at its end (`unknown`). */
  readonly state?: { readonly kind: 'none' | 'unknown'; readonly text: string } | undefined;
  /** Text at the end of the track, e.g. '11/29 – 12/14/2025' or '65 d'. */
  readonly end?: string | undefined;
  /** The track in one phrase: read by keyboard and in the data table. */
  readonly text: string;
}

export interface TrackModel extends Omit<TimeTrack, 'at' | 'range' | 'spans'> {
  readonly at: number | undefined;
  /** `open`: the range goes on beyond the axis at that end. */
  readonly range:
    | { readonly from: number; readonly to: number; readonly openStart: boolean; readonly openEnd: boolean }
    | undefined;
  readonly spans: readonly { readonly from: number; readonly to: number; readonly current: boolean }[];
}

/** Tracks on an axis of days: what lies outside is cut at its ends, what lies wholly outside is left out. */
export function toTimeTracks(tracks: readonly TimeTrack[], from: number, to: number): TrackModel[] {
  const isInside = (day: number | undefined): day is number => day !== undefined && day >= from && day <= to;
  return tracks.map(({ at, range, spans, ...track }) => {
    const day = at === undefined ? undefined : toDay(at);
    return {
      ...track,
      at: isInside(day) ? day : undefined,
      range: toRange(range, from, to),
      spans: (spans ?? []).flatMap((span) => {
        const [start, end] = [toDay(span.from), toDay(span.to)];
        if (start === undefined || end === undefined || end < start || end < from || start > to) return [];
        return [{ from: Math.max(from, start), to: Math.min(to, end), current: span.current ?? false }];
      }),
    };
  });
}

function toRange(range: TimeTrack['range'], from: number, to: number): TrackModel['range'] {
  if (range === undefined) return undefined;
  const [start, end] = [toDay(range.from), toDay(range.to)];
  if (start === undefined || end === undefined || end < start || end < from || start > to) return undefined;
  return { from: Math.max(from, start), to: Math.min(to, end), openStart: start < from, openEnd: end > to };
}
