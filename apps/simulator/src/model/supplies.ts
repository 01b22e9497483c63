import { toChance } from './chance.ts';
import type { LevelHabit, Machine, SupplyShape } from './machine.ts';

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
export function toSupplyState(machine: Machine, shape: SupplyShape, pages: number): SupplyState {
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
