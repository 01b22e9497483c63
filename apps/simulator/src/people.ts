#!/usr/bin/env node
import { argv, env, exit, stderr, stdout } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parsePeopleLine, peopleHelp } from './people-args.ts';
import { Portal } from './service/portal.ts';
import { type Done, ServicePeople } from './service/service-people.ts';
import { UsageError } from './usage-error.ts';

/** The pace after the first turn: one matter and at most one visit. */
const pace = { everyMs: 90_000, most: 1, visits: 1 };
/** On the first turn of a start they go through the whole list. */
const firstTurn = { most: 200, visits: 2 };

try {
  await main();
} catch (error) {
  stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`);
  exit(error instanceof UsageError ? 2 : 1);
}

async function main(): Promise<void> {
  const asked = parsePeopleLine(argv.slice(2), env);
  if (asked.help) {
    stdout.write(peopleHelp);
    return;
  }
  // The parent process has ended: end as well.
  if (process.send !== undefined) process.on('disconnect', () => exit(0));
  const [dispatcher, ...technicians] = await Promise.all(
    asked.tokens.map(async (token) => {
      const portal = new Portal(asked.server, token);
      return { portal, userId: await portal.signIn() };
    }),
  );
  if (dispatcher === undefined) throw new UsageError('PLATEN_PEOPLE_TOKENS: a dispatcher is needed');
  const people = new ServicePeople(asked.fleet, { dispatcher, technicians });
  people.begin(Date.now());
  say(await people.turn(Date.now(), firstTurn));
  stdout.write('READY\n');
  for (;;) {
    await wait(pace.everyMs);
    try {
      say(await people.turn(Date.now(), pace));
    } catch (error) {
      // The server may be away; it is asked again.
      stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

function say(done: Done): void {
  if (done.size > 0) stdout.write(`${[...done].map(([name, count]) => `${count} ${name}`).join(', ')}\n`);
}
