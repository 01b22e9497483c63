import { toChance, toWhole } from './chance.ts';
import type { Machine } from './machine.ts';

type TroubleKind = 'jam' | 'doorOpen' | 'trayEmpty' | 'serviceCall';

/** Something that stops a machine from its beginning until somebody has seen to it. Times in ms since 1970. */
export interface Trouble {
  kind: TroubleKind;
  from: number;
  to: number;
  /** Which cover or tray, from 0. */
  place: number;
}

const slotMs = 30 * 60_000;

/** The trouble at a moment, if any. A half hour holds at most one; it is over within that half hour. */
export function toTrouble(machine: Machine, at: number): Trouble | undefined {
  const slot = Math.floor(at / slotMs);
  if (toChance(machine.serial, 'trouble', slot) >= machine.troublesPerDay / 48) return undefined;
  const kind = toKind(machine, slot);
  const from = slot * slotMs + toWhole(toChance(machine.serial, 'from', slot), 0, 8) * 60_000;
  const minutes = toWhole(toChance(machine.serial, 'minutes', slot), 4, kind === 'serviceCall' ? 20 : 12);
  const to = from + minutes * 60_000;
  if (at < from || at >= to) return undefined;
  const places = kind === 'doorOpen' ? machine.covers.length : machine.trays.length;
  return { kind, from, to, place: toWhole(toChance(machine.serial, 'place', slot), 0, places - 1) };
}

function toKind(machine: Machine, slot: number): TroubleKind {
  const chance = toChance(machine.serial, 'kind', slot);
  if (chance < machine.serviceShare) return 'serviceCall';
  const rest = (chance - machine.serviceShare) / (1 - machine.serviceShare);
  if (rest < 0.4) return 'jam';
  return rest < 0.65 ? 'doorOpen' : 'trayEmpty';
}
