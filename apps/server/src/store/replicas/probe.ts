import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';

/** Asks a database the same short question again and again, in a session of its own. */
export interface Probe<Row> {
  /** The first row of the answer. Throws when there is none in time, and begins a new session then. */
  ask(timeoutMs: number): Promise<Row>;
  stop(): Promise<void>;
}

/** A session of its own, since those of a pool may all be busy. */
export function createProbe<Row extends object>(url: string, question: string): Probe<Row> {
  const current: { client?: Client | undefined } = {};

  const connect = async (): Promise<Client> => {
    const client = new Client({ connectionString: url, application_name: 'platen replicas', keepAlive: true });
    current.client = client;
    client.on('error', () => drop(client));
    await client.connect();
    return client;
  };
  const drop = (client: Client | undefined) => {
    if (current.client === client) current.client = undefined;
    // An active statement does not hold it up: the connection is cut.
    void client?.end().catch(() => undefined);
  };
  const read = async (): Promise<Row> => {
    const client = current.client ?? (await connect());
    const { rows } = await client.query<Row>(question);
    const [row] = rows;
    if (row === undefined) throw new Error('no answer');
    return row;
  };
  const expire = async (timeoutMs: number, signal: AbortSignal): Promise<never> => {
    await wait(timeoutMs, undefined, { signal, ref: false });
    // After a pause of this process an answer may lie ready that was not read yet.
    for (let turn = 0; turn < 3; turn++) await nextTurn();
    throw new Error('no answer in time');
  };

  return {
    async ask(timeoutMs) {
      const over = new AbortController();
      const answer = read();
      const expired = expire(timeoutMs, over.signal);
      // Whichever comes second is of no interest.
      answer.catch(() => undefined);
      expired.catch(() => undefined);
      try {
        return await Promise.race([answer, expired]);
      } catch (error) {
        drop(current.client);
        throw error;
      } finally {
        over.abort();
      }
    },
    stop: async () => {
      const { client } = current;
      current.client = undefined;
      await client?.end().catch(() => undefined);
    },
  };
}
