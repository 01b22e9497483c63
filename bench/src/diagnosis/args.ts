import { parseArgs } from 'node:util';

/** What can be measured by itself. */
export const pieces = ['days-left', 'drives', 'counts', 'jams', 'fleet', 'ranges', 'signs'] as const;
export type Piece = (typeof pieces)[number];

export interface DiagnosisOptions {
  readonly pieces: readonly Piece[];
  readonly seeds: readonly string[];
  readonly devices: number;
  readonly days: number;
}

export const usage = `npm run bench:diagnosis -- [piece ...] [--seeds 7,11] [--devices 100] [--days 500]
  pieces: ${pieces.join(', ')}; all of them without one`;

/** Reads the command line; throws RangeError that names what is wrong. Methods are tuned on seeds 1 to 6: figures come from others. */
export function parseArguments(args: readonly string[]): DiagnosisOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '7' },
      devices: { type: 'string', default: '100' },
      days: { type: 'string', default: '500' },
    },
  });
  const asked = positionals.map((name) => {
    const piece = pieces.find((one) => one === name);
    if (piece === undefined) throw new RangeError(`there is no piece '${name}'\n${usage}`);
    return piece;
  });
  const seeds = values.seeds.split(',').filter((seed) => seed !== '');
  if (seeds.length === 0) throw new RangeError('--seeds: name at least one');
  return {
    pieces: asked.length === 0 ? pieces : asked,
    seeds,
    devices: toCount('--devices', values.devices),
    days: toCount('--days', values.days),
  };
}

function toCount(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name}: '${text}' is not a positive whole number`);
  return value;
}
