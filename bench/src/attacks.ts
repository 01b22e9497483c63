// npm run bench:attacks [rounds]: what each known attack of one collector key costs the others: time until a
// good report of another key is acknowledged (goal: 1 s) and until a list is answered (goal: 200 ms), and the
// memory of the server.

import { latestTermsVersion } from '@platen/contract/constants';
import { toAttacks } from './attacks/bodies.ts';
import { runAttack } from './attacks/run-attack.ts';
import { readArguments, whole } from './lib/arguments.ts';
import { HttpConnection } from './lib/http-connection.ts';
import { leaveUnjudged } from './lib/leave-unjudged.ts';
import { peakMegabytes } from './lib/processes.ts';
import { startServer } from './lib/running-server.ts';

const [deliveries] = readArguments('attacks', whole('rounds', 3));
const server = await startServer(leaveUnjudged);
try {
  const addKey = async (name: string, dealer: string) =>
    String((await server.admin(['collectors', 'add', name, '--dealer', dealer]))['key']);
  const target = {
    url: server.url,
    attackerKey: await addKey('Attacker', 'D-1'),
    key: await addKey('Good', 'D-2'),
    token: await server.token('service'),
  };
  const user = new HttpConnection(server.url, target.token);
  await user.request('POST', '/v1/termsOfUse', { version: latestTermsVersion });
  user.close();
  console.log(`memory before ${(await peakMegabytes(server.pid)).toFixed(0)} MB`);
  for (const attack of toAttacks(new Date())) {
    const run = await runAttack(target, attack, { connections: 4, deliveries, probes: 10 });
    const most = (values: readonly number[]) => `${Math.max(...values).toFixed(0)} ms`;
    const median = (values: readonly number[]) =>
      `${(values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN).toFixed(0)} ms`;
    console.log(
      `${attack.name.padEnd(36)} ${(attack.body.length / 1024).toFixed(0).padStart(5)} KB  report ${median(run.reports)}, at most ${most(run.reports)}; list ${median(run.lists)}, at most ${most(run.lists)}; answers ${[...run.answers].map(([status, count]) => `${count} x ${status}`).join(', ')}; memory at most ${(await peakMegabytes(server.pid)).toFixed(0)} MB`,
    );
  }
} finally {
  await server.stop();
}
