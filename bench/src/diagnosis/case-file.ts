import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type PartCases, together } from './range-cases.ts';

/** The dates and chances of one simulated fleet, as a line of JSON. */
interface FleetCases extends PartCases {
  /** World, seed and size of the fleet. */
  readonly fleet: string;
}

/**
 * Adds the cases of a fleet to a file, in place of those that it had of the same fleet, so that fleets which
 * were measured in several runs are counted together. Throws where the file is not one of these or cannot be
 * written.
 */
export function addCases(file: string, fleet: string, cases: PartCases): void {
  const others = readFleets(file).filter((one) => one.fleet !== fleet);
  const lines = [...others, { fleet, ...cases }].map((one) => `${JSON.stringify(one)}\n`);
  writeFileSync(file, lines.join(''));
}

/** The cases of all fleets in the file; none where there is no file. */
export const readCases = (file: string): PartCases => together(readFleets(file));

function readFleets(file: string): readonly FleetCases[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const one: unknown = JSON.parse(line);
      if (!isFleetCases(one)) throw new Error(`${file} holds something else than the cases of fleets`);
      return one;
    });
}

const isFleetCases = (value: unknown): value is FleetCases =>
  typeof value === 'object' &&
  value !== null &&
  'fleet' in value &&
  'dates' in value &&
  Array.isArray(value.dates) &&
  'chances' in value &&
  Array.isArray(value.chances);
