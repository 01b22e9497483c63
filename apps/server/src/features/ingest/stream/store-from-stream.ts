import { setTimeout as wait } from 'node:timers/promises';
import type { IngestResult } from '@platen/contract/ingest';
import type { Kysely } from 'kysely';
import { Refusal, toMessage } from '../../../base/errors.ts';
import type { Log } from '../../../base/logger.ts';
import type { Database } from '../../../store/database.ts';
import { isConnectionTrouble } from '../../../store/transactions.ts';
import { type ReportStream, type TakenMessage, workingMs } from '../../../stream/report-stream.ts';
import type { Delivered } from '../receive/deliver.ts';
import { noteDeadLetters } from './dead-letters.ts';
import type { StoreMessageRequest } from './store-message.ts';

export interface StoreFromStreamOptions {
  readonly stream: Pick<ReportStream, 'take'>;
  readonly store: (request: StoreMessageRequest) => Promise<Delivered>;
  readonly db: Kysely<Database>;
  readonly log: Log;
  readonly onStored?: (stored: StoredMessage) => void;
}

/** What became of a message. */
export interface StoredMessage extends Delivered {
  /** Reports that became dead letters. */
  readonly dead: number;
}

/** Messages that one server stores at once: as many as it stores deliveries without a stream. */
const atOnce = 3;
const takeMs = 1000;
/** Pause after a failure; doubles up to the longest. */
const pauseMs = { least: 500, most: 15_000 };
/** After this number of tries a message whose failure is not of the moment becomes a dead letter. */
const mostTries = 5;

/**
 * Takes messages from the stream and stores them, until stopped. A message is answered after its commit.
 * While the database has trouble, messages stay in the stream, however often they were taken.
 */
export function startStoring(options: StoreFromStreamOptions): { stop(): Promise<void> } {
  const { stream, log } = options;
  const stopped = new AbortController();
  const { signal } = stopped;
  const pause = (failures: number) =>
    wait(Math.min(pauseMs.most, pauseMs.least * 2 ** Math.min(failures - 1, 10)), undefined, { signal }).catch(
      () => undefined,
    );
  const run = async (): Promise<void> => {
    let failures = 0;
    while (!signal.aborted) {
      let taken: TakenMessage | undefined;
      try {
        taken = await stream.take(takeMs);
      } catch {
        // The stream's own log says why.
        failures += 1;
        await pause(failures);
        continue;
      }
      if (taken === undefined) continue;
      if (signal.aborted) return taken.again(0);
      try {
        await storeOne(taken, options);
        failures = 0;
      } catch (error) {
        failures += 1;
        log.warn({ reason: toMessage(error), tries: taken.deliveries }, 'reports of the stream were not stored yet');
        taken.again(pauseMs.least);
        await pause(failures);
      }
    }
  };
  const running = Promise.all(Array.from({ length: atOnce }, run));
  return {
    async stop() {
      stopped.abort();
      await running;
    },
  };
}

/** Stores a message and answers it. Throws if it has to come again. */
async function storeOne(
  taken: TakenMessage,
  { store, db, log, onStored }: Pick<StoreFromStreamOptions, 'store' | 'db' | 'log' | 'onStored'>,
): Promise<void> {
  const { message, publishedAt, sequence, deliveries, bytes } = taken;
  const bury = async (reason: string): Promise<Delivered> => {
    const sender = message ?? { collectorId: null, arrivedAt: null, clockOffset: 0, type: '' };
    const letter = { index: 0, reports: 1, reason, type: sender.type, body: bytes, isPacked: true };
    await noteDeadLetters(db, { ...sender, publishedAt, sequence }, [letter]);
    const result: IngestResult = { index: 0, result: 'refused' };
    return { results: [result], effects: { held: 0, moved: 0 } };
  };
  const asks = setInterval(() => taken.working(), workingMs);
  try {
    const delivered =
      message === undefined
        ? await bury('the message was not written by this version of Platen')
        : await store({ ...message, publishedAt, sequence }).catch(async (error: unknown) => {
            if (mayPass(error) && (isOfTheMoment(error) || deliveries < mostTries)) throw error;
            log.error({ reason: toMessage(error) }, 'a message of the stream cannot be stored');
            return await bury(toMessage(error));
          });
    const dead = delivered.results.filter(({ result }) => result === 'refused').length;
    if (dead > 0) log.error({ reports: dead, collectorId: message?.collectorId, sequence }, deadText);
    onStored?.({ ...delivered, dead });
    taken.done();
  } finally {
    clearInterval(asks);
  }
}

const deadText = 'acknowledged reports could not be stored: npm run admin -- letters list';

/** 202001: the body is no delivery, or takes more memory or time than is allowed. It would again. */
const mayPass = (error: unknown): boolean => !(error instanceof Refusal && error.errorCode === 202001);
/** Trouble of the database, or a server that stops. */
const isOfTheMoment = (error: unknown): boolean => error instanceof Refusal || isConnectionTrouble(error);
