import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDevices, agreeForAll, createTestApp, type TestApp } from '../../test/test-app.ts';
import { toStream } from './download.ts';

const timeoutMs = 300;
let platen: TestApp;
beforeAll(async () => {
  platen = await createTestApp({ PLATEN_REQUEST_TIMEOUT_MS: String(timeoutMs) });
  await platen.get('service', '/v1/termsOfUse');
  await agreeForAll(platen.database);
  await addDevices(platen.database, [{ serial: 'SN-1' }]);
});
afterAll(() => platen.close());

const open = async (format: string) => {
  const headers = await platen.bearer('service');
  return request(`${platen.url}/v1/devices/export?format=${format}`, { headers });
};
/** Of the application's role, which sees no other role's. */
async function countTransactions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(
    platen.database.db,
  );
  return rows[0]?.count ?? 0;
}

test('AC-24: an export whose client leaves while it is prepared releases its place and its transaction', async () => {
  for (let nth = 0; nth < 3; nth++) {
    const blocker = await platen.database.owner.connect();
    try {
      await blocker.query('begin; lock table device in access exclusive mode');
      const call = await open('xlsx');
      call.on('error', () => undefined).end();
      await expect.poll(countTransactions).toBe(1);
      call.destroy();
      await wait(100);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    await expect.poll(countTransactions).toBe(0);
  }
  const last = await platen.get('service', '/v1/devices/export?format=xlsx');
  expect([last.status, (await last.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
}, 60_000);

test('a download that takes longer than a call may take is not cut off', async () => {
  // More than the sockets in between hold; reasons are in no index, so that the rows are made quickly.
  const reasons = JSON.stringify([{ source: 'alert', code: '1', severity: 'warning', text: 'x'.repeat(5000) }]);
  await sql`insert into device (device_id, serial, status, status_rank, reported_status, status_reasons, created_at,
      updated_at, received_at, processed_at)
    select gen_random_uuid(), 'SLOW' || n, 'normal', 4, 'normal', ${reasons}::jsonb, now(), now(), now(), now()
    from generate_series(1, 3000) n`.execute(platen.database.db);
  const call = await open('csv');
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve).on('error', reject).end();
  });
  await wait(3 * timeoutMs);
  let lines = 0;
  answer.setEncoding('utf8');
  for await (const chunk of answer) lines += String(chunk).split('\r\n').length - 1;
  expect(lines).toBe(Number(answer.headers['total-count']) + 1);
}, 60_000);

async function* chunks() {
  yield Buffer.from('one');
  yield Buffer.from('two');
}

test('AC-24: the slot of an export is free once the client has read the file to its end, however long that takes', async () => {
  let isHeld = true;
  const giveBack = async () => {
    await wait(50);
    isHeld = false;
  };
  const read: unknown[] = [];
  for await (const chunk of toStream(chunks(), giveBack)) read.push(String(chunk));
  expect(read.join('')).toBe('onetwo');
  expect(isHeld).toBe(false);
});

test('AC-24: an export whose client takes nothing for too long is cut off and frees its slot; a slow client is not', async () => {
  const open = () => {
    let isHeld = true;
    const stream = toStream(
      (async function* () {
        for (let n = 0; n < 5; n++) yield Buffer.alloc(100_000);
      })(),
      async () => void (isHeld = false),
      200,
    );
    return { stream, isHeld: () => isHeld };
  };
  const still = open();
  still.stream.once('data', () => still.stream.pause());
  await expect(once(still.stream, 'end')).rejects.toThrow('taken nothing');
  await expect.poll(still.isHeld).toBe(false);
  const slow = open();
  let bytes = 0;
  for await (const chunk of slow.stream) {
    bytes += Buffer.byteLength(chunk);
    await wait(60);
  }
  expect([bytes, slow.isHeld()]).toEqual([500_000, false]);
});
