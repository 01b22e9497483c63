import { setTimeout as wait } from 'node:timers/promises';
import type { Consumer, JetStreamClient, JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { toMessage } from '../base/errors.ts';
import type { Log } from '../base/logger.ts';

export interface StreamOptions {
  /** `host:port` of each server. */
  readonly servers: readonly string[];
  readonly isTls: boolean;
  readonly signIn: { readonly user: string; readonly password: string } | { readonly token: string } | undefined;
  /** Of the stream and of the subject that it takes. */
  readonly name: string;
  /** Largest size of the stream. */
  readonly mostBytes: number;
  /** Servers of a cluster that have each message. */
  readonly replicas: number;
  readonly log: Log;
}

interface Link {
  readonly connection: NatsConnection;
  readonly client: JetStreamClient;
  readonly manager: JetStreamManager;
}

/** A stream that is there and a connection to it. */
export interface OpenStream extends Link {
  readonly consumer: Consumer;
}

/** All servers take from it together. */
export const consumerName = 'store';

/**
 * A message that was taken and not answered within this time is given to another taker, so that those of a
 * killed server wait no longer.
 */
export const answerMs = 30_000;
/** A delivery that is published again within this time is recognised by its id. */
const repeatMs = 120_000;
const toNanos = (ms: number) => ms * 1_000_000;

const againMs = 2000;
const drainMs = 1000;
/** Of a server that does not answer; the connection is then lost. */
const pingMs = 10_000;

/**
 * Holds a connection, tries again for ever while there is none, and makes the stream. `current` is undefined
 * while it cannot be used. Log lines name the servers, never the sign-in.
 */
export function holdConnection(options: StreamOptions): {
  readonly current: OpenStream | undefined;
  stop(): Promise<void>;
} {
  const { servers, log } = options;
  const stopped = new AbortController();
  let link: Link | undefined;
  let current: OpenStream | undefined;
  let isReported = false;
  const report = (reason: string) => {
    current = undefined;
    if (!isReported && !stopped.signal.aborted)
      log.error({ servers, reason }, 'the stream cannot be used: deliveries are refused until it can');
    isReported = true;
  };
  const accept = (opened: OpenStream) => {
    current = opened;
    if (isReported) log.info({ servers }, 'the stream can be used again');
    isReported = false;
  };
  const watch = async (opened: Link): Promise<void> => {
    for await (const status of opened.connection.status()) {
      if (status.type === 'disconnect') report('connection lost');
      // It may have come back without its data. Where that fails the connection is made again.
      if (status.type === 'reconnect') accept(await makeStream(opened, options));
    }
  };
  const held = (async () => {
    while (!stopped.signal.aborted) {
      try {
        link = await connect(options);
        accept(await makeStream(link, options));
        await Promise.race([watch(link), link.connection.closed()]);
        report('connection closed');
      } catch (error) {
        report(toMessage(error));
      }
      await link?.connection.close().catch(() => undefined);
      await wait(againMs * (0.5 + Math.random()), undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  })();
  return {
    get current() {
      return current;
    },
    async stop() {
      stopped.abort();
      // Sends what it still holds; a server that is gone takes nothing.
      await Promise.race([link?.connection.drain().catch(() => undefined), wait(drainMs, undefined, { ref: false })]);
      await link?.connection.close().catch(() => undefined);
      await held;
    },
  };
}

/** The library is loaded here, by sites that use a stream. */
async function connect({ servers, isTls, signIn }: StreamOptions): Promise<Link> {
  const { connect: connectTo } = await import('@nats-io/transport-node');
  const { jetstream } = await import('@nats-io/jetstream');
  const connection = await connectTo({
    servers: [...servers],
    name: 'platen',
    ...(isTls && { tls: {} }),
    ...(signIn !== undefined &&
      ('token' in signIn ? { token: signIn.token } : { user: signIn.user, pass: signIn.password })),
    timeout: 5000,
    pingInterval: pingMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: againMs,
    reconnectJitter: againMs,
  });
  const client = jetstream(connection, { timeout: 5000 });
  return { connection, client, manager: await client.jetstreamManager() };
}

/** Makes stream and consumer, or brings them to the settings. What waits in them stays. */
async function makeStream(link: Link, { name, mostBytes, replicas }: StreamOptions): Promise<OpenStream> {
  const { manager, client } = link;
  const { AckPolicy, DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType } = await import(
    '@nats-io/jetstream'
  );
  const isMissing = (error: unknown) => error instanceof JetStreamApiError && error.status === 404;
  const changeable = { max_bytes: mostBytes, num_replicas: replicas, duplicate_window: toNanos(repeatMs) };
  try {
    const { config } = await manager.streams.info(name);
    if (config.max_bytes !== mostBytes || config.num_replicas !== replicas)
      await manager.streams.update(name, changeable);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add({
      name,
      subjects: [name],
      // A message is gone once it is stored; a full stream refuses new ones and drops none.
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      storage: StorageType.File,
      ...changeable,
    });
  }
  try {
    await manager.consumers.info(name, consumerName);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.consumers.add(name, {
      durable_name: consumerName,
      ack_policy: AckPolicy.Explicit,
      ack_wait: toNanos(answerMs),
      max_deliver: -1,
      max_ack_pending: 1000,
    });
  }
  return { ...link, consumer: await client.consumers.get(name, consumerName) };
}
