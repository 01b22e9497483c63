#!/usr/bin/env node
import { argv, env, stderr, stdout } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { endWithParent, runProgram, toMessage, UsageError } from './command-line.ts';
import { toDay } from './fleet/calendar.ts';
import { parsePeopleLine, peopleHelp } from './people-args.ts';
import { writeFirstRules } from './service/first-rules.ts';
import { toPastVisits } from './service/past-visits.ts';
import { Portal } from './service/portal.ts';
import { type Done, ServicePeople } from './service/service-people.ts';
import { signInCrew } from './service/sign-in-crew.ts';

/** The pace after the first turn: one matter; visits are begun, and recorded when they are over. */
const pace = { everyMs: 90_000, most: 1, visits: 0 };
/** On the first turn of a start they go through the whole list. */
const firstTurn = { most: 200, visits: 2 };

await runProgram(main);

async function main(): Promise<void> {
  const asked = parsePeopleLine(argv.slice(2), env);
  if (asked.help) {
    stdout.write(peopleHelp);
    return;
  }
  endWithParent();
  const crew = await signInCrew(
    asked.tokens.map((token) => new Portal(asked.server, token)),
    (reason) => stderr.write(`a technician is left out: ${toMessage(reason)}\n`),
  );
  if (crew === undefined) throw new UsageError('PLATEN_PEOPLE_TOKENS: a dispatcher is needed');
  const { dispatcher, technicians } = crew;
  const people = new ServicePeople(asked.fleet, { dispatcher, technicians });
  people.begin(Date.now());
  const past = toPastVisits(asked.truth, {
    before: toDay(Date.now()),
    technicians: technicians.map(({ name }) => name),
    seed: asked.fleet.seed,
  });
  if (past !== undefined) {
    const made = await dispatcher.portal.importVisits(past);
    if (made > 0) stdout.write(`${made} past visits\n`);
  }
  say(await people.turn(Date.now(), firstTurn));
  await people.makeExamples(Date.now());
  try {
    const rules = await writeFirstRules(dispatcher.portal);
    if (rules > 0) stdout.write(`${rules} rules\n`);
  } catch (error) {
    // The list can be worked on without rules.
    stderr.write(`${toMessage(error)}\n`);
  }
  stdout.write('READY\n');
  for (;;) {
    await wait(pace.everyMs);
    try {
      say(await people.turn(Date.now(), pace));
    } catch (error) {
      // The server may be away; it is asked again.
      stderr.write(`${toMessage(error)}\n`);
    }
  }
}

function say(done: Done): void {
  if (done.size > 0) stdout.write(`${[...done].map(([name, count]) => `${count} ${name}`).join(', ')}\n`);
}
