import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { listDevices } from '@platen/contract/devices';
import { listViews } from '@platen/contract/views';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { toTrouble } from '../src/store/replicas/replica-trouble.ts';
import { inTransaction } from '../src/store/transactions.ts';
import { type ReadingServer, type ReplicatedSite, startReplicatedSite } from './replicated-site.ts';
import { addDevices, addGroup, agreeForAll } from './test-app.ts';

/** Far above what a test takes: what a paused replica shows differs from what the primary has. */
const never = 600_000;
/** As a site has it. */
const usual = 2500;

let site: ReplicatedSite;
beforeAll(async () => {
  site = await startReplicatedSite(2);
  const first = await site.addServer(usual);
  await first.stop();
  await agreeForAll(site.database);
  await addGroup(site.database, 1, 'One', 'dealer');
  await addGroup(site.database, 2, 'Two');
  await addDevices(site.database, [{ serial: 'FIRST', group_ids: [1] }]);
}, 180_000);
afterAll(() => site.stop(), 60_000);

const paused = new Set<number>();
const pause = async (...which: number[]) => {
  for (const index of which) {
    await site.replicas[index]?.administer('select pg_wal_replay_pause()');
    paused.add(index);
  }
};
const resume = async () => {
  for (const index of paused) await site.replicas[index]?.administer('select pg_wal_replay_resume()');
  paused.clear();
};
afterEach(resume);

const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await wait(50);
};
const allUsed = ({ replicas }: ReadingServer) =>
  until(() => replicas.all.every((replica) => replica.state() === 'used' && replica.lagMs() < 2000));
const serials = async (server: ReadingServer, subject = 'service') => {
  const { value } = await server.call(subject, 'GET', '/v1/devices');
  return listDevices.answer.parse(value).devices.map(({ serial }) => serial);
};
const viewNames = async (server: ReadingServer, subject: string) => {
  const { value } = await server.call(subject, 'GET', '/v1/views?area=worklist');
  return listViews.answer.parse(value).views.map(({ name }) => name);
};

test('AP-05: calls that only read are answered by a replica, those by POST too; one that stops replaying is left out until it is back', async () => {
  const server = await site.addServer(usual);
  await allUsed(server);
  // A server that allows more shows what the replicas have.
  const patient = await site.addServer(never);
  await allUsed(patient);
  await pause(0, 1);
  await addDevices(site.database, [{ serial: 'LATER' }]);
  expect(await serials(patient)).toEqual(['FIRST']);
  const found = await patient.call('service', 'POST', '/v1/devices/search', { mfpIdentifiers: ['LATER'] });
  expect(found).toMatchObject({ status: 200, value: { devices: [] } });
  expect(await patient.answered('replica')).toBe(2);

  await until(() => server.replicas.all.every((replica) => replica.state() === 'behind'));
  expect(await serials(server)).toEqual(['FIRST', 'LATER']);
  expect(await server.answered('primary: no replica')).toBe(1);
  await resume();
  await allUsed(server);
  expect(await serials(server)).toEqual(['FIRST', 'LATER']);
  expect(await server.answered('replica')).toBe(1);
});

test('AP-05: who changes something sees it with the next call, whichever server that reaches; others read from the replica', async () => {
  const [one, other] = [await site.addServer(never), await site.addServer(never)];
  await allUsed(one);
  await allUsed(other);
  await pause(0, 1);
  const body = { area: 'worklist', shared: true, isDefault: false, definition: {} };
  for (let n = 1; n <= 5; n++) {
    expect(await one.call('service', 'POST', '/v1/views', { ...body, name: `view ${n}` })).toMatchObject({
      status: 200,
    });
    for (const server of [other, one]) expect(await viewNames(server, 'service')).toContain(`view ${n}`);
  }
  expect(await other.answered('primary: own change')).toBe(5);
  expect(await viewNames(other, 'admin')).toEqual([]);
  // A refused call may have changed something before it was refused.
  expect(await one.call('admin', 'DELETE', `/v1/views/${randomUUID()}`)).toMatchObject({ status: 404 });
  expect(await viewNames(other, 'admin')).toHaveLength(5);
  await resume();
  await allUsed(other);
});

test('AU-43: a disabled user and a device that left the group are refused after 3 s at every server, while replicas stand still', async () => {
  const servers = [await site.addServer(usual), await site.addServer(usual)];
  const { device_id: id } = await site.database.db
    .selectFrom('device')
    .select('device_id')
    .where('serial', '=', 'FIRST')
    .executeTakeFirstOrThrow();
  for (const server of servers) {
    await allUsed(server);
    expect(await server.call('dealer', 'GET', `/v1/device/${id}/facts`)).toMatchObject({ status: 200 });
    expect(await server.answered('replica')).toBe(1);
  }
  await pause(0, 1);
  await sql`update device set group_ids = '{2}' where device_id = ${id}`.execute(site.database.db);
  await wait(3000);
  for (const server of servers)
    expect(await server.call('dealer', 'GET', `/v1/device/${id}/facts`)).toMatchObject({
      value: { errorCode: 200003 },
    });
  await sql`update app_user set disabled_at = now() where subject = 'technician'`.execute(site.database.db);
  await wait(3000);
  for (const server of servers)
    expect(await server.call('technician', 'GET', '/v1/devices')).toMatchObject({ value: { errorCode: 200002 } });
});

