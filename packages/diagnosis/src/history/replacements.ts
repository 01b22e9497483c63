import { tonerColors } from '@platen/contract/report-sections';
import type { Replacement } from '../judge/judgement.ts';
import { type Day, type DeviceHistory, keysOf, type Series, seriesOf } from './day-reading.ts';
import { remembered } from './remembered.ts';
import { pageLimits, type Segments, toSegments } from './segments.ts';

/** Days by which the reported day of a replacement may lie off the readings that show it. */
const sameWithin = 3;
const partMeasures = ['pages', 'hours', 'rotations', 'life'];
/** Share of its old height that a counter keeps when it is set back by days or weeks. */
const leastOfOld = 0.3;

/**
 * Whether a part's counter that fell counts a new piece, which starts near 0: of one that kept more of its
 * height the counter was set back, and the piece wears on. What a part has worn (`toLives`), when it was
 * replaced and which replacements were failures all follow this rule.
 */
export const isNewPiece = (before: number, after: number): boolean => after < leastOfOld * before;

/**
 * Replacements of cartridges (`toner.<color>`) and parts (`part.<code>`), ascending by day, then by item:
 * those the device reported or a visit recorded, and those seen in a level that rises clearly or in part
 * counters that start again while the device's own total goes on. One per item and day. A reported one
 * takes precedence over the seen one between whose readings, give or take 3 days, it lies. Where all
 * counters fall at once the memory was cleared: that is none. `counter`: total pages then;
 * `averagePixelCount`: percent of the page, of the cartridge that ended. Both null where not known.
 */
export const findReplacements = remembered((history: DeviceHistory): readonly Replacement[] => {
  const total = toSegments(seriesOf(history, 'pages.total'), pageLimits);
  const known = history.replacements.filter(({ item }) => /^(toner|part)\../.test(item));
  const byDevice = mergeNear(known.filter(({ isRecorded }) => isRecorded !== true));
  // Of one replacement the device's own day counts, whichever is earlier (VR-04).
  const recorded = mergeNear(known.filter(({ isRecorded }) => isRecorded === true));
  const reported = [...byDevice, ...recorded.filter((one) => !byDevice.some((other) => isSame(one, other)))];
  const seen = mergeNear([...seenCartridges(history), ...seenParts(history, total)]);
  const unreported = seen.filter((one) => !reported.some((other) => isSeenAs(one, other)));
  const all = [
    ...reported.map(({ isRecorded, ...one }) => ({
      ...one,
      origin: isRecorded === true ? ('recorded' as const) : ('reported' as const),
    })),
    ...unreported.map((one) => ({ ...one, origin: 'seen' as const })),
  ].sort((a, b) => a.day - b.day || (a.item < b.item ? -1 : 1));
  const totals = total.segments.flat();
  const pixels = new Map(
    tonerColors.map((color) => [`toner.${color}`, seriesOf(history, `sensor.pixelCount.${color}`)]),
  );
  return all.map(({ item, day, origin }) => {
    const since = all.findLast((other) => other.item === item && other.day < day)?.day ?? Number.NEGATIVE_INFINITY;
    const ended = pixels.get(item)?.findLast((reading) => reading.day < day);
    return {
      item,
      day,
      origin,
      counter: valueAt(totals, day),
      averagePixelCount: ended !== undefined && ended.day >= since ? ended.value : null,
    };
  });
});

interface Event {
  readonly item: string;
  readonly day: Day;
}
/** Shown by the first reading after it, on `day`; it happened after the reading on day `after`. */
interface SeenEvent extends Event {
  readonly after: Day;
}
const isSame = (a: Event, b: Event) => a.item === b.item && Math.abs(a.day - b.day) <= sameWithin;

/**
 * Whether a seen replacement is the reported one: a device that was silent shows it days or weeks after it
 * happened.
 */
const isSeenAs = (seen: SeenEvent, reported: Event) =>
  seen.item === reported.item &&
  reported.day >= Math.min(seen.after + 1, seen.day - sameWithin) &&
  reported.day <= seen.day + sameWithin;

/** Of events of one item within 3 days of the first, only the first. */
function mergeNear<E extends Event>(events: readonly E[]): readonly E[] {
  const merged = new Map<string, E>();
  return [...events]
    .sort((a, b) => a.day - b.day)
    .filter((event) => {
      const last = merged.get(event.item);
      if (last !== undefined && isSame(last, event)) return false;
      merged.set(event.item, event);
      return true;
    });
}

function seenCartridges(history: DeviceHistory): readonly SeenEvent[] {
  return tonerColors.flatMap((color) => {
    const coarse = new Set(seriesOf(history, `coarse.${color}`).flatMap(({ day, value }) => (value > 0 ? [day] : [])));
    const levels = seriesOf(history, `toner.${color}`);
    return pairs(levels, (before, after) => before < after).flatMap(({ earlier, before, after, next }) => {
      const isClear = coarse.has(after.day)
        ? after.value >= 90 && before.value <= 50
        : after.value - before.value >= 15 || (before.value <= 10 && after.value >= 50);
      // One reading apart from those on both its sides was misread.
      const isMisread = isNear(earlier, after) || isNear(next, before);
      return isClear && !isMisread ? [{ item: `toner.${color}`, day: after.day, after: before.day }] : [];
    });
  });
}

function seenParts(history: DeviceHistory, total: Segments): readonly SeenEvent[] {
  return [...keysOf(history)].filter(isPartCounter).flatMap((key) => {
    const item = key.slice(0, key.lastIndexOf('.'));
    return pairs(seriesOf(history, key), hasFallen).flatMap(({ before, after, next }) => {
      const isMisread = (next?.value ?? Number.NEGATIVE_INFINITY) >= before.value;
      const isCleared = total.breaks.some(({ day }) => day > before.day && day <= after.day);
      return !isMisread && !isCleared ? [{ item, day: after.day, after: before.day }] : [];
    });
  });
}

/** One percent of rounding is no new piece. */
const hasFallen = (before: number, after: number): boolean => isNewPiece(before, after) && before - after >= 2;

const isPartCounter = (key: string) =>
  key.startsWith('part.') && partMeasures.some((measure) => key.endsWith(`.${measure}`));

const isNear = (one: Series[number] | undefined, other: Series[number]) =>
  one !== undefined && Math.abs(one.value - other.value) <= 3;

interface Pair {
  readonly earlier: Series[number] | undefined;
  readonly before: Series[number];
  readonly after: Series[number];
  readonly next: Series[number] | undefined;
}

/** Neighbours of whose values that is so, with the readings on both sides of them. */
function pairs(series: Series, isSo: (before: number, after: number) => boolean): readonly Pair[] {
  const found: Pair[] = [];
  // By index: a judgement looks at some 10,000 readings, and each step of `entries` makes a pair of its own.
  for (let at = 1; at < series.length; at++) {
    const [before, after] = [series[at - 1], series[at]];
    if (before !== undefined && after !== undefined && isSo(before.value, after.value))
      found.push({ earlier: series[at - 2], before, after, next: series[at + 1] });
  }
  return found;
}

const valueAt = (readings: Series, day: Day): number | null =>
  readings.findLast((reading) => reading.day <= day)?.value ?? null;
