import { parseArgs } from 'node:util';
import { readLine, toNumber, UsageError } from './command-line.ts';

export interface SimulatorOptions {
  host: string;
  /** First port; agent i listens on the i-th after it. 0: free ports. */
  port: number;
  count: number;
  seed: string;
  /** How many times faster than the clock the fleet lives. */
  speed: number;
  community: string;
  help: boolean;
}

export const helpText = `Simulated printers that answer SNMP on UDP ports of this machine.

  node apps/simulator/dist/main.js --port 16101 --count 8

  --port N         first port (16101); 0 for any free ports
  --count N        printers, 1 to 500 (8)
  --host ADDRESS   address to listen on (127.0.0.1)
  --seed TEXT      another text, another fleet (platen)
  --speed N        lives N times as fast as the clock, from 2026-11-01 on (1)
  --community TEXT (public)

Prints one JSON line a printer, then READY.
`;

const options = {
  host: { type: 'string', default: '127.0.0.1' },
  port: { type: 'string', default: '16101' },
  count: { type: 'string', default: '8' },
  seed: { type: 'string', default: 'platen' },
  speed: { type: 'string', default: '1' },
  community: { type: 'string', default: 'public' },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Reads the command line. Throws `UsageError` that names the option. */
export function parseCommandLine(args: readonly string[]): SimulatorOptions {
  const { values } = readLine(() => parseArgs({ args: [...args], options, allowPositionals: false }));
  const count = toNumber('--count', values.count, 1, 500);
  const port = toNumber('--port', values.port, 0, 65_535);
  if (port !== 0 && port + count - 1 > 65_535)
    throw new UsageError(`--port: ${count} ports from ${port} on go past 65535`);
  return {
    host: values.host,
    port,
    count,
    seed: values.seed,
    speed: toNumber('--speed', values.speed, 1, 10_000),
    community: values.community,
    help: values.help,
  };
}
