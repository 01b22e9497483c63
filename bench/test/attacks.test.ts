import { latestTermsVersion } from '@platen/contract/constants';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toAttacks } from '../src/attacks/bodies.ts';
import { runAttack } from '../src/attacks/run-attack.ts';
import { HttpConnection } from '../src/lib/http-connection.ts';
import { peakMegabytes } from '../src/lib/processes.ts';
import { type RunningServer, startServer } from '../src/lib/running-server.ts';

// The short form of `npm run bench:attacks`: the same attacks, once in each of two connections.
let server: RunningServer;
beforeAll(async () => {
  server = await startServer(async () => undefined);
}, 120_000);
afterAll(() => server.stop());

/** Far above what was measured (414 MB); 12 such deliveries once took 2.6 GB. */
const mostMegabytes = 1200;

test('AP-05: while one key attacks, good reports of another are stored, lists are answered, and memory stays bounded', {
  timeout: 300_000,
}, async () => {
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
  for (const attack of toAttacks(new Date())) {
    // Throws where a good report is not stored or a list not answered.
    const { answers, reports } = await runAttack(target, attack, { connections: 2, deliveries: 1, probes: 1 });
    expect(reports).toHaveLength(1);
    expect([...answers.keys()].filter((status) => status !== 200 && status !== 422)).toEqual([]);
  }
  // NaN where the system does not say.
  expect((await peakMegabytes(server.pid)) > mostMegabytes).toBe(false);
});
