import type { IncomingMessage } from 'node:http';
import { toFamilyFinder } from '@platen/catalogue/families/models';
import { ingestReports, sentAtHeader } from '@platen/contract/ingest';
import { instant } from '@platen/contract/values';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toClockOffset } from '../../clock/clock-offset.ts';
import { Refusal } from '../../http/refusal.ts';
import { serveCollector } from '../../http/serve.ts';
import { deliver } from './deliver.ts';
import { createQueue } from './queue.ts';
import { readBody } from './read-body.ts';
import { type Item, splitBody } from './split-body.ts';

/** Deliveries worked on at once, and those that may wait; each may hold 16 MB. More sessions would only wait for the same disk. */
const atOnce = 4;
const waiting = 28;

/** `POST /v1/ingest/reports`. In a scope of its own, as its bodies are read differently from all others. */
export async function ingestRoutes(app: FastifyInstance): Promise<void> {
  await app.register(async (scope) => {
    const queue = createQueue(atOnce, waiting);
    const findFamily = toFamilyFinder(scope.platform.settings.modelFamilies);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const { 'content-encoding': encoding, 'content-type': type } = request.headers;
      // Before the body, which may take its time on the way.
      const clockOffset = readClockOffset(request.headers[sentAtHeader], new Date());
      const body = await readBody(payload, encoding);
      return { reports: splitBody(body, type).map((item) => new Read(item, clockOffset)) };
    });
    serveCollector(scope, ingestReports, async ({ body, collector }) => {
      const { settings, store } = scope.platform;
      const read = body.reports.filter((report) => report instanceof Read);
      const items = read.map(({ item }) => item);
      const results = await queue.run(() =>
        deliver(store.db, items, {
          collectorId: collector.collectorId,
          now: new Date(),
          clockOffset: read[0]?.clockOffset ?? 0,
          offlineHours: settings.offlineHours,
          findFamily,
          readingMonths: settings.readingMonths,
          eventMonths: settings.eventMonths,
        }),
      );
      for (const { result } of results) scope.platform.metrics.ingestReports.inc({ result });
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

/** A report on its way from the body to the handler, past the schema of the call, which takes anything as a report. */
class Read {
  readonly item: Item;
  readonly clockOffset: number;
  constructor(item: Item, clockOffset: number) {
    this.item = item;
    this.clockOffset = clockOffset;
  }
}
