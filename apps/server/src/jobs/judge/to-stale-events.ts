import { type Day, type DeviceHistory, keysOf, seriesOf } from '@platen/diagnosis/history/day-reading';

/** Something that happened to one item or counter of a device on a day: a replacement, a break. */
export interface DatedEvent {
  /** `toner.black`, `part.6250`, or a telemetry key. */
  name: string;
  day: Day;
}

/**
 * Of the events stored by earlier judgements, those that the readings now contradict: their day is later than
 * the first reading of the item, and they are not found any more (a late report filled a gap). `firstDays`:
 * the day of the first reading by telemetry key. Events before the first reading of the item stay: the
 * readings that showed them are past their retention.
 */
export function toStaleEvents<T extends DatedEvent>(
  stored: readonly T[],
  found: readonly DatedEvent[],
  firstDays: ReadonlyMap<string, Day>,
): T[] {
  const there = new Set(found.map(toKey));
  return stored.filter((event) => {
    if (there.has(toKey(event))) return false;
    const first = findFirst(firstDays, event.name);
    return first !== undefined && event.day > first;
  });
}

const toKey = ({ name, day }: DatedEvent): string => `${name} ${day}`;

/** The first day of each telemetry key: all that is needed of a history after it is judged. */
export const toFirstDays = (history: Pick<DeviceHistory, 'days'>): ReadonlyMap<string, Day> =>
  new Map(
    [...keysOf(history)].flatMap((key) =>
      seriesOf(history, key)
        .slice(0, 1)
        .map(({ day }) => [key, day]),
    ),
  );

function findFirst(firstDays: ReadonlyMap<string, Day>, name: string): Day | undefined {
  const firsts = [...firstDays].flatMap(([key, day]) => (key === name || key.startsWith(`${name}.`) ? day : []));
  return firsts.length === 0 ? undefined : Math.min(...firsts);
}
