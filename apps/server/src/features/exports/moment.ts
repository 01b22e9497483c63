import { minuteMs } from '../../base/time.ts';
import type { ExportCell, Moment } from './columns.ts';

export const isMoment = (cell: ExportCell): cell is Moment => cell !== null && typeof cell === 'object';

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
