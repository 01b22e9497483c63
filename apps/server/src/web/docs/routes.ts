import type { FastifyInstance } from 'fastify';
import { escapeHtml, toPage } from '../../base/page.ts';
import { version } from '../../base/version.ts';
import { sendJson } from '../../kit/send-json.ts';
import { type OpenApi, type Operation, toOpenApi } from './openapi.ts';

/** The API documentation as a page to read: no script, every schema folded away until wanted. */
export function toDocsPage(document: OpenApi): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const index = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></a> ${escapeHtml(operation.summary)}</li>`,
  );
  const sections = operations.map(
    ({ path, method, operation }) => `<section aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}"><span class="method">${method}</span> <code>${escapeHtml(path)}</code></h2>
<p>${escapeHtml(operation.summary)}. ${operation.security.some((item) => JSON.stringify(item).includes('collector')) ? 'Called with a collector key.' : 'Called by signed-in users.'}</p>
${toParameterTable(operation)}
${'requestBody' in operation ? toFold('Body', operation.requestBody) : ''}
${Object.entries(operation.responses)
  .map(([status, answer]) => toFold(`${status}: ${toDescription(answer)}`, answer))
  .join('\n')}
</section>`,
  );
  return toPage({
    lang: 'en-US',
    brand: 'platen',
    heading: 'API',
    main: `<div class="doc"><nav aria-label="Calls"><p>${escapeHtml(document.info.description)} Version ${escapeHtml(document.info.version)}. Machine-readable: <a href="/openapi.json">openapi.json</a>. Every refusal has the body <code>{"errorCode": number, "detail": [{"msg": string}]}</code>.</p><ul>${index.join('')}</ul></nav>
${sections.join('\n')}</div>`,
  });
}

function toParameterTable({ parameters }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}${required ? '' : ', optional'}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Form</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const toFold = (title: string, content: unknown): string =>
  `<details><summary>${escapeHtml(title)}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(content, undefined, 2))}</pre></details>`;

const toDescription = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'description' in answer ? String(answer.description) : '';

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
