import type { IncomingMessage } from 'node:http';
import { ingestReports, sentAtHeader } from '@platen/contract/ingest';
import { instant } from '@platen/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../base/errors.ts';
import { toClockOffset } from '../../../base/time.ts';
import { type Collector, isEmptyScope } from '../../../identity/collector-scope.ts';
import { serveCollector } from '../../../kit/serve.ts';
import type { DeliverBody } from './deliver.ts';
import { createFairQueue, type Slot } from './queue.ts';
import { type Body, isGzip, readBody, toUnread } from './read-body.ts';
import { isSmall, mostSmallBytes } from './small-delivery.ts';

/**
 * Running: more sessions would only wait for the same disk; one key leaves a turn for others. Waiting: a body
 * may have 16 MB, so there is room for four keys that send uncompressed bodies.
 */
const queueLimits = {
  running: 3,
  runningOfKey: 2,
  waiting: 64,
  waitingOfKey: 16,
  waitingBytes: 64 * 1024 * 1024,
};

/** Turns of their own for small deliveries. */
const smallLimits = { ...queueLimits, waiting: 256, waitingBytes: 256 * mostSmallBytes };

/**
 * `POST /v1/ingest/reports`. In a scope of its own, as its bodies are read differently from those of other
 * calls.
 */
export async function ingestRoutes(app: FastifyInstance, deliver: DeliverBody): Promise<void> {
  await app.register(async (scope) => {
    const usual = createFairQueue(queueLimits);
    const small = createFairQueue(smallLimits);
    const slots = new WeakMap<FastifyRequest, Slot>();
    scope.addHook('onResponse', async (request) => slots.get(request)?.leave());
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const { 'content-encoding': encoding, 'content-type': type, 'content-length': length } = request.headers;
      const queue = isSmall(Number(length), isGzip(encoding)) ? small : usual;
      // Before the body, which may take long to arrive.
      const clockOffset = readClockOffset(request.headers[sentAtHeader], new Date());
      const slot = holdUnread(() => queue.enter(request.collector?.collectorId ?? ''));
      slots.set(request, slot);
      const body = await readBody(payload, encoding, (bytes) => holdUnread(() => slot.hold(bytes)));
      return { reports: [new UnparsedDelivery(body, type, clockOffset, slot)] };
    });
    serveCollector(scope, ingestReports, async ({ body: { reports }, collector }) => {
      refuseUnbound(collector);
      const unparsed = reports.find((report) => report instanceof UnparsedDelivery);
      if (unparsed === undefined) throw new Refusal(202001, 'the delivery has no body');
      const { body, type, clockOffset, slot } = unparsed;
      const { collectorId, scope: allowed } = collector;
      const { results, effects } = await slot.run(() =>
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

/** A key without a scope: only one of an earlier release that never delivered anything. */
function refuseUnbound({ name, scope }: Collector): void {
  if (isEmptyScope(scope))
    throw new Refusal(
      201007,
      `this collector key may not report for anybody yet; on the server: npm run admin -- collectors bind "${name}" --customer NUMBER --dealer NUMBER`,
    );
}

/** Marks refusals as made before the body was read to its end. */
function holdUnread<T>(take: () => T): T {
  try {
    return take();
  } catch (error) {
    throw error instanceof Refusal ? toUnread(error) : error;
  }
}

/** Without the header the sender's clock counts as right; an invalid time is refused. */
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

/**
 * A delivery on its way from the body to the handler, past the schema of the call, which accepts anything as
 * a report.
 */
class UnparsedDelivery {
  readonly body: Body;
  readonly type: string | undefined;
  readonly clockOffset: number;
  readonly slot: Slot;
  constructor(body: Body, type: string | undefined, clockOffset: number, slot: Slot) {
    this.body = body;
    this.type = type;
    this.clockOffset = clockOffset;
    this.slot = slot;
  }
}
