// npm run bench:worklist -- [piece ...] [--seeds 9421] [--devices 60] [--days 200] [--world own-wear]
//   [--visits 1] [--rules 50] [--fleet 100000] [--seconds 5] [--only text] [--data folder] [--pause 200]
//   [--rounds 12]
// What the worklist is worth: against the truth of simulated fleets, worked on by simulated service people,
// in storms of reports, how fast the list of a large fleet answers, and whether sending disturbs it.

import { parseArgs } from 'node:util';
import { isWorldName, worlds } from '@platen/simulator/fleet/worlds';
import { orEnd } from './lib/arguments.ts';
import { measureShare } from './worklist/evaluation-share.ts';
import { scoreList, toCovered } from './worklist/list-score.ts';
import { workTime } from './worklist/listed-device.ts';
import { type FleetPlan, runFleet } from './worklist/listed-fleet.ts';
import { measureTrials } from './worklist/rule-trials.ts';
import { measureScale } from './worklist/scale.ts';
import { measureSending } from './worklist/sending.ts';
import { Crew, orders } from './worklist/service-people.ts';
import { flap, unplug } from './worklist/storms.ts';

const pieces = ['list', 'people', 'storms', 'scale', 'share', 'trials', 'sending'] as const;
const usage = `npm run bench:worklist -- [piece ...] [--seeds 9421] [--devices 60] [--days 200] [--world own-wear] [--visits 1] [--rules 50] [--fleet 100000] [--seconds 5] [--only text] [--data folder] [--pause 200] [--rounds 12]
  pieces: ${pieces.join(', ')}; all of them without one
  worlds: ${Object.keys(worlds).join(', ')}
  of the piece share: alert rules that are switched on for it
  of the piece trials: part of the names of the rules
  of the piece scale: devices of the fleet, seconds of a call, part of the names of the calls,
    and the folder of a filled store that is used again (of the same day: later on much is due)
  of the piece sending: devices, seconds and rounds of measurements, milliseconds that receivers take for a message`;

const { asked, seeds, devices, days, world, visits, rules, scale, pause, rounds } = orEnd(() => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seeds: { type: 'string', default: '9421' },
      devices: { type: 'string', default: '60' },
      days: { type: 'string', default: '200' },
      world: { type: 'string', default: 'own-wear' },
      visits: { type: 'string', default: '1' },
      rules: { type: 'string', default: '0' },
      fleet: { type: 'string', default: '100000' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      data: { type: 'string' },
      pause: { type: 'string', default: '200' },
      rounds: { type: 'string', default: '12' },
    },
  });
  const named = positionals.map((name) => {
    const piece = pieces.find((one) => one === name);
    if (piece === undefined) throw new RangeError(`there is no piece '${name}'\n${usage}`);
    return piece;
  });
  if (!isWorldName(values.world)) throw new RangeError(`--world: there is no world '${values.world}'\n${usage}`);
  const toNumber = (name: 'devices' | 'days' | 'visits' | 'fleet' | 'seconds' | 'rounds') => {
    const value = Number(values[name]);
    if (!(value > 0)) throw new RangeError(`--${name}: '${values[name]}' is not a positive number`);
    return value;
  };
  return {
    asked: named.length === 0 ? pieces : named,
    seeds: values.seeds.split(',').filter((seed) => seed !== ''),
    devices: toNumber('devices'),
    rounds: toNumber('rounds'),
    days: toNumber('days'),
    world: values.world,
    visits: toNumber('visits'),
    rules: Math.trunc(Number(values.rules)),
    pause: Math.trunc(Number(values.pause)),
    scale: { devices: toNumber('fleet'), seconds: toNumber('seconds'), only: values.only, data: values.data },
  };
});
/** 2026-09-30: a fixed day, so that a fleet is the same whenever it is measured. */
const end = 20_726;
const plans = seeds.map((seed): FleetPlan => ({ seed, world, devices, training: 300, days, end }));

const percent = (part: number, of: number): string =>
  of === 0 ? 'none' : `${((100 * part) / of).toFixed(1)} % of ${of}`;
const run = {
  list: printList,
  people: printPeople,
  storms: printStorms,
  scale: () => measureScale(scale),
  share: () => measureShare(devices, rules),
  trials: () => measureTrials(devices, scale.only),
  sending: () => measureSending({ devices, seconds: scale.seconds, rounds, pause }),
};
for (const piece of asked) await run[piece]();

