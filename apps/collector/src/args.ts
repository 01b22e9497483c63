import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type GivenSettings, SettingsError } from './settings.ts';

const options = {
  targets: { type: 'string', short: 't' },
  exclude: { type: 'string' },
  server: { type: 'string', short: 's' },
  key: { type: 'string' },
  'key-file': { type: 'string' },
  settings: { type: 'string' },
  every: { type: 'string' },
  community: { type: 'string' },
  data: { type: 'string' },
  name: { type: 'string' },
  concurrency: { type: 'string' },
  deadline: { type: 'string' },
  timeout: { type: 'string' },
  retries: { type: 'string' },
  'log-json': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** The command line as given. Throws `SettingsError`. */
export function parseCommandLine(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    throw new SettingsError(error instanceof Error ? error.message : String(error));
  }
}
export type CommandLine = ReturnType<typeof parseCommandLine>;

interface FileDefaults {
  data?: string | undefined;
  name?: string | undefined;
}

/** The command line over the environment over the settings file. */
export function toGivenSettings(line: CommandLine, env: NodeJS.ProcessEnv, file: FileDefaults): GivenSettings {
  return {
    server: line.server ?? notEmpty(env.PLATEN_COLLECTOR_SERVER),
    data: line.data ?? notEmpty(env.PLATEN_COLLECTOR_DATA) ?? file.data ?? toStateFolder(env),
    name: line.name ?? file.name ?? hostname(),
    targets: line.targets,
    exclude: line.exclude,
    community: line.community,
    every: line.every,
    concurrency: line.concurrency,
    deadline: line.deadline,
    timeout: line.timeout,
    retries: line.retries,
  };
}

/** Where a service (systemd's StateDirectory) or a user's programs keep their state. */
function toStateFolder(env: NodeJS.ProcessEnv): string {
  const service = notEmpty(env.STATE_DIRECTORY)?.split(':')[0];
  if (service !== undefined) return service;
  return join(notEmpty(env.XDG_STATE_HOME) ?? join(homedir(), '.local', 'state'), 'platen-collector');
}

const notEmpty = (text: string | undefined) => (text === '' ? undefined : text);

export const helpText = `Reads printers over SNMP and delivers what they say to a Platen server.

  npm run collect -- --targets 192.0.2.0/28,printer.example --server URL --key-file FILE
  npm run collect -- --settings FILE --every 15m

What to read
  -t, --targets LIST   hosts, networks, ranges, parted by commas: 192.0.2.0/28, 192.0.2.10-20,
                       printer.example, 127.0.0.1:16101-16108 (port 161 where none is given)
      --exclude LIST   not these, in the same form
      --community TEXT SNMP community (public)
      --settings FILE  JSON with server, keyFile, every, sites with customers and dealers: docs/collector.md

Where to deliver
  -s, --server URL     the server's address; or PLATEN_COLLECTOR_SERVER
      --key-file FILE  file with the collector key; or PLATEN_COLLECTOR_KEY
      --key KEY        the key itself; others on this machine can see it in the process list

How
      --every TIME     go on as a service, one round each 15m, 1h …; without it: one round
      --data FOLDER    keeps undelivered reports; or PLATEN_COLLECTOR_DATA (a folder in ~/.local/state)
      --name TEXT      name of this collector in the reports (the host's name)
      --concurrency N  devices read at the same time (64)
      --deadline TIME  the most time for one device (60s)
      --timeout TIME   wait for one answer (2s)
      --retries N      further tries after no answer (1)
      --log-json       messages as JSON lines (as a service always)
  -h, --help
      --version

Exit codes: 0 done; 1 unexpected error; 2 wrong command line or settings; 3 done, but reports still wait on disk
or could not be kept; 4 another collector uses the data folder.
`;
