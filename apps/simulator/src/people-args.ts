import { parseArgs } from 'node:util';
import { parseAddress } from '@platen/contract/web-address';
import { readLine, toNumber, UsageError } from './command-line.ts';
import { isWorldName, worlds } from './fleet/worlds.ts';
import type { ServedFleet } from './service/service-people.ts';
import { VisitRecord } from './service/visit-record.ts';

export interface PeopleOptions {
  readonly server: URL;
  /** Of the dispatcher, then of the technicians. */
  readonly tokens: readonly string[];
  readonly fleet: ServedFleet;
  /** File of the truth of the fleet; empty: its past visits are not brought in. */
  readonly truth: string;
  readonly help: boolean;
}

export const peopleHelp = `Simulated service people who work on the worklist of a server, and at the devices of its simulated fleet.

  --server URL     the server
  --devices N, --seed TEXT, --world NAME   the fleet, as it was simulated
  --visits FILE    what they put in, for the fleet that is simulated with the same file
  --truth FILE     what really happened to the fleet: its past visits are brought in

  PLATEN_PEOPLE_TOKENS  access tokens with commas: of a dispatcher, then of technicians
`;

/** Reads the command line. Throws `UsageError` that names the option. */
export function parsePeopleLine(args: readonly string[], env: NodeJS.ProcessEnv): PeopleOptions {
  const { values } = readLine(() =>
    parseArgs({
      args: [...args],
      options: {
        server: { type: 'string', default: 'http://localhost:8400' },
        devices: { type: 'string', default: '300' },
        seed: { type: 'string', default: '1' },
        world: { type: 'string', default: 'usual' },
        visits: { type: 'string', default: '' },
        truth: { type: 'string', default: '' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }),
  );
  const { server, seed, world, visits, truth, help } = values;
  if (!isWorldName(world)) throw new UsageError(`--world: there is no world '${world}'`);
  const address = parseAddress(server);
  if (address === undefined) throw new UsageError(`--server: '${server}' is not an address`);
  if (!help && visits === '') throw new UsageError('--visits: say where the visits are recorded');
  return {
    server: address,
    tokens: (env.PLATEN_PEOPLE_TOKENS ?? '').split(',').filter((token) => token !== ''),
    fleet: {
      seed,
      devices: toNumber('--devices', values.devices, 1, 1_000_000),
      world: worlds[world],
      visits: new VisitRecord(visits),
    },
    truth,
    help,
  };
}
