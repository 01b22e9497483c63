import { Agent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';
import { addCollector } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { nginxProgram, startNginx } from './nginx.ts';
import { callServer, clientAddress, countLost, startLoad } from './rolling-load.ts';
import { type ServerGroup, startServerGroup } from './server-group.ts';
import { agreeForAll } from './test-app.ts';

if (nginxProgram === undefined)
  console.warn('nginx is not installed: three servers behind the proxy of deploy/ are not tried');

describe.skipIf(nginxProgram === undefined)('AP-05: three servers behind the proxy of deploy/', () => {
  const collectorKey = 'key-of-three-servers';
  let database: TestDatabase;
  let group: ServerGroup;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let url: string;
  let http: number;
  let token: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    await addCollector(database, { key: collectorKey });
    const https = await findFreePort();
    http = await findFreePort();
    url = `https://127.0.0.1:${https}`;
    group = await startServerGroup(database, {
      count: 3,
      publicUrl: url,
      settings: {
        NODE_ENV: 'production',
        PLATEN_TRUST_PROXY: '127.0.0.1',
        PLATEN_LOG_LEVEL: 'info',
        PLATEN_LOG_ADDRESSES: 'full',
        PLATEN_METRICS: 'open',
      },
    });
    nginx = await startNginx(nginxProgram ?? '', { http, https, servers: group.ports });
    await agreeForAll(database);
    token = await group.toToken('service');
  }, 180_000);
  afterAll(async () => {
    await nginx?.stop();
    await group?.stop();
    await database.close();
  }, 60_000);

  const load = (readers: number, senders: number) =>
    startLoad({ url, token, collectorKey, ca: nginx.ca, readers, senders });

  test('are replaced one by one under load: no call fails, no report is lost', async () => {
    const running = load(3, 3);
    const drains: number[] = [];
    for (const index of group.ports.keys()) {
      drains.push(await group.end(index));
      await group.start(index);
      // The proxy tries a server again that it has left out for two seconds.
      await expect.poll(() => group.servers[index]?.output(), { timeout: 30_000 }).toContain('"msg":"call"');
    }
    const { calls, sent, failed, longestMs } = await running.stop();
    const lost = await countLost(database, sent);
    console.info(
      `rolling restart of 3 servers: ${calls} calls, ${sent.length} reports, ${failed.length} failed, ${lost} lost, longest ${Math.round(longestMs)} ms, ended after ${drains.map(Math.round).join(', ')} ms`,
    );
    expect(failed).toEqual([]);
    expect(lost).toBe(0);
    expect(sent.length).toBeGreaterThan(50);
  }, 180_000);

  test('go on when one is killed: no read and no delivery fails, and no acknowledged report is lost', async () => {
    const running = load(3, 3);
    await wait(1000);
    await group.kill(1);
    await wait(3000);
    await group.start(1);
    await wait(1000);
    const { sent, failed } = await running.stop();
    expect(failed).toEqual([]);
    expect(await countLost(database, sent)).toBe(0);
  }, 60_000);

  test('AU-43: know the address of the client from the proxy, and take none that the client names', async () => {
    const agent = new Agent({ ca: nginx.ca, localAddress: clientAddress });
    const forged = {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.8',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'elsewhere.example',
    };
    for (const _ of group.ports) {
      const headers = { ...forged, authorization: 'Bearer no-such-token' };
      expect((await callServer(`${url}/v1/users/me`, { headers, agent })).status).toBe(401);
    }
    agent.destroy();
    const refused = () =>
      group.servers.flatMap((server) =>
        server
          .output()
          .split('\n')
          .filter((line) => line.includes('"msg":"refused"'))
          .map((line) => /"ip":"([^"]*)"/.exec(line)?.[1]),
      );
    await expect.poll(refused).toEqual(group.ports.map(() => clientAddress));
  });

  test('are reached by https only, and their figures not at all', async () => {
    const redirected = await callServer(`http://127.0.0.1:${http}/devices?x=1`);
    expect([redirected.status, redirected.headers.location]).toEqual([308, 'https://127.0.0.1/devices?x=1']);
    const agent = new Agent({ ca: nginx.ca });
    expect((await callServer(`${url}/metrics`, { agent })).status).toBe(404);
    const ready = await callServer(`${url}/readyz`, { agent });
    expect(ready.status).toBe(200);
    expect(ready.headers['strict-transport-security']).toContain('max-age');
    agent.destroy();
  });
});
