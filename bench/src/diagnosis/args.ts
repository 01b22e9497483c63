import { parseArgs } from 'node:util';
import { isWorldName, type WorldName, worlds } from '@platen/simulator/fleet/worlds';

/** What can be measured by itself. */
export const pieces = [
  'days-left',
  'drives',
  'counts',
  'jams',
  'fleet',
  'ranges',
  'signs',
  'worlds',
  'records',
  'effects',
  'needed',
  'risk',
] as const;
export type Piece = (typeof pieces)[number];

export interface DiagnosisOptions {
  readonly pieces: readonly Piece[];
  readonly seeds: readonly string[];
  readonly devices: number;
  readonly days: number;
  /** The world of the simulated fleets; those that the piece 'worlds' compares. */
  readonly world: WorldName;
  readonly compared: readonly WorldName[];
  /** The worlds that the piece 'risk' is measured in. */
  readonly riskWorlds: readonly WorldName[];
  /** File to which `ranges` adds its dates, and whose dates of all runs it counts; undefined: none. */
  readonly cases: string | undefined;
}

const usage = `npm run bench:diagnosis -- [piece ...] [--seeds 7,11] [--devices 100] [--days 500] [--world run-to-failure] [--cases FILE]
  pieces: ${pieces.join(', ')}; all of them without one
  worlds: ${Object.keys(worlds).join(', ')}`;

/**
 * Reads the command line; throws RangeError that names what is wrong. Methods are tuned on seeds 1 to 6:
 * figures come from others.
 */
export function parseArguments(args: readonly string[]): DiagnosisOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '7' },
      devices: { type: 'string', default: '100' },
      days: { type: 'string', default: '500' },
      world: { type: 'string' },
      cases: { type: 'string' },
    },
  });
  const asked = positionals.map((name) => {
    const piece = pieces.find((one) => one === name);
    if (piece === undefined) throw new RangeError(`there is no piece '${name}'\n${usage}`);
    return piece;
  });
  const named = (values.world ?? '').split(',').filter((name) => name !== '');
  const inWorlds = named.map((name) => {
    if (!isWorldName(name)) throw new RangeError(`--world: there is no world '${name}'\n${usage}`);
    return name;
  });
  const seeds = values.seeds.split(',').filter((seed) => seed !== '');
  if (seeds.length === 0) throw new RangeError('--seeds: name at least one');
  return {
    pieces: asked.length === 0 ? pieces : asked,
    seeds,
    devices: toCount('--devices', values.devices),
    days: toCount('--days', values.days),
    world: inWorlds[0] ?? 'run-to-failure',
    riskWorlds: inWorlds.length > 0 ? inWorlds : ['run-to-failure', 'blind-sensors', 'field'],
    cases: values.cases,
    compared: inWorlds.length > 0 ? inWorlds : Object.keys(worlds).filter(isWorldName),
  };
}

function toCount(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name}: '${text}' is not a positive whole number`);
  return value;
}
