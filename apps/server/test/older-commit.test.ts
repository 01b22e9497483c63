// Only run by `npm run try:update -- COMMIT` (scripts/try-update.mjs), which prepares the older version.
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { addCollector } from './collectors.ts';
import { createEmptyDatabase, type TestDatabase } from './database.ts';
import { nginxProgram, startNginx } from './nginx.ts';
import { countLost, startLoad } from './rolling-load.ts';
import { type ServerGroup, startServerGroup } from './server-group.ts';
import { agreeForAll } from './test-app.ts';

const collectorKey = 'key-of-an-update';
let database: TestDatabase;
let group: ServerGroup;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let url: string;
beforeAll(async () => {
  if (nginxProgram === undefined) throw new Error('nginx of Debian is needed: apt-get install nginx');
  // The older version makes its own tables.
  database = await createEmptyDatabase();
  const https = await findFreePort();
  url = `https://127.0.0.1:${https}`;
  group = await startServerGroup(database, {
    count: 3,
    publicUrl: url,
    app: process.env['PLATEN_TRY_UPDATE'],
    settings: { NODE_ENV: 'production', PLATEN_TRUST_PROXY: '127.0.0.1' },
  });
  nginx = await startNginx(nginxProgram, { http: await findFreePort(), https, servers: group.ports });
  await addCollector(database, { key: collectorKey });
  await agreeForAll(database);
}, 300_000);
afterAll(async () => {
  await nginx?.stop();
  await group?.stop();
  await database?.close();
}, 60_000);

/** What PostgreSQL and the servers wrote of errors, for a call that failed. */
const errorsOf = ({ servers }: ServerGroup) =>
  servers.map((server) =>
    server
      .output()
      .split('\n')
      .filter((line) => line.includes('"level":"error"'))
      .slice(0, 5),
  );

test('AP-05: three servers of an older commit are replaced by this version under load: no call fails, no report is lost', async () => {
  const token = await group.toToken('service');
  const load = startLoad({ url, token, collectorKey, ca: nginx.ca, readers: 4, senders: 4 });
  // Sessions of the older servers have prepared their statements by then.
  await wait(3000);
  const older = errorsOf(group);
  for (const index of group.ports.keys()) {
    await group.end(index);
    older.push(...errorsOf(group));
    await group.start(index);
    // Both versions serve.
    await wait(4000);
  }
  const { calls, sent, failed, longestMs } = await load.stop();
  const lost = await countLost(database, sent);
  console.info(
    `update of 3 servers: ${calls} calls, ${sent.length} reports, ${failed.length} failed, ${lost} lost, longest ${Math.round(longestMs)} ms`,
  );
  if (failed.length > 0) console.error(JSON.stringify([older, errorsOf(group)]));
  expect(failed).toEqual([]);
  expect(lost).toBe(0);
  expect(sent.length).toBeGreaterThan(20);
}, 600_000);
