import type { Kysely } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../../../store/database.ts';
import type { StreamStanding } from '../../../stream/report-stream.ts';
import type { SilenceHold } from '../../../stream/silence-hold.ts';
import { countDeadReports } from './dead-letters.ts';
import type { StoredMessage } from './store-from-stream.ts';

export interface StreamMetrics {
  onPublished(published: { messages: number; repeated: number }): void;
  onStored(stored: StoredMessage): void;
}

/** Adds the figures of the stream to a server's. What stream or store do not answer is NaN, never 0. */
export function createStreamMetrics(registry: Registry, db: Kysely<Database>, silence: SilenceHold): StreamMetrics {
  const registers = [registry];
  const published = new Counter({
    name: 'platen_stream_published_total',
    help: 'Messages that this server published, and those of them that the stream had already',
    labelNames: ['result'] as const,
    registers,
  });
  const stored = new Counter({
    name: 'platen_stream_reports_total',
    help: 'Reports of the stream that this server stored: stored, repeated, dead',
    labelNames: ['result'] as const,
    registers,
  });
  const gauge = (name: string, help: string, of: (standing: StreamStanding) => number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const standing = await silence.readStanding();
        this.set(standing === undefined ? Number.NaN : of(standing));
      },
    });
  gauge(
    'platen_stream_messages',
    'Messages in the stream whose reports are not stored yet',
    ({ messages }) => messages,
  );
  gauge('platen_stream_under_way', 'Of these, messages that a server is storing', ({ underWay }) => underWay);
  gauge('platen_stream_redelivered', 'Of these, messages that were taken more than once', (one) => one.redelivered);
  gauge('platen_stream_bytes', 'Bytes of these messages', ({ bytes }) => bytes);
  gauge('platen_stream_limit_bytes', 'Bytes at which the stream is full', ({ mostBytes }) => mostBytes);
  gauge('platen_stream_lag_seconds', 'Age of the oldest message in the stream', ({ lagSeconds }) => lagSeconds);
  const ofMoment = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read().catch(() => Number.NaN));
      },
    });
  ofMoment('platen_stream_up', 'Whether the stream answers: 1 or 0', async () =>
    (await silence.readStanding()) === undefined ? 0 : 1,
  );
  ofMoment('platen_stream_silence_held', 'Whether silence of devices is not judged because of the stream', async () =>
    (await silence.isHeld()) ? 1 : 0,
  );
  ofMoment('platen_stream_dead_reports', 'Acknowledged reports that could not be stored and wait for a decision', () =>
    countDeadReports(db),
  );
  return {
    onPublished({ messages, repeated }) {
      published.inc({ result: 'new' }, messages - repeated);
      published.inc({ result: 'repeated' }, repeated);
    },
    onStored({ results, dead }) {
      stored.inc({ result: 'dead' }, dead);
      for (const { result } of results) if (result !== 'refused') stored.inc({ result });
    },
  };
}
