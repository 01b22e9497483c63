// npm run bench:judge -- [devices] [days]: how fast a server judges a fleet that has all reported, what its
// callers notice of it, and what the judgement of a further report of the same day costs.

import { measureRound, type Round, waitForEvaluation } from './judge/rounds.ts';
import { readArguments, whole } from './lib/arguments.ts';
import { fillFleet } from './lib/fleet.ts';
import { fillReadings } from './lib/readings.ts';
import { startServer } from './lib/running-server.ts';

const [devices, days] = readArguments('judge', whole('devices', 1000), whole('days', 200));
const goal = { devices: 10_000, seconds: 150 };

const say = (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
};
console.log(`Filling a store with ${devices.toLocaleString('en')} devices and ${days} days of full readings …`);
const server = await startServer(async (store) => {
  await fillFleet(store, devices, 1);
  await fillReadings(store, devices, days, (done) => say(`filled ${done} of ${devices}`));
  say('');
  // Learning would come after the first judgement of the fleet, and make everything due once more.
  await store.pool.query(
    `insert into job_run (job, touched_at, ended_at) values ('fit', now() + interval '1 day', now())`,
  );
});
try {
  const first = await measure('first day');
  await waitForEvaluation(server);
  await server.store.pool.query(
    'update counter_day set total = total + 1 where day = (select max(day) from counter_day)',
  );
  await reportAgain();
  await measure('an hour later, more pages');
  await waitForEvaluation(server);
  await reportAgain();
  await measure('an hour later, nothing new');
  const both = toBoth(first);
  const estimate = both === undefined ? undefined : (both * goal.devices) / 1000 / 2;
  if (estimate !== undefined)
    console.log(
      `two idle cores need ${estimate.toFixed(0)} s for 10,000 devices on the first day (at most ${goal.seconds} s wanted: ${estimate <= goal.seconds ? 'met' : 'missed'})`,
    );
  if ((estimate ?? 0) > goal.seconds || first.failed > 0) process.exitCode = 1;
} finally {
  await server.stop();
}

async function measure(name: string): Promise<Round> {
  const round = await measureRound(server, devices, (done) => say(`${name}: ${done} of ${devices}`));
  say('');
  const { judged, unchanged, failed, seconds, steps, memoryMb, calls } = round;
  const sum = steps.load + steps.judge + steps.write;
  const ms = (value: number | undefined) => (value === undefined ? 'unknown' : `${value.toFixed(1)} ms`);
  const share = (value: number) => `${((100 * value) / sum).toFixed(0)} %, ${value.toFixed(1)} ms`;
  const at = (part: number) => (calls[Math.floor(calls.length * part)] ?? Number.NaN).toFixed(1);
  console.log(`\n${name}: judged ${judged}, nothing new of ${unchanged}, failed ${failed}, in ${seconds.toFixed(1)} s`);
  console.log(
    `  processor time a device  ${ms(toBoth(round))}: server ${ms(round.server)}, database ${ms(round.database)}`,
  );
  console.log(
    `  clock time a device      load ${share(steps.load)}; judge ${share(steps.judge)}; write ${share(steps.write)}`,
  );
  console.log(`  memory at most           ${memoryMb.toFixed(0)} MB (server, without the database)`);
  console.log(
    `  calls meanwhile          p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, worst ${at(0.9999)} ms of ${calls.length}`,
  );
  return round;
}

function toBoth({ server: own, database }: Round): number | undefined {
  return own === undefined || database === undefined ? undefined : own + database;
}

/** Every device reports, with the values of the day that are stored. */
async function reportAgain(): Promise<void> {
  await server.store.pool.query(`
    with heard as (update device set received_at = now(), updated_at = now() returning device_id)
    insert into device_report (device_id, observed_at, digest, received_at, matters)
    select device_id, now(), 1, now(), '{}' from heard`);
}