/** Runs reads all the while; returns what failed and how many there were. */
async function readDuring(
  server: ReadingServer,
  work: () => Promise<void>,
): Promise<{ failed: unknown[]; calls: number }> {
  const over = new AbortController();
  const failed: unknown[] = [];
  let calls = 0;
  const read = async (subject: string) => {
    while (!over.signal.aborted) {
      const { status, value } = await server.call(subject, 'GET', '/v1/devices');
      calls += 1;
      if (status !== 200) failed.push(value);
    }
  };
  const readers = ['service', 'admin', 'dealer', 'service'].map(read);
  await work();
  over.abort();
  await Promise.all(readers);
  return { failed, calls };
}

test('AP-05: a replica that no longer answers is left out, its calls are answered by the primary, and it comes back by itself', async () => {
  const [replica] = site.replicas;
  const server = await site.addServer(usual, site.replicas.slice(0, 1));
  await allUsed(server);
  const state = () => server.replicas.all[0]?.state();
  const { failed, calls } = await readDuring(server, async () => {
    await until(async () => (await server.answered('replica')) > 10);
    replica?.freeze();
    await until(() => state() === 'unreachable');
    const before = await server.answered('primary: no replica');
    await until(async () => (await server.answered('primary: no replica')) > before + 10);
    replica?.thaw();
    await until(() => state() === 'used');
    const again = await server.answered('replica');
    await until(async () => (await server.answered('replica')) > again + 10);
  });
  expect(failed).toEqual([]);
  expect(calls).toBeGreaterThan(30);
  // Calls were under way when it went silent.
  expect(await server.answered('primary: replica failed')).toBeGreaterThan(0);
});

test('AP-05: a replica that is killed costs no call; without one the primary answers, with another that one', async () => {
  const server = await site.addServer(usual);
  await allUsed(server);
  const states = () => server.replicas.all.map((replica) => replica.state());
  const { failed } = await readDuring(server, async () => {
    await until(async () => (await server.answered('replica')) > 10);
    await site.replicas[0]?.kill();
    await until(() => states()[0] === 'unreachable');
    expect(server.replicas.choose('anybody')?.name).toBe(server.replicas.all[1]?.name);
    await site.replicas[1]?.kill();
    await until(() => states()[1] === 'unreachable');
    expect(server.replicas.choose('anybody')).toBeUndefined();
    await Promise.all(site.replicas.map((replica) => replica.start()));
    await allUsed(server);
  });
  expect(failed).toEqual([]);
});

test('AP-05: users are spread over the replicas, and each keeps to one', async () => {
  const { replicas } = await site.addServer(usual);
  await until(() => replicas.all.every((replica) => replica.state() === 'used'));
  const users = Array.from({ length: 200 }, () => randomUUID());
  const chosen = users.map((user) => replicas.choose(user)?.name);
  expect(users.map((user) => replicas.choose(user)?.name)).toEqual(chosen);
  for (const { name } of replicas.all) expect(chosen.filter((one) => one === name).length).toBeGreaterThan(50);
});

test('AP-05: a replica takes no write, also after it was promoted, and is not read from then; failures are classified', async () => {
  const server = await site.addServer(usual);
  await allUsed(server);
  const [, second] = server.replicas.all;
  const write = () => sql`update write_probe set written_at = now()`.execute(second?.store.db ?? site.database.db);
  const failure = async (work: Promise<unknown>) =>
    toTrouble(
      await work.then(
        () => undefined,
        (error: unknown) => error,
      ),
    );
  expect(await failure(write())).toBe('write');
  // The replay of a lock ends a statement that reads the table.
  await site.replicas[1]?.administer('alter system set max_standby_streaming_delay = 0');
  await site.replicas[1]?.administer('select pg_reload_conf()');
  const reading = failure(sql`select pg_sleep(60) from write_probe`.execute(second?.store.db ?? site.database.db));
  const isReading = `select from pg_stat_activity where query like '%pg_sleep(60)%' and pid <> pg_backend_pid()`;
  await until(async () => (await site.replicas[1]?.administer(isReading))?.length === 1);
  await inTransaction(site.owner.db, (trx) => sql`lock table write_probe in access exclusive mode`.execute(trx));
  expect(await reading).toBe('conflict');
  await site.replicas[1]?.administer('select pg_promote()');
  await until(() => second?.state() === 'foreign');
  expect(await failure(write())).toBe('write');
  expect(new Set(Array.from({ length: 50 }, () => server.replicas.choose(randomUUID())?.name))).toEqual(
    new Set([server.replicas.all[0]?.name]),
  );
});
