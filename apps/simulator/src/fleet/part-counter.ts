import type { Day } from './calendar.ts';
import type { Draft, Part } from './component.ts';
import type { DeviceSpec } from './device-spec.ts';
import { Random } from './random.ts';

/** 2026-03-01: counters of a world in which they fall or leap do so within the 200 days from here on. */
const shiftsFrom = 20_513;

/** The one day on which the board of a device restores its counters from a wrong copy. */
export interface CounterShift {
  readonly day: Day;
  /** Days of use by which they leap ahead; negative: fall back. */
  readonly days: number;
}

/** Undefined: its counters are never wrong in this world. */
export function toCounterShift({ seed, index, world }: DeviceSpec): CounterShift | undefined {
  const days = index % 3 === 0 ? -world.counterFalls : index % 3 === 1 ? world.counterLeaps : 0;
  if (days === 0) return undefined;
  const random = new Random(seed, index, 'falls');
  const shift = { day: shiftsFrom + random.whole(0, 200), days };
  return random.is(world.countersShifted) ? shift : undefined;
}

/** The part of a counter that a shift adds, for one that began on `since`; 0 on every other day. */
export const shiftedShare = (shift: CounterShift | undefined, day: Day, since: Day): number =>
  shift === undefined || day !== shift.day || day <= since ? 0 : Math.max(-1, shift.days / (day - since));

interface Wear {
  readonly used: number;
  readonly pages: number;
}

/** What a board counts of a piece, which is not always what the piece went through. */
export class PartCounter {
  readonly #shift: CounterShift | undefined;
  /** What it does not know of; negative: counted too much. */
  #forgotten: Wear = { used: 0, pages: 0 };

  constructor(spec: DeviceSpec) {
    this.#shift = toCounterShift(spec);
  }

  /** What it says of a piece with this wear. */
  count({ used, pages }: Wear): Wear {
    return {
      used: Math.max(0, used - this.#forgotten.used),
      pages: Math.max(0, pages - this.#forgotten.pages),
    };
  }

  /** The board was exchanged, or somebody set the counter back. */
  reset({ used, pages }: Wear): void {
    this.#forgotten = { used, pages };
  }

  /** A new piece is counted on from the wear of the one before. */
  goOn(before: Wear): void {
    const { used, pages } = this.count(before);
    this.#forgotten = { used: -used, pages: -pages };
  }

  /** Restores a wrong copy, on the day of it. */
  shift(day: Day, installed: Day, wear: Wear): void {
    const share = shiftedShare(this.#shift, day, installed);
    if (share === 0) return;
    const { used, pages } = this.count(wear);
    this.#forgotten = {
      used: this.#forgotten.used - share * used,
      pages: this.#forgotten.pages - Math.round(share * pages),
    };
  }
}

type Count = Part['pages'];

/** In a share of the reports the counters of all parts read nothing, or half of what they should. */
export function misread(draft: Draft, random: Random, share: number): void {
  if (share === 0 || !random.is(share)) return;
  const factor = random.pick([0, 0.5]);
  const spoil = (count: Count): Count =>
    count?.state === 'measured' ? { state: 'measured', value: Math.floor(count.value * factor) } : count;
  for (const [place, part] of draft.parts.entries()) {
    const { pages, driveHours, rotations } = part;
    draft.parts[place] = {
      ...part,
      ...(pages && { pages: spoil(pages) }),
      ...(driveHours && { driveHours: spoil(driveHours) }),
      ...(rotations && { rotations: spoil(rotations) }),
    };
  }
}
