import type { Kysely } from 'kysely';
import type { Log } from '../../../base/logger.ts';
import type { Platform } from '../../../kit/platform.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { StreamAddress } from '../../../settings/stream.ts';
import type { Database } from '../../../store/database.ts';
import { openReportStream } from '../../../stream/report-stream.ts';
import { createSilenceHold, type SilenceHold } from '../../../stream/silence-hold.ts';
import type { DeliverBody } from '../receive/deliver.ts';
import type { Deliveries } from '../receive/queue.ts';
import { createDeliverByStream } from './deliver-by-stream.ts';
import { startStoring } from './store-from-stream.ts';
import { createStreamMetrics, type StreamMetrics } from './stream-metrics.ts';

interface StartedStream {
  readonly deliver: DeliverBody;
  readonly silence: SilenceHold;
  /** Adds its figures and begins to store what the stream has. */
  begin(metrics: Platform['metrics']): void;
  /** Finishes what it is storing; what waits stays in the stream. */
  stop(): Promise<void>;
}

interface StartOptions {
  readonly settings: Settings;
  readonly deliveries: Pick<Deliveries, 'check' | 'store'>;
  readonly db: Kysely<Database>;
  readonly log: Log;
}

/** The ingest by a stream (0700): publishes what is delivered, and stores what any server published. */
export function startStream(
  { servers, isTls, signIn }: StreamAddress,
  { settings, deliveries, db, log }: StartOptions,
): StartedStream {
  const stream = openReportStream({
    servers,
    isTls,
    signIn,
    name: settings.streamName,
    mostBytes: settings.streamMb * 1024 * 1024,
    replicas: settings.streamReplicas,
    log,
  });
  const silence = createSilenceHold(stream, { lagSeconds: settings.streamLagSeconds, log });
  let figures: StreamMetrics | undefined;
  let storing: ReturnType<typeof startStoring> | undefined;
  return {
    deliver: createDeliverByStream(stream, deliveries.check, (published) => figures?.onPublished(published)),
    silence,
    begin(metrics) {
      figures = createStreamMetrics(metrics.registry, db, silence);
      storing = startStoring({
        stream,
        store: deliveries.store,
        db,
        log,
        onStored(stored) {
          figures?.onStored(stored);
          metrics.heldReports.inc(stored.effects.held);
          metrics.deviceMoves.inc(stored.effects.moved);
        },
      });
    },
    async stop() {
      await storing?.stop();
      await stream.stop();
    },
  };
}
