import type { IncomingMessage } from 'node:http';
import { ingestReports } from '@platen/contract/ingest';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
      const { 'content-encoding': encoding, 'content-type': type } = request.headers;
      const body = await readBody(payload, encoding);
      return { reports: splitBody(body, type).map((item) => new Read(item)) };
    });
    serveCollector(scope, ingestReports, async ({ body, collector }) => {
      const { settings, store } = scope.platform;
      const items = body.reports.flatMap((report) => (report instanceof Read ? [report.item] : []));
      const results = await queue.run(() =>
        deliver(store.db, items, {
          collectorId: collector.collectorId,
          now: new Date(),
          offlineHours: settings.offlineHours,
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

/** A report on its way from the body to the handler, past the schema of the call, which takes anything as a report. */
class Read {
  readonly item: Item;
  constructor(item: Item) {
    this.item = item;
  }
}
