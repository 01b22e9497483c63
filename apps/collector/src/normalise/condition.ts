import type { Supply } from '@platen/contract/report-sections';

/** The most percent that can be right beside what panel, alert or state reason say of a supply; of a receptacle the room that is left. */
const mostPercent: Readonly<Record<NonNullable<Supply['condition']>, number>> = {
  ok: 100,
  low: 50,
  nearFull: 50,
  empty: 10,
  full: 10,
  missing: 0,
};

/**
 * Whether a figure cannot be right beside a condition: a cartridge that reads 100 % while its printer says that it is low.
 * The bounds are wide, as what a maker calls low is the maker's own.
 */
export const belies = (condition: Supply['condition'], percent: Supply['percent']): boolean =>
  condition !== undefined && percent.state === 'measured' && percent.value > mostPercent[condition];
