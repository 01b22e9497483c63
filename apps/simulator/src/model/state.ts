import { dayMs } from '@platen/contract/constants';
import { toChance } from './chance.ts';
import type { LevelHabit, Machine, SupplyShape, TrayShape } from './machine.ts';
import { isStopped, type Trouble, toTrouble } from './troubles.ts';

const hourMs = 3_600_000;
/**
 * Share of a working day's pages that is printed by the end of each hour, local time; a small dip at noon.
 */
const byHour = [
  0, 0, 0, 0, 0, 0, 0.005, 0.02, 0.08, 0.2, 0.32, 0.43, 0.5, 0.56, 0.67, 0.78, 0.88, 0.95, 0.98, 0.99, 0.995, 1, 1, 1,
];

/** Pages printed since the machine was set up, whole, never less at a later time. */
function toPages(machine: Machine, at: number): number {
  const local = at + machine.utcOffsetHours * hourMs;
  const today = Math.floor(local / dayMs);
  let pages = machine.pagesAtSetup;
  for (let day = machine.setUpDay; day < today; day++) pages += toDayPages(machine, day);
  if (today >= machine.setUpDay) pages += Math.floor(toDayPages(machine, today) * toDayShare(local - today * dayMs));
  return pages;
}

/** Pages of one day: fewer on Fridays, hardly any at the weekend. */
function toDayPages(machine: Machine, day: number): number {
  // 1970-01-01, day 0, was a Thursday.
  const weekday = (day + 4) % 7;
  const share = weekday === 0 ? 0.01 : weekday === 6 ? 0.05 : weekday === 5 ? 0.8 : 1.05;
  return Math.round(machine.pagesPerDay * share * (0.6 + 0.8 * toChance(machine.serial, 'day', day)));
}

function toDayShare(ms: number): number {
  const hour = Math.floor(ms / hourMs);
  const before = hour === 0 ? 0 : (byHour[hour - 1] ?? 1);
  const after = byHour[hour] ?? 1;
  return before + ((after - before) * (ms % hourMs)) / hourMs;
}

export interface SupplyState {
  shape: SupplyShape;
  /** What is truly left, 0 to 1; for a box that fills, the room. */
  left: number;
  /** How many were fitted before this one. */
  replaced: number;
  /** As the machine says it (RFC 3805: -2 unknown, -3 some remaining). */
  level: number;
  capacity: number;
  low: boolean;
  empty: boolean;
}

const lowAt = 0.1;
const emptyAt = 0.01;

/**
 * Level of a supply after a number of pages: it falls, is replaced near its end, falls again; coverage
 * differs between supplies.
 */
function toSupplyState(machine: Machine, shape: SupplyShape, pages: number): SupplyState {
  // A machine is not set up with everything new: the first has already served for a part of its life.
  let rest = pages + shape.lifePages * toChance(machine.serial, shape.id, 'start');
  let replaced = 0;
  for (;;) {
    const life = shape.lifePages * (0.8 + 0.4 * toChance(machine.serial, shape.id, replaced, 'life'));
    // Some offices wait until it is empty, others change early.
    const changedAt = life * (1 - Math.max(0, 0.08 * toChance(machine.serial, shape.id, replaced, 'end') - 0.02));
    if (rest < changedAt) {
      const left = Math.min(1, Math.max(0, 1 - rest / life));
      return { shape, left, replaced, ...toLevel(shape, left), low: left < lowAt, empty: left < emptyAt };
    }
    rest -= changedAt;
    replaced += 1;
  }
}

const levels: Readonly<Record<LevelHabit, (shape: SupplyShape, left: number) => { level: number; capacity: number }>> =
  {
    exact: (shape, left) => ({ level: Math.round(left * shape.capacity), capacity: shape.capacity }),
    tens: (shape, left) => ({ level: (Math.ceil(left * 10) * shape.capacity) / 10, capacity: shape.capacity }),
    someRemaining: (_, left) => ({ level: left < emptyAt ? 0 : -3, capacity: -2 }),
    noCapacity: (shape, left) => ({ level: Math.round(left * shape.capacity), capacity: -2 }),
  };

const toLevel = (shape: SupplyShape, left: number) => levels[shape.habit](shape, left);

interface TrayState {
  shape: TrayShape;
  sheets: number;
}

/** All that is true of a machine at a moment. */
export interface State {
  at: number;
  pages: number;
  colorPages: number;
  /** Pages since it was switched on. */
  pagesSinceStart: number;
  printing: boolean;
  supplies: SupplyState[];
  trays: TrayState[];
  trouble: Trouble | undefined;
  upMs: number;
}

const weekMs = 7 * dayMs;

/**
 * The machine at a moment: nothing but its own numbers and the time go in, so a restart continues where it
 * was.
 */
export function toState(machine: Machine, at: number): State {
  const trouble = toTrouble(machine, at);
  // While it is stopped nothing is printed; what waited comes out afterwards.
  const pages = toPages(machine, isStopped(trouble) ? trouble.from : at);
  const startedAt = toStartedAt(machine, at);
  return {
    at,
    pages,
    colorPages: machine.color ? Math.floor(pages * (0.3 + 0.3 * toChance(machine.serial, 'color'))) : 0,
    pagesSinceStart: Math.max(0, pages - toPages(machine, startedAt)),
    printing: !isStopped(trouble) && pages > toPages(machine, at - 60_000),
    supplies: machine.supplies.map((shape) => toSupplyState(machine, shape, pages)),
    trays: machine.trays.map((shape, i) => toTrayState(machine, shape, i, pages, trouble)),
    trouble,
    upMs: at - startedAt,
  };
}

/** Switched off and on once a week, in a night. */
function toStartedAt(machine: Machine, at: number): number {
  const offset = Math.floor(toChance(machine.serial, 'restart') * weekMs);
  return Math.floor((at - offset) / weekMs) * weekMs + offset;
}

/**
 * Empties with the pages and is filled up again when little is left; stays empty while that is the trouble.
 */
function toTrayState(
  machine: Machine,
  shape: TrayShape,
  place: number,
  pages: number,
  trouble: Trouble | undefined,
): TrayState {
  if (trouble?.kind === 'trayEmpty' && trouble.place === place) return { shape, sheets: 0 };
  const round = Math.max(1, Math.floor(shape.capacity * (0.88 + 0.1 * toChance(machine.serial, shape.name))));
  const taken = Math.floor(pages * shape.share + shape.capacity * toChance(machine.serial, shape.name, 'start'));
  return { shape, sheets: shape.capacity - (taken % round) };
}
