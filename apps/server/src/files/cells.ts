import type { Locale } from '@platen/catalogue/locale';
import type { Cell } from '@platen/contract/csv';
import { minuteMs } from '../base/time.ts';

/** A time of a zone as its clocks show it, and how far they are ahead of UTC. */
export interface Moment {
  readonly at: Date;
  readonly offsetMinutes: number;
}
/** A moment is a date in a sheet, and ISO 8601 in text. Null: not known. */
export type FileCell = Cell | Moment;

/** In which language and zone a file is written, and as of when. */
export interface FileForm {
  readonly locale: Locale;
  /** IANA name. */
  readonly zone: string;
  readonly now: Date;
  readonly toMoment: (at: Date) => Moment;
}

/** A column of a file; `S`: what its cells are made of, `T`: the texts of a language. */
export interface FileColumn<S, T> {
  readonly toHead: (texts: T, form: FileForm) => string;
  readonly toCell: (source: S) => FileCell;
  /** Characters that a worksheet shows of it. */
  readonly width: number;
}

/** Whether a cell is a time. */
export const isMoment = (cell: FileCell): cell is Moment => cell !== null && typeof cell === 'object';

/** What the clocks of the zone show, as if it were UTC. */
export const toClock = ({ at, offsetMinutes }: Moment): Date => new Date(at.getTime() + offsetMinutes * minuteMs);

/** Times of a zone, with what its clocks are ahead of UTC at that time, in whole minutes. */
export function toMomentsOf(zone: string): (at: Date) => Moment {
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (at) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
    const clock = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
    return { at, offsetMinutes: (clock - Math.floor(at.getTime() / minuteMs) * minuteMs) / minuteMs };
  };
}

/** The cell as a value of text: `2026-01-31T12:00:00Z`, `2026-01-31T21:00:00+09:00`. */
export function toPlain(cell: FileCell): Cell {
  if (!isMoment(cell)) return cell;
  const clock = toClock(cell).toISOString().slice(0, 19);
  const minutes = Math.abs(cell.offsetMinutes);
  const part = (value: number) => String(value).padStart(2, '0');
  if (minutes === 0) return `${clock}Z`;
  return `${clock}${cell.offsetMinutes < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}
