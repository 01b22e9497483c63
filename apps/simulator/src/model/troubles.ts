import { toChance, toWhole } from './chance.ts';
import type { Machine } from './machine.ts';

type TroubleKind = 'jam' | 'doorOpen' | 'trayEmpty' | 'serviceCall';

/** Something that is wrong with a machine until somebody has seen to it. Times in ms since 1970. */
export interface Trouble {
  kind: TroubleKind;
  from: number;
  to: number;
  /** Which cover or tray, from 0. */
  place: number;
}

const minuteMs = 60_000;
const shortSlotMs = 30 * minuteMs;
const longSlotMs = 360 * minuteMs;

/**
 * Jams and open doors stop a machine; with an empty tray or while it waits for service it goes on printing.
 */
export const isStopped = (trouble: Trouble | undefined): trouble is Trouble =>
  trouble?.kind === 'jam' || trouble?.kind === 'doorOpen';

/** The trouble at a moment, if any; one at a time, the short ones first. */
export function toTrouble(machine: Machine, at: number): Trouble | undefined {
  return toShort(machine, at) ?? toServiceCall(machine, at);
}

/** What people of the office see to: at most one a half hour, over within it. */
function toShort(machine: Machine, at: number): Trouble | undefined {
  const slot = Math.floor(at / shortSlotMs);
  if (toChance(machine.serial, 'trouble', slot) >= machine.troublesPerDay / 48) return undefined;
  const chance = toChance(machine.serial, 'kind', slot);
  const kind = chance < 0.4 ? 'jam' : chance < 0.65 ? 'doorOpen' : 'trayEmpty';
  const from = slot * shortSlotMs + toWhole(toChance(machine.serial, 'from', slot), 0, 8) * minuteMs;
  const to = from + toWhole(toChance(machine.serial, 'minutes', slot), 4, 12) * minuteMs;
  const places = kind === 'doorOpen' ? machine.covers.length : machine.trays.length;
  const place = toWhole(toChance(machine.serial, 'place', slot), 0, places - 1);
  return at < from || at >= to ? undefined : { kind, from, to, place };
}

/** A call for service: at most one in six hours, open for one to five. */
function toServiceCall(machine: Machine, at: number): Trouble | undefined {
  const slot = Math.floor(at / longSlotMs);
  if (toChance(machine.serial, 'service', slot) >= machine.serviceChance) return undefined;
  const from = slot * longSlotMs + toWhole(toChance(machine.serial, 'service-from', slot), 0, 55) * minuteMs;
  const to = from + toWhole(toChance(machine.serial, 'service-minutes', slot), 60, 300) * minuteMs;
  return at < from || at >= to ? undefined : { kind: 'serviceCall', from, to, place: 0 };
}
