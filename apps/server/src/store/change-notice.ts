import { setTimeout as wait } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { Client } from 'pg';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import type { Database } from './database.ts';

const channel = 'platen_rights';
/** Kinds of subjects of the record whose changes may change what a user or a token may do. */
const kindsOfRights = new Set(['user', 'group', 'token', 'organisation', 'invitation']);

/**
 * Lets every server know, when the transaction commits, that rights of users may have changed; `subjects` are
 * those of the record. Sent for no change of devices: sending makes commits wait for one another.
 */
export async function sendNotice(trx: Kysely<Database>, subjects: readonly string[]): Promise<void> {
  if (subjects.some((subject) => kindsOfRights.has(subject.split(':', 1)[0] ?? '')))
    await sql`select pg_notify(${channel}, '')`.execute(trx);
}

const againMs = 5000;

/**
 * Calls `onChange` when rights may have changed: in a session of its own, and each time one begins, since
 * notices are lost while there is none; so what is cached must end by itself also. `url` must lead past a
 * pooler by transaction, through which no notice arrives.
 */
export function listenForChanges(url: string, log: Log, onChange: () => void): { stop(): Promise<void> } {
  const stopped = new AbortController();
  const current: { client?: Client } = {};
  const listen = async (): Promise<void> => {
    const client = new Client({ connectionString: url, application_name: 'platen notices', keepAlive: true });
    current.client = client;
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve);
      client.once('error', () => resolve());
    });
    client.on('error', () => undefined);
    client.on('notification', onChange);
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      onChange();
      await ended;
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const listened = (async () => {
    while (!stopped.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!stopped.signal.aborted) log.warn({ reason: toMessage(error) }, 'no session for notices of changes');
      });
      await wait(againMs, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await current.client?.end().catch(() => undefined);
      await listened;
    },
  };
}
