import { toChance } from './chance.ts';
import type { Machine, TrayShape } from './machine.ts';
import { toPages } from './pages.ts';
import { type SupplyState, toSupplyState } from './supplies.ts';
import { isStopped, toTrouble, type Trouble } from './troubles.ts';

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

const weekMs = 7 * 86_400_000;

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
