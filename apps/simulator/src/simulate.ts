#!/usr/bin/env node
import { argv, env, stderr, stdout } from 'node:process';
import { endWithParent, runProgram } from './command-line.ts';
import { toDay } from './fleet/calendar.ts';
import { toRates } from './fleet/rates.ts';
import { toReceiver } from './send/deliver.ts';
import { fillFleet } from './send/fill-fleet.ts';
import { liveOn } from './send/live-on.ts';
import { SentDays } from './send/sent-days.ts';
import { parseSimulateLine, type SimulateOptions, simulateHelp } from './simulate-args.ts';

await runProgram(main);

async function main(): Promise<void> {
  const now = Date.now();
  const asked = parseSimulateLine(argv.slice(2), env, now);
  if (asked.help) {
    stdout.write(simulateHelp);
    return;
  }
  if (asked.rates) {
    const { seed, devices, until, days, world } = asked;
    for (const [name, value] of Object.entries(toRates(seed, devices, { from: until - days + 1, to: until }, world)))
      stdout.write(`${name.padEnd(20)} ${(value < 100 ? value.toPrecision(3) : value.toFixed(0)).padStart(8)}\n`);
    return;
  }
  endWithParent();
  const sent = asked.state === undefined ? undefined : new SentDays(asked.state, asked);
  const options = withoutSent(asked, sent);
  const filled = await fillFleet(options, now);
  // Of the last day not all reports may have been due.
  const toThrough = (day: number) => (day < toDay(now) || filled.waiting.length === 0 ? day : day - 1);
  sent?.note(toThrough(options.until));
  say(options, filled);
  stdout.write('READY\n');
  if (!options.live || options.server === undefined) return;
  await liveOn(options, toReceiver(options.server, options.key), filled, (day) => sent?.note(day));
}

/** Only the days that an earlier start did not deliver. */
function withoutSent(options: SimulateOptions, sent: SentDays | undefined): SimulateOptions {
  const through = sent?.through;
  if (through === undefined) return options;
  return { ...options, days: Math.min(options.days, Math.max(1, options.until - through)) };
}

function say({ server }: SimulateOptions, { sender, seconds }: Awaited<ReturnType<typeof fillFleet>>): void {
  const { reports, outcome } = sender;
  const rate = `${reports} reports in ${seconds.toFixed(1)} s, ${Math.round(reports / Math.max(seconds, 0.001))} a second`;
  const fate = `: ${outcome.stored} stored, ${outcome.repeated} there before, ${outcome.refused} refused`;
  stdout.write(`${rate}${server === undefined ? '' : fate}\n`);
  if (outcome.problem !== undefined) stderr.write(`the first refusal: ${outcome.problem}\n`);
}
