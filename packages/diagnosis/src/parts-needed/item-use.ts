import { tonerColors } from '@platen/contract/report-sections';
import { toPartCounters } from '../components/pm-parts/part-counters.ts';
import { toPartWear } from '../components/pm-parts/part-wear.ts';
import { type Day, type DeviceHistory, type Series, seriesOf } from '../history/day-reading.ts';
import { remembered } from '../history/remembered.ts';
import { findReplacements } from '../history/replacements.ts';

/** Days over which the use of an item is measured: as many as needs are predicted for. */
export const recentDays = 91;
/** With fewer days of readings the use of the last weeks says too little. */
const leastDays = 28;
const daysOfYear = 365;

/** One piece of an item, from where it was first seen to where it ended or stands now, in named lives. */
export interface Piece {
  readonly entry: number;
  readonly end: number;
  /** Day on which another piece took its place; undefined: it is in force. */
  readonly until: Day | undefined;
}

/** What a device did with the pieces of a part (`part.6250`) or of a cartridge (`toner.black`). */
export interface ItemUse {
  readonly item: string;
  /**
   * What `entry` and `end` are counted in: shares of the life that the maker names, or years in service where
   * no life is known.
   */
  readonly unit: 'life' | 'years';
  /** Oldest first, never empty; the last one is in force. */
  readonly pieces: readonly Piece[];
  /** Units that the device used in the last 91 days; undefined with fewer than 28 days of readings. */
  readonly recent: number | undefined;
  /** Day of the last reading. */
  readonly to: Day;
}

/** The use of every part and cartridge that the device reports. */
export const toItemUses = remembered((history: DeviceHistory): readonly ItemUse[] => [
  ...partUses(history),
  ...tonerUses(history),
]);

interface Step {
  readonly day: Day;
  /** Units used since the step before. */
  readonly value: number;
}

function partUses(history: DeviceHistory): readonly ItemUse[] {
  return toPartCounters(history).map((part): ItemUse => {
    const item = `part.${part.code}`;
    const { unit, increments, percentEach } = toPartWear(part);
    const ended = endsOf(history, item, part.from);
    if (percentEach === null) return ageUse(item, part, ended);
    const series = part.series[unit === 'percent' ? 'life' : unit] ?? [];
    const each = percentEach / 100;
    const start = { day: part.from, value: (series[0]?.value ?? 0) * each };
    const steps = increments.map(({ day, value }) => ({ day, value: value * each }));
    return { item, unit: 'life', pieces: toPieces(start, steps, ended), ...recentOf(steps, part), to: part.to };
  });
}

/** A part of unknown life: all that counts is how long it has been in service under watch. */
function ageUse(item: string, { from, to }: { from: Day; to: Day }, ended: readonly Day[]): ItemUse {
  const starts = [from, ...ended];
  const pieces = starts.map((start, at) => {
    const until = starts[at + 1];
    return { entry: 0, end: Math.max(0, (until ?? to) - start) / daysOfYear, until };
  });
  return { item, unit: 'years', pieces, recent: recentDays / daysOfYear, to };
}

function tonerUses(history: DeviceHistory): readonly ItemUse[] {
  return tonerColors.flatMap((color): ItemUse[] => {
    const levels: Series = seriesOf(history, `toner.${color}`);
    const [first, last] = [levels[0], levels.at(-1)];
    if (first === undefined || last === undefined) return [];
    const item = `toner.${color}`;
    const steps = levels.slice(1).map(({ day, value }, at) => ({
      day,
      value: Math.max(0, (levels[at]?.value ?? value) - value) / 100,
    }));
    const start = { day: first.day, value: 1 - first.value / 100 };
    const pieces = toPieces(start, steps, endsOf(history, item, first.day));
    return [{ item, unit: 'life', pieces, ...recentOf(steps, { from: first.day, to: last.day }), to: last.day }];
  });
}

const endsOf = (history: DeviceHistory, item: string, from: Day): readonly Day[] =>
  findReplacements(history).flatMap((one) => (one.item === item && one.day > from ? [one.day] : []));

/** Cuts the use of an item where a new piece took the place of the one before. */
function toPieces(start: Step, steps: readonly Step[], ended: readonly Day[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let [entry, used, next] = [start.value, start.value, 0];
  const endUntil = (day: Day) => {
    for (let until = ended[next]; until !== undefined && until <= day; until = ended[++next]) {
      pieces.push({ entry, end: used, until });
      [entry, used] = [0, 0];
    }
  };
  for (const { day, value } of steps) {
    endUntil(day);
    used += value;
  }
  endUntil(Number.POSITIVE_INFINITY);
  return [...pieces, { entry, end: used, until: undefined }];
}

function recentOf(steps: readonly Step[], { from, to }: { from: Day; to: Day }): { recent: number | undefined } {
  const days = Math.min(recentDays, to - from);
  if (days < leastDays) return { recent: undefined };
  let sum = 0;
  for (const { day, value } of steps) if (day > to - days) sum += value;
  return { recent: (sum * recentDays) / days };
}
