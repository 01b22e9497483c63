import { setTimeout as wait } from 'node:timers/promises';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecrets } from '../src/delivery/secrets.ts';
import { deliver } from '../src/features/ingest/receive/deliver.ts';
import { everywhere } from './collectors.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { addChannel, subscribe } from './delivery-channels.ts';
import { leaveBehind, startTroubledReceiver, type TroubledReceiver, waitForAll } from './killed-deliveries.ts';
import { KilledProcesses, kill } from './killed-processes.ts';
import { toItems, toReport } from './reports.ts';
import { buildServer } from './server-process.ts';
import { fault, minute } from './worklist-devices.ts';

/** `PLATEN_TEST_KILLS=1000` for a long run. */
const kills = Number(process.env['PLATEN_TEST_KILLS'] ?? 6);
/** In a long run fewer than are sent between two kills, or the rest would take longer than the kills. */
const devicesARound = kills > 100 ? 2 : 10;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const secretsKey = Buffer.alloc(32, 1);
const collectorId = v7();

let database: TestDatabase;
let receiver: TroubledReceiver;
let senders: KilledProcesses;

beforeAll(async () => {
  await buildServer();
  database = await createTestDatabase();
  receiver = await startTroubledReceiver(() => secret);
  senders = new KilledProcesses('sending-process.mjs', {
    PLATEN_DATABASE_URL: database.url,
    PLATEN_WEBHOOK_ALLOW: '127.0.0.0/8',
    PLATEN_PUBLIC_URL: 'https://platen.example',
    PLATEN_SECRETS_KEY: secretsKey.toString('base64'),
  });
  const sealed = createSecrets(secretsKey).seal(secret);
  const channelId = await addChannel(database.db, {
    kind: 'webhook',
    address: receiver.url,
    sealed: JSON.stringify({ secrets: [{ sealed, madeAt: new Date(0).toISOString(), until: null }] }),
  });
  await subscribe(database.db, channelId, { events: ['opened'] });
}, 180_000);
afterAll(async () => {
  await senders.killAll();
  receiver.close();
  await database.close();
}, 60_000);

/** Devices that are down; reported long enough ago that no judgement is waited for. */
async function breakDown(serials: readonly string[]): Promise<void> {
  for (const minutes of [60, 45]) {
    const at = new Date(Date.now() - minutes * minute);
    const toSite = (serial: string) => ({ customerNumber: serial, customerName: serial, dealerNumber: 'D-7' });
    await deliver(
      database.db,
      toItems(serials.map((serial) => toReport(serial, at, { ...fault, site: toSite(serial) }))),
      {
        collectorId,
        scope: everywhere,
        now: at,
        offlineHours: 48,
        readingMonths: 13,
        eventMonths: 24,
      },
    );
  }
}

/** How many of these devices have no condition yet, and which messages were not sent to the end. */
async function readLeft(serials: readonly string[]): Promise<{ opening: number; waiting: number; sending: number }> {
  const { rows } = await database.pool.query<{ opening: number; waiting: number; sending: number }>(
    `select $2::int - (select count(*)::int from condition where serial = any($1)) as opening,
       count(*) filter (where state = 'waiting')::int as waiting, count(*) filter (where state = 'sending' and due_at > now())::int as sending
     from delivery`,
    [serials, serials.length],
  );
  return rows[0] ?? { opening: 0, waiting: 0, sending: 0 };
}

test('DE-16 FG-08: whenever what opens and sends is killed, no message is lost; a repeat carries the id and the words of the first', {
  timeout: 120_000 + kills * 10_000,
}, async () => {
  const serials: string[] = [];
  const killed = { opening: 0, waiting: 0, sending: 0, afterwards: 0 };
  let next = senders.prepare();
  // On until one was killed while it sent: when that is, nothing chooses.
  for (let done = 0; done < kills || killed.sending === 0; done++) {
    const current = await next;
    next = senders.prepare();
    const round = Array.from({ length: devicesARound }, (_, n) => `K${done}-${n}`);
    serials.push(...round);
    await breakDown(round);
    const before = receiver.received.size;
    current.send('begin');
    // In turn: at any time, and some time after the first message arrived.
    if (done % 2 === 0) await wait(Math.random() * 1000);
    else {
      const until = Date.now() + 20_000;
      while (Date.now() < until && receiver.received.size === before) await wait(1);
      await wait(Math.random() * 300);
    }
    await kill(current);
    const left = await readLeft(round);
    if (left.sending > 0) killed.sending += 1;
    else if (left.opening > 0) killed.opening += 1;
    else if (left.waiting > 0) killed.waiting += 1;
    else killed.afterwards += 1;
    await leaveBehind(database);
    if (done % 100 === 99) console.log(`killed ${done + 1} times; left behind:`, killed);
  }
  (await next).send('begin');
  expect(await waitForAll(database, receiver.received, serials, 90_000 + kills * 500)).toEqual(new Set(serials));
  expect(killed.sending).toBeGreaterThan(0);
});
