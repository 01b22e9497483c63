#!/usr/bin/env node
import { argv, exit, stdout } from 'node:process';
import { type Agent, startAgent } from './agent.ts';
import { helpText, parseCommandLine } from './args.ts';
import { endWithParent, runProgram } from './command-line.ts';
import { toFleet } from './model/fleet.ts';

/** Where faster time begins; fixed, so that a restart at the same speed goes on where it was. */
const epoch = Date.UTC(2026, 10, 1);

await runProgram(main);

async function main(): Promise<void> {
  const options = parseCommandLine(argv.slice(2));
  if (options.help) {
    stdout.write(helpText);
    return;
  }
  const now = () => (options.speed === 1 ? Date.now() : epoch + (Date.now() - epoch) * options.speed);
  const agents: Agent[] = [];
  for (const [i, machine] of toFleet(options.seed, options.count).entries()) {
    const port = options.port === 0 ? 0 : options.port + i;
    const agent = await startAgent({ machine, host: options.host, port, community: options.community, now });
    agents.push(agent);
    const { name, serial } = machine;
    stdout.write(`${JSON.stringify({ name, host: options.host, port: agent.port, serial })}\n`);
  }
  const end = () => {
    void Promise.allSettled(agents.map((agent) => agent.close())).then(() => exit(0));
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // The parent process may end before it reads this output; then end as well.
  stdout.on('error', end);
  endWithParent(end);
  stdout.write('READY\n');
  process.send?.({ ready: true }, () => {});
}
