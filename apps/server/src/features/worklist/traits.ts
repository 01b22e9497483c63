import { actors, conditionKinds, shownStates, snoozeReasons } from '@platen/contract/worklist-names';

/**
 * What a row of the list is counted and filtered by, a bit each in `worklist_row.traits`; the expression of
 * the column (migration 0027) sets the same ones.
 */
const traits = {
  state: { first: 0, names: shownStates },
  kind: { first: 8, names: conditionKinds },
  whoCanAct: { first: 32, names: actors },
  waiting: { first: 40, names: snoozeReasons },
} as const;
export type TraitName = keyof typeof traits;
export const traitNames: readonly TraitName[] = ['state', 'kind', 'whoCanAct', 'waiting'];

const power = (bit: number): number => 2 ** bit;
/** No user has anything of the row. */
export const unowned = power(48);
/** The row as a whole is snoozed. */
export const snoozed = power(49);

type Bit = readonly [name: string, bit: number];
const toBits = ({ first, names }: { first: number; names: readonly string[] }): readonly Bit[] =>
  names.map((name, index) => [name, power(first + index)]);
const bits: Readonly<Record<TraitName, readonly Bit[]>> = {
  state: toBits(traits.state),
  kind: toBits(traits.kind),
  whoCanAct: toBits(traits.whoCanAct),
  waiting: toBits(traits.waiting),
};

/** The names of a trait, each with its bit as a number that JavaScript holds exactly. */
export const bitsOf = (trait: TraitName): readonly Bit[] => bits[trait];

/** The bits of some names together; unknown names have none. */
export const toMask = (trait: TraitName, names: readonly string[]): number =>
  bitsOf(trait).reduce((mask, [name, bit]) => (names.includes(name) ? mask + bit : mask), 0);

/** JavaScript combines 32 bits at a time. */
const half = power(32);

/** Whether two sets of bits have one in common. */
export const overlap = (a: number, b: number): boolean =>
  (a & b) !== 0 || (Math.floor(a / half) & Math.floor(b / half)) !== 0;
