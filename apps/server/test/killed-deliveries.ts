import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

/** A receiver of signed webhooks that makes trouble, for tests that kill the sender. */
export interface TroubledReceiver {
  readonly url: string;
  /** Bodies that arrived, by the id of their message. */
  readonly received: ReadonlyMap<string, readonly string[]>;
  close(): void;
}

/** It takes its time; of the first tries some are taken without an answer, and some are refused. */
export async function startTroubledReceiver(secretOf: () => string): Promise<TroubledReceiver> {
  const received = new Map<string, string[]>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    new Webhook(secretOf()).verify(body, headers);
    const id = headers['webhook-id'] ?? '';
    const former = received.get(id) ?? [];
    received.set(id, [...former, body]);
    await wait(20);
    const luck = former.length === 0 ? received.size % 5 : 0;
    if (luck === 1) response.destroy();
    else response.writeHead(luck === 2 ? 503 : 204).end();
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** What a killed sender was sending counts as left behind at once, not only when its time is over. */
export const leaveBehind = ({ pool }: TestDatabase) =>
  pool.query(`update delivery set due_at = now() where state = 'sending'`);

/**
 * Waits until each of these devices, which are down, was reported once: one condition, one id, and the same
 * words however often it was tried. Returns their serials.
 */
export async function waitForAll(
  { pool }: TestDatabase,
  received: TroubledReceiver['received'],
  serials: readonly string[],
  timeout = 90_000,
): Promise<ReadonlySet<string | undefined>> {
  const countOf = async (statement: string): Promise<number> => {
    const { rows } = await pool.query<{ n: number }>(`select count(*)::int as n from ${statement}`);
    return rows[0]?.n ?? 0;
  };
  const countAccepted = async () => {
    // The pauses after a second failed try are minutes.
    await pool.query(`update delivery set due_at = now() where state = 'failed'`);
    return await countOf(`delivery where state = 'accepted'`);
  };
  await expect.poll(countAccepted, { timeout, interval: 500 }).toBe(serials.length);
  const opened = await countOf(`condition_event where change = 'opened'`);
  expect(opened).toBe(serials.length);
  expect(await countOf('delivery')).toBe(opened);
  expect(received.size).toBe(opened);
  const bodies = [...received.values()].flatMap((one) => [...new Set(one)]);
  expect(bodies).toHaveLength(opened);
  expect([...received.values()].flat().length).toBeGreaterThan(opened);
  return new Set(bodies.map((body) => /"serial":"([^"]+)"/.exec(body)?.[1]));
}
