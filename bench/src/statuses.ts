// npm run bench:statuses -- [collectors] [rounds]: what it costs the server that collectors report their
// state and ask for more every 5 minutes (CF-33), each over a connection of its own as they do, and what is
// written.
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { sendStatus } from '@platen/contract/collectors';
import { readArguments, whole } from './lib/arguments.ts';
import { readDatabaseCpu } from './lib/database-cpu.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { cpuSeconds } from './lib/processes.ts';
import { startServer } from './lib/running-server.ts';

const [collectors, rounds] = readArguments('statuses', whole('collectors', 10_000), whole('rounds', 3));
const everySeconds = 300;
const atOnce = 16;
const hash = createHash('sha256').update('settings').digest('hex');
const toKey = (number: number) => `key-of-collector-${number}`;

const server = await startServer(async (store) => {
  await leaveUnjudged(store);
  const hashes = Array.from({ length: collectors }, (_, n) => createHash('sha256').update(toKey(n)).digest());
  await store.pool.query(
    `insert into collector (collector_id, name, key_hash, scope)
     select gen_random_uuid(), 'collector ' || n, hash, '{"places": [{"customerNumber": "C-1"}]}'
     from unnest($1::bytea[]) with ordinality as h(hash, n)`,
    [hashes],
  );
  // All are managed from the portal: settings are wanted, judged and in force, and known to the server.
  await store.pool.query(
    `insert into collector_settings (collector_id, version, document, hash, effective, effective_hash)
     select collector_id, 1, '{"settings":{},"credentials":[]}', $1, '{"entries":[]}', $1 from collector`,
    [hash],
  );
});
const startedAt = new Date(Date.now() - 86_400_000).toISOString();
const roundMs = 900_000;
/** Statuses between two rounds of a collector. */
const statusesOfRound = roundMs / (1000 * everySeconds);
let turn = 0;
try {
  await reportAll();
  console.log(`${collectors} collectors, one status each in a round; a round is ${everySeconds} s`);
  for (let round = 1; round <= rounds; round++) {
    const [before, used, database] = [await readWrites(), await cpuSeconds([server.pid]), readDatabase()];
    const began = performance.now();
    await reportAll();
    const seconds = (performance.now() - began) / 1000;
    const own = (await cpuSeconds([server.pid])) - used;
    const theirs = readDatabase() - database;
    // Statistics of the database follow within a second.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const after = await readWrites();
    const written = [...after].flatMap(([table, rows]) => {
      const more = rows - (before.get(table) ?? 0);
      return more === 0 ? [] : [`${table} ${more}`];
    });
    console.log(
      `round ${round}: ${seconds.toFixed(1)} s; server ${own.toFixed(2)} s, database ${theirs.toFixed(2)} s of processor time: ` +
        `${toShare(own)} and ${toShare(theirs)} of one core; rows written: ${written.join(', ')}`,
    );
  }
} finally {
  await server.stop();
}

function readDatabase(): number {
  return readDatabaseCpu(server.store.postgresPid()) ?? Number.NaN;
}
function toShare(seconds: number): string {
  return `${((100 * seconds) / everySeconds).toFixed(2)} %`;
}

async function readWrites(): Promise<Map<string, number>> {
  const { rows } = await server.store.pool.query<{ table: string; rows: number }>(
    `select relname as table, (n_tup_ins + n_tup_upd + n_tup_del)::int as rows from pg_stat_user_tables
     where schemaname = 'public'`,
  );
  return new Map(rows.map(({ table, rows: count }) => [table, count]));
}

async function reportAll(): Promise<void> {
  turn++;
  let next = 0;
  const worker = async () => {
    while (next < collectors) await report(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

function report(number: number): Promise<void> {
  const at = new Date().toISOString();
  // A third of them have a new round to report.
  const ended = Date.parse(startedAt) + roundMs * Math.floor((turn + number) / statusesOfRound);
  const roundAt = new Date(ended).toISOString();
  const round = {
    startedAt: roundAt,
    endedAt: roundAt,
    targets: 254,
    printers: 12,
    notPrinters: 3,
    silent: 239,
    failed: 0,
  };
  const body = JSON.stringify({
    name: `collector ${number}`,
    version: '0.1.0',
    host: `host-${number}`,
    startedAt,
    sentAt: at,
    everyMs: roundMs,
    queue: { reports: 0, bytes: 0, refused: 0 },
    round: { ...round, incomplete: 0, notKept: 0 },
    failures: [],
    findings: [],
    remote: {
      level: 'manage',
      commands: ['read', 'probe', 'log', 'walk', 'status', 'restartRound'],
      effective: hash,
      inForce: 1,
      judged: { number: 1, hash, state: 'applied', problems: [] },
    },
  });
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(sendStatus.path, server.url),
      {
        method: sendStatus.method,
        agent: false,
        headers: {
          authorization: `Bearer ${toKey(number)}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          connection: 'close',
        },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () =>
          answer.statusCode === 200 ? resolve() : reject(new Error(`status ${answer.statusCode}`)),
        );
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