function printList(): void {
  const scores = plans.map((plan) => scoreList(plan));
  const fleetDays = scores.reduce((sum, one) => sum + one.fleetDays, 0);
  console.log(
    `\nthe list of ${devices} devices over ${days} days, ${world}, seeds ${seeds.join(', ')}, without service people`,
  );
  for (const priority of ['P1', 'P2', 'P3', 'P4'] as const)
    console.log(
      `  ${priority}  ${(scores.reduce((sum, one) => sum + one.rows[priority], 0) / fleetDays).toFixed(1)} rows a day`,
    );
  const daysOff = 7 / 5;
  const flowOf = (name: 'came' | 'went') =>
    ((scores.reduce((sum, one) => sum + one.flow[name], 0) / fleetDays) * daysOff).toFixed(2);
  console.log(`  rows that became P1 to P3 a working day: ${flowOf('came')}, and went: ${flowOf('went')}`);
  console.log(`  parts and drives that failed: ${scores.reduce((sum, one) => sum + one.failures, 0)}`);
  console.log(
    `  parts on the list by a sign of the grade 'watch': ${scores.reduce((sum, one) => sum + one.watched, 0)}`,
  );
  const kinds = new Map<string, { rows: number; followed: number }>();
  for (const { followed } of scores)
    for (const [kind, count] of followed) {
      const sum = kinds.get(kind) ?? { rows: 0, followed: 0 };
      kinds.set(kind, { rows: sum.rows + count.rows, followed: sum.followed + count.followed });
    }
  const all = [...kinds.values()];
  const sumOf = (name: 'rows' | 'followed') => all.reduce((sum, one) => sum + one[name], 0);
  console.log(
    `  FG-02 rows that became P1 or P2, followed within 30 days: ${percent(sumOf('followed'), sumOf('rows'))}`,
  );
  for (const [kind, { rows, followed }] of kinds) console.log(`    ${kind.padEnd(14)} ${percent(followed, rows)}`);
  const { hours, covered, before } = toCovered(scores.flatMap((one) => one.downs));
  const spells = scores.reduce((sum, one) => sum + one.downs.length, 0);
  console.log(
    `  FG-03 down hours with a row before or on the first day: ${percent(covered, hours)} hours (${spells} times down)`,
  );
  console.log(`    with one on the evening before: ${percent(before, hours)} hours`);
  const spent = scores.flatMap((score) => score.spent);
  const timeOf = (name: keyof (typeof spent)[number]) => spent.reduce((sum, one) => sum + one[name], 0);
  const each = {
    judging: timeOf('judging') / timeOf('judgements'),
    evaluating: timeOf('evaluating') / timeOf('evaluations'),
  };
  console.log(
    `  FG-07 evaluation ${each.evaluating.toFixed(2)} ms, judgement ${each.judging.toFixed(2)} ms: ${((100 * each.evaluating) / each.judging).toFixed(1)} % (without rules and the database)`,
  );
}

function printPeople(): void {
  console.log(
    `\n${devices} devices over ${days} days, ${world}, seeds ${seeds.join(', ')}, ${visits} visits a working day`,
  );
  const results = orders.map((order) => {
    const sum = { order, down: 0, failed: 0, visits: 0, again: 0, calls: 0, putIn: 0, hadFailed: 0, wrong: 0 };
    for (const plan of plans) {
      const crew = new Crew(plan.seed, order, visits);
      runFleet(plan, crew, (day, fleet) => {
        const hours = workTime.hoursOf(day);
        for (const device of fleet) {
          if (device.isDown) sum.down += hours;
          if (device.failed.length > 0) sum.failed += hours;
        }
      });
      for (const name of ['visits', 'again', 'calls', 'putIn', 'hadFailed', 'wrong'] as const)
        sum[name] += crew.count[name];
    }
    return sum;
  });
  const rota = results.find(({ order }) => order === 'rota');
  for (const { order, down, failed, ...count } of results) {
    const avoided = rota === undefined || count.visits === 0 ? 0 : (rota.down - down) / count.visits;
    console.log(
      `  ${order.padEnd(9)} down ${down} h, something failed ${failed} h, ${count.visits} visits (${count.again} again), ${count.calls} calls, ${count.putIn} put in (${count.hadFailed} had failed, ${count.wrong} wrong); ${avoided.toFixed(2)} h of down avoided a visit against the rota`,
    );
  }
}

function printStorms(): void {
  const flapping = flap(1000);
  console.log(
    `\nFG-04 ${flapping.devices} devices that flap every 20 min for a day: at most ${flapping.most} openings and ${flapping.mostSent} messages each, ${flapping.openings} openings in all`,
  );
  const silent = unplug(500);
  console.log(
    `FG-05 a collector with 500 devices unplugged for 3 h: at most ${silent.most} rows at a time, ${silent.ofDevices} of them of devices, ${silent.openings} openings, ${silent.sent} messages of openings, ${silent.left} rows left half an hour after`,
  );
}
