import type { FastifyInstance } from 'fastify';
import { version } from '../../base/version.ts';
import { sendJson } from '../../kit/send-json.ts';
import { type OpenApi, toOpenApi } from './openapi.ts';
import { toDocsPage } from './page.ts';

/** `/openapi.json` and `/docs`, made of the endpoints that are registered. */
export function registerDocs(app: FastifyInstance): void {
  const { endpoints, settings } = app.platform;
  let document: OpenApi | undefined;
  let page: string | undefined;
  const toDocument = () => (document ??= toOpenApi(endpoints, version, settings.apiBase ?? settings.publicUrl));

  app.get('/openapi.json', (request, reply) => sendJson(request, reply, { status: 200, value: toDocument() }));
  app.get('/docs', async (_request, reply) => {
    page ??= toDocsPage(toDocument());
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
}
