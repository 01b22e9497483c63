import type { IncomingMessage } from 'node:http';
import { ingestReports, sentAtHeader } from '@platen/contract/ingest';
import { instant } from '@platen/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toClockOffset } from '../../base/clock-offset.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Collector } from '../../identity/collector-key.ts';
import { isEmptyScope } from '../../identity/collector-scope.ts';
import { serveCollector } from '../../kit/serve.ts';
import type { DeliverBody } from './deliver-body.ts';
import { createFairQueue, type Place } from './queue.ts';
import { type Body, readBody, toUnread } from './read-body.ts';

/**
 * Running: more sessions would only wait for the same disk. One key leaves a turn for others. Waiting: a body may have 16 MB;
 * the room is for those of four keys that send without packing.
 */
const queueLimits = {
  running: 3,
  runningOfKey: 2,
  waiting: 64,
  waitingOfKey: 16,
  waitingBytes: 64 * 1024 * 1024,
};

/** `POST /v1/ingest/reports`. In a scope of its own, as its bodies are read differently from all others. */
export async function ingestRoutes(app: FastifyInstance, deliver: DeliverBody): Promise<void> {
  await app.register(async (scope) => {
    const queue = createFairQueue(queueLimits);
    const places = new WeakMap<FastifyRequest, Place>();
    scope.addHook('onResponse', async (request) => places.get(request)?.leave());
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const { 'content-encoding': encoding, 'content-type': type } = request.headers;
      // Before the body, which may take its time on the way.
      const clockOffset = readClockOffset(request.headers[sentAtHeader], new Date());
      const place = holdUnread(() => queue.enter(request.collector?.collectorId ?? ''));
      places.set(request, place);
      const body = await readBody(payload, encoding, (bytes) => holdUnread(() => place.hold(bytes)));
      return { reports: [new Unread(body, type, clockOffset, place)] };
    });
    serveCollector(scope, ingestReports, async ({ body: { reports }, collector }) => {
      refuseUnbound(collector);
      const unread = reports.find((report) => report instanceof Unread);
      if (unread === undefined) throw new Refusal(202001, 'the delivery has no body');
      const { body, type, clockOffset, place } = unread;
      const { collectorId, scope: allowed } = collector;
      const { results, effects } = await place.run(() =>
        deliver({ body, type, clockOffset, collectorId, scope: allowed, now: new Date() }),
      );
      const { metrics } = scope.platform;
      for (const { result } of results) metrics.ingestReports.inc({ result });
      metrics.heldReports.inc(effects.held);
      metrics.deviceMoves.inc(effects.moved);
      const refused = results.filter((result) => result.result === 'refused');
      if (refused.length === 0) return { status: 'OK', results };
      const detail = refused.flatMap(({ index, issues }) =>
        (issues ?? [])
          .slice(0, 3)
          .map(({ path, message }) => `reports[${index}]${path === '' ? '' : `.${path}`}: ${message}`),
      );
      throw new Refusal(202001, detail.slice(0, 50), { body: { status: 'refused', results } });
    });
  });
}

/** A key bound to nothing: new ones cannot be, but a migrated one that never delivered anything is. */
function refuseUnbound({ name, scope }: Collector): void {
  if (isEmptyScope(scope))
    throw new Refusal(
      201007,
      `this collector key may not report for anybody yet; on the server: npm run admin -- collectors bind "${name}" --customer NUMBER --dealer NUMBER`,
    );
}

/** What is refused here is refused before the body was read to its end. */
function holdUnread<T>(take: () => T): T {
  try {
    return take();
  } catch (error) {
    throw error instanceof Refusal ? toUnread(error) : error;
  }
}

/** Without the header the sender's clock counts as right; one that is no point in time is a fault of the sender. */
function readClockOffset(header: string | string[] | undefined, now: Date): number {
  if (header === undefined) return 0;
  const sentAt = instant.safeParse(header);
  if (!sentAt.success)
    throw new Refusal(202001, `${sentAtHeader}: expected a point in time like ${now.toISOString()}`, {
      // The body is not read, so the connection cannot serve another call.
      headers: { connection: 'close' },
    });
  return toClockOffset(new Date(sentAt.data), now);
}

/** A delivery on its way from the body to the handler, past the schema of the call, which takes anything as a report. */
class Unread {
  readonly body: Body;
  readonly type: string | undefined;
  readonly clockOffset: number;
  readonly place: Place;
  constructor(body: Body, type: string | undefined, clockOffset: number, place: Place) {
    this.body = body;
    this.type = type;
    this.clockOffset = clockOffset;
    this.place = place;
  }
}
