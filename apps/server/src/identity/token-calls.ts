import { hourMs, minuteMs } from '@platen/contract/constants';
import { sql } from 'kysely';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';
import type { Connection } from '../store/database.ts';

/** Calls of one token within one hour that are not stored yet. */
interface Counted {
  readonly tokenId: string;
  readonly hour: number;
  calls: number;
  minute: number;
  /** Calls of that minute, stored ones included. */
  inMinute: number;
  most: { calls: number; at: number };
}

/** Counts calls of API tokens by hour (OA-30). */
export interface TokenCalls {
  count(tokenId: string): void;
  /** Stores what was counted since the last time. */
  flush(): Promise<void>;
}

/** A server that is killed loses the calls of so long. */
const restMs = 5000;

/**
 * Counts in memory and stores every 5 s, so that no call waits for it. What cannot be stored is stored with
 * what follows.
 */
export function createTokenCalls(
  store: Pick<Connection, 'db'>,
  log: Pick<Log, 'warn'>,
  now: () => number = Date.now,
): TokenCalls {
  const counted = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const write = async (): Promise<void> => {
    const rows = [...counted.values()].filter(({ calls }) => calls > 0).map((one) => ({ ...one }));
    if (rows.length > 0) await writeCalls(store.db, rows);
    const hour = Math.floor(now() / hourMs) * hourMs;
    for (const { tokenId, hour: ofRow, calls } of rows) {
      const one = counted.get(`${tokenId} ${ofRow}`);
      if (one !== undefined) one.calls -= calls;
    }
    // The running hour stays: the calls of its present minute are not complete.
    for (const [key, one] of counted) if (one.calls === 0 && one.hour < hour) counted.delete(key);
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error: unknown) => {
      log.warn({ reason: toMessage(error) }, 'calls of API tokens could not be stored');
    });
    return writing;
  };
  return {
    count(tokenId) {
      const at = now();
      const hour = Math.floor(at / hourMs) * hourMs;
      const minute = Math.floor(at / minuteMs) * minuteMs;
      const key = `${tokenId} ${hour}`;
      const one = counted.get(key) ?? { tokenId, hour, calls: 0, minute, inMinute: 0, most: { calls: 0, at: minute } };
      counted.set(key, one);
      if (one.minute !== minute) Object.assign(one, { minute, inMinute: 0 });
      one.calls += 1;
      one.inMinute += 1;
      if (one.inMinute > one.most.calls) one.most = { calls: one.inMinute, at: minute };
      timer ??= setTimeout(() => void flush(), restMs).unref();
    },
    flush,
  };
}

/** Several servers add to the same hour. */
async function writeCalls(db: Connection['db'], rows: readonly Counted[]): Promise<void> {
  const values = rows.map(({ tokenId, hour, calls, most }) => ({
    token_id: tokenId,
    hour: new Date(hour).toISOString(),
    calls,
    most: most.calls,
    most_at: new Date(most.at).toISOString(),
  }));
  await sql`
    insert into api_token_calls as stored (token_id, hour, calls, most, most_at)
    select n.token_id, n.hour, n.calls, n.most, n.most_at
    from json_to_recordset(${JSON.stringify(values)}::json) n(token_id uuid, hour timestamptz, calls int, most int, most_at timestamptz)
      join api_token using (token_id)
    on conflict (token_id, hour) do update set calls = stored.calls + excluded.calls,
      most = greatest(stored.most, excluded.most),
      most_at = case when excluded.most > stored.most then excluded.most_at else stored.most_at end`.execute(db);
}
