import { parseArgs } from 'node:util';
import { parseAddress } from '@platen/contract/web-address';
import { readLine, toNumber, UsageError } from './command-line.ts';
import { type Day, dayMs, toDay } from './fleet/calendar.ts';
import type { World } from './fleet/world.ts';
import { isWorldName, type WorldName, worlds } from './fleet/worlds.ts';

export interface SimulateOptions {
  readonly devices: number;
  readonly days: number;
  readonly seed: string;
  /** Undefined: nothing is sent. */
  readonly server: URL | undefined;
  readonly key: string;
  readonly truth: string | undefined;
  /** Last day, UTC. */
  readonly until: Day;
  /** Goes on with each report when its time has come. */
  readonly live: boolean;
  /** Nothing is sent: prints how often the fleet fails, jams and is served. */
  readonly rates: boolean;
  readonly world: World;
  readonly worldName: WorldName;
  /** File that remembers up to which day the fleet has reported. */
  readonly state: string | undefined;
  /** File of the visits of service people, which a program of its own simulates. */
  readonly visits: string | undefined;
  readonly help: boolean;
}

/** Names in lines of eight. */
const toLines = (names: readonly string[]): string =>
  names.map((name, at) => (at === 0 ? name : at % 8 === 0 ? `,\n                      ${name}` : `, ${name}`)).join('');

export const simulateHelp = `A fleet of simulated machines that report to a server as real ones do.

  npm run simulate -- --devices 500 --days 400 --seed 1 --server http://localhost:8400

  --devices N         machines (300); machine 17 is the same whatever their number
  --days N            days of history up to the last one (200)
  --seed TEXT         another text, another fleet (1)
  --server URL        where the reports go
  --key KEY           key of a collector, also PLATEN_COLLECTOR_KEY; on the server's own machine one is made without it
  --until YYYY-MM-DD  last day (today, as far as reports are due)
  --truth FILE        writes what really failed and when, one JSON object a line; with --live up to the last day
  --live              goes on afterwards: each report when its time has come
  --state FILE        remembers up to which day the fleet has reported: a later start sends the days that are missing
  --visits FILE       what the simulated service people put in (npm start has them): with --live
  --world NAME        what the field does and the usual fleet does not (usual):
                      ${toLines(Object.keys(worlds).slice(1))}
  --rates             sends nothing: prints failures, jams, visits and cartridges of the fleet in published units
  --dry-run           sends nothing: writes the truth and says how fast reports are made
`;

const options = {
  devices: { type: 'string', default: '300' },
  days: { type: 'string', default: '200' },
  seed: { type: 'string', default: '1' },
  server: { type: 'string' },
  key: { type: 'string' },
  until: { type: 'string' },
  truth: { type: 'string' },
  state: { type: 'string' },
  visits: { type: 'string' },
  live: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  rates: { type: 'boolean', default: false },
  world: { type: 'string', default: 'usual' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Reads the command line. `now` in milliseconds. Throws `UsageError` that names the option. */
export function parseSimulateLine(args: readonly string[], env: NodeJS.ProcessEnv, now: number): SimulateOptions {
  const { values } = readLine(() => parseArgs({ args: [...args], options, allowPositionals: false }));
  const dry = values['dry-run'] || values.rates;
  const key = values.key ?? env.PLATEN_COLLECTOR_KEY ?? '';
  if (!values.help && !dry && values.server === undefined)
    throw new UsageError('--server: say where the reports go, or --dry-run');
  if (!values.help && !dry && key === '') throw new UsageError('--key: the key of a collector is needed');
  if (values.visits !== undefined && !values.live)
    throw new UsageError('--visits: service people serve a fleet that goes on with --live');
  if (dry && values.live) throw new UsageError('--live: sends reports, which --dry-run and --rates do not');
  const worldName = toWorldName(values.world);
  return {
    devices: toNumber('--devices', values.devices, 1, 1_000_000),
    days: toNumber('--days', values.days, 1, 5000),
    seed: values.seed,
    server: dry || values.server === undefined ? undefined : toUrl(values.server),
    key,
    truth: values.truth,
    until: values.until === undefined ? toDay(now) : toDayOf(values.until),
    live: values.live,
    rates: values.rates,
    world: worlds[worldName],
    worldName,
    state: values.state,
    visits: values.visits,
    help: values.help,
  };
}

function toWorldName(name: string): WorldName {
  if (!isWorldName(name)) throw new UsageError(`--world: there is no world '${name}'`);
  return name;
}

function toUrl(text: string): URL {
  const url = parseAddress(text);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(`--server: '${text}' is not an http address`);
  return url;
}

function toDayOf(text: string): Day {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(time)) throw new UsageError(`--until: '${text}' is not a day like 2026-01-31`);
  return time / dayMs;
}
