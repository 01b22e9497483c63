import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { toMessage } from '../base/errors.ts';
import { answerMs, consumerName, holdConnection, type OpenStream, type StreamOptions } from './connection.ts';
import { type ReportMessage, readHeaders, writeHeaders } from './message.ts';

/** A message was not taken, or it is not known whether it was. */
export class StreamTrouble extends Error {
  override readonly name = 'StreamTrouble';
  /** There is no room left; else the stream does not answer. */
  readonly isFull: boolean;
  constructor(message: string, { isFull = false, cause }: { isFull?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.isFull = isFull;
  }
}

/** A message that this process has to answer. */
export interface TakenMessage {
  /** Undefined: no message of Platen. */
  readonly message: ReportMessage | undefined;
  readonly bytes: Uint8Array;
  /** Identify it in the stream. */
  readonly publishedAt: Date;
  readonly sequence: number;
  /** How often it was taken, this time included. */
  readonly deliveries: number;
  /** It is stored: removes it. */
  done(): void;
  /** It comes again after this time. */
  again(delayMs: number): void;
  /** The work on it goes on: asks for more time to answer. */
  working(): void;
}

/** What is in the stream now. */
export interface StreamStanding {
  /** Messages that are not stored yet, and their bytes. */
  readonly messages: number;
  readonly bytes: number;
  readonly mostBytes: number;
  /** Age of the oldest of them in seconds, by the clock of this machine; 0 if there is none. */
  readonly lagSeconds: number;
  /** Of these messages, those that were taken and not answered, and those taken more than once. */
  readonly underWay: number;
  readonly redelivered: number;
}

/** Where checked reports wait until they are stored (0700). */
export interface ReportStream {
  /** Largest body that a message may have; undefined while the stream cannot be used. */
  readonly mostBodyBytes: number | undefined;
  /**
   * Returns when the stream has the message on disk, on as many servers as it should; true if it had it
   * already. Throws `StreamTrouble`.
   */
  publish(message: ReportMessage): Promise<boolean>;
  /**
   * The next message; undefined if there was none within `waitMs` (at least 1000). Throws if there is no
   * stream.
   */
  take(waitMs: number): Promise<TakenMessage | undefined>;
  /** Throws if the stream does not answer. */
  readStanding(): Promise<StreamStanding>;
  stop(): Promise<void>;
}

/** Error codes of JetStream that mean: no room (max_bytes, max_msgs, account and server limits). */
const fullCodes = new Set([10_077, 10_047, 10_023, 10_028, 10_002]);
const publishMs = 5000;
/** A taker gets an answer at the latest so long after the time it gave. */
const lateMs = 1000;
/** Room for headers and subject in a message. */
const headerBytes = 4096;

/** Connects in the background; a server without its stream serves everything but deliveries. */
export function openReportStream(options: StreamOptions): ReportStream {
  const { name } = options;
  const connection = holdConnection(options);
  const requireOpen = (): OpenStream => {
    if (connection.current === undefined) throw new StreamTrouble('the stream is not reachable');
    return connection.current;
  };
  return {
    get mostBodyBytes() {
      const info = connection.current?.connection.info;
      return info && info.max_payload - headerBytes;
    },
    async publish(message) {
      const { client } = requireOpen();
      const { headers } = await import('@nats-io/transport-node');
      try {
        const { duplicate } = await client.publish(name, message.bytes, {
          msgID: toMessageId(message),
          headers: writeHeaders(headers(), message),
          expect: { streamName: name },
          timeout: publishMs,
        });
        return duplicate;
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? Number(error.code) : Number.NaN;
        throw new StreamTrouble(toMessage(error), { isFull: fullCodes.has(code), cause: error });
      }
    },
    async take(waitMs) {
      const asked = requireOpen().consumer.next({ expires: waitMs });
      // The library waits without end while the connection is lost.
      const taken = await Promise.race([asked, wait(waitMs + lateMs, 'late' as const)]);
      if (taken !== 'late') return taken === null ? undefined : toTaken(taken);
      void asked.then((late) => late?.nak(0)).catch(() => undefined);
      throw new StreamTrouble('the stream does not answer');
    },
    async readStanding() {
      const { manager } = requireOpen();
      const [{ state }, consumer] = await Promise.all([
        manager.streams.info(name),
        manager.consumers.info(name, consumerName),
      ]);
      const ageMs = state.messages === 0 ? 0 : Date.now() - Date.parse(state.first_ts);
      return {
        messages: state.messages,
        bytes: state.bytes,
        mostBytes: options.mostBytes,
        lagSeconds: Math.max(0, ageMs / 1000),
        underWay: consumer.num_ack_pending,
        redelivered: consumer.num_redelivered,
      };
    },
    stop: () => connection.stop(),
  };
}

/** The same for the same reports of the same key: a delivery that is sent again is recognised. */
const toMessageId = ({ collectorId, type, bytes }: ReportMessage): string =>
  createHash('sha256').update(`${collectorId}\n${type}\n`).update(bytes).digest('base64url');

function toTaken(taken: JsMsg): TakenMessage {
  const headers = readHeaders(taken.headers);
  // In memory of its own: a copy for a thread would else have what arrived with it.
  const bytes = new Uint8Array(taken.data);
  return {
    message: headers && { ...headers, bytes },
    bytes,
    publishedAt: new Date(taken.info.timestampNanos / 1_000_000),
    sequence: taken.seq,
    deliveries: taken.info.deliveryCount,
    done: () => taken.ack(),
    again: (delayMs) => taken.nak(delayMs),
    working: () => taken.working(),
  };
}

/** So often a message that is still worked on asks for more time. */
export const workingMs = answerMs / 3;
