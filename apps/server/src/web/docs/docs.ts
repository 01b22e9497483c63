import type { Endpoint } from '@platen/contract/endpoint';
import { errorBody, serverErrorStatus } from '@platen/contract/errors';
import { jobAccepted } from '@platen/contract/jobs';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { escapeHtml, toPage, version } from '../../base/page.ts';
import { sendJson } from '../../kit/send.ts';
import { toWebhookCalls } from './webhooks.ts';

/** The API documentation as a page to read: no script, every schema folded away until wanted. */
function toDocsPage(document: OpenApi): string {
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
<p>${escapeHtml(operation.summary)}. ${operation.security.some((item) => JSON.stringify(item).includes('collector')) ? 'Called with a collector key.' : toCallers(operation)}</p>
${operation.description === undefined ? '' : `<p>${escapeHtml(operation.description)}</p>`}
${toParameterTable(operation)}
${'requestBody' in operation ? toFold('Body', operation.requestBody) : ''}
${Object.entries(operation.responses)
  .map(([status, answer]) => toFold(`${status}: ${toDescription(answer)}`, answer))
  .join('\n')}
</section>`,
  );
  const webhooks = Object.entries(document.webhooks).map(
    ([name, { post }]) => `<section aria-labelledby="webhook-${name}">
<h2 id="webhook-${name}"><span class="method">Webhook</span> <code>${escapeHtml(name)}</code></h2>
<p>${escapeHtml(post.summary)}. Sent to the address of a channel, signed by <code>webhook-signature</code>.</p>
${toFold('Body', post.requestBody)}
</section>`,
  );
  return toPage({
    lang: 'en-US',
    brand: 'platen',
    heading: 'API',
    main: `<div class="doc"><nav aria-label="Calls"><p>${escapeHtml(document.info.description)} Version ${escapeHtml(document.info.version)}. Machine-readable: <a href="/openapi.json">openapi.json</a>. Every refusal has the body <code>{"errorCode": number, "detail": [{"msg": string}]}</code>.</p><ul>${index.join('')}</ul></nav>
${sections.join('\n')}
${webhooks.join('\n')}</div>`,
  });
}

/** Who calls, and with which scope API tokens may. */
function toCallers({ security }: Operation): string {
  const [, token] = security;
  const scope = typeof token === 'object' && token !== null && 'token' in token ? String(token.token) : undefined;
  return scope === undefined
    ? 'Called by signed-in users.'
    : `Called by signed-in users, and with API tokens of the scope <code>${escapeHtml(scope)}</code>.`;
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

interface Operation {
  readonly summary: string;
  readonly description?: string;
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: unknown;
}
interface OpenApi {
  readonly openapi: '3.1.0';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: unknown;
  readonly webhooks: ReturnType<typeof toWebhookCalls>;
}

/** What a schema takes (`input`) or gives (`output`), as JSON Schema 2020-12, the dialect of OpenAPI 3.1. */
export function toSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
}

/** OpenAPI 3.1 of the endpoints that are really served. */
function toOpenApi(endpoints: readonly Endpoint[], version: string, url: string): OpenApi {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    const operations = (paths[endpoint.path] ??= {});
    operations[endpoint.method.toLowerCase()] = toOperation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen',
      version,
      description: 'Remote diagnosis of office printers: devices, their profiles, and what they report.',
    },
    servers: [{ url }],
    paths,
    webhooks: toWebhookCalls((schema) => toSchema(schema, 'output')),
    components: {
      schemas: { Refusal: toSchema(errorBody, 'output') },
      securitySchemes: {
        user: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token of the identity provider',
        },
        token: { type: 'http', scheme: 'bearer', description: 'API token, plt_…, with the scope named' },
        collector: { type: 'http', scheme: 'bearer', description: 'Key of a collector or reporting device' },
      },
    },
  };
}

function toOperation(endpoint: Endpoint): Operation {
  const headers = Object.entries(endpoint.answerHeaders ?? {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return {
    summary: endpoint.summary,
    ...(endpoint.description === undefined ? {} : { description: endpoint.description }),
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => next?.toUpperCase() ?? '')}`,
    security: [
      // With a code in the body nothing else is needed.
      endpoint.access === 'code' ? {} : { [endpoint.access]: [] },
      ...(endpoint.tokenScope === undefined ? [] : [{ token: [endpoint.tokenScope] }]),
    ],
    parameters: [...toParameters(endpoint.params, 'path'), ...toParameters(endpoint.query, 'query')],
    ...(endpoint.body
      ? { requestBody: { content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } } } }
      : {}),
    responses: {
      200: {
        description: 'The answer',
        ...(headers.length > 0 ? { headers: Object.fromEntries(headers) } : {}),
        content: toContent(endpoint),
      },
      ...(endpoint.isLong === true
        ? {
            202: {
              description: 'The work goes on as a job of the user; `location` is its address',
              content: { 'application/json': { schema: toSchema(jobAccepted, 'output') } },
            },
          }
        : {}),
      ...(endpoint.method === 'GET' && endpoint.answerTypes === undefined
        ? { 304: { description: 'Unchanged since the tag in if-none-match' } }
        : {}),
      ...toRefusals(endpoint),
    },
  };
}

/** An answer is JSON, or a file in one of its types. */
const toContent = ({ answer, answerTypes }: Endpoint): Record<string, unknown> =>
  answerTypes === undefined
    ? { 'application/json': { schema: toSchema(answer, 'output') } }
    : Object.fromEntries(answerTypes.map((type) => [type, {}]));

function toParameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): Parameter[] {
  if (!schema) return [];
  const { properties, required } = toSchema(schema, 'input');
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(typeof properties === 'object' && properties !== null ? properties : {}).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || needed.has(name),
    schema: of,
  }));
}

const refusals: Readonly<Record<number, string>> = {
  401: 'The token or key is missing, expired or not good',
  403: 'Not permitted, or the terms are not agreed to',
  404: 'Not there',
  422: 'Parameters or body are wrong; `detail` says where',
  429: 'Too many calls; `retry-after` says when to try again',
  500: 'The server failed',
  503: 'Overloaded, or the storage is busy; `retry-after` says when to try again',
};

function toRefusals(endpoint: Endpoint): Record<string, unknown> {
  const answers: Record<string, unknown> = {};
  for (const [status, meaning] of Object.entries(refusals)) {
    const codes = Object.entries(serverErrorStatus)
      .filter(([code, of]) => of === Number(status) && (endpoint.access === 'user' || !/^20000|^30/.test(code)))
      .map(([code]) => code);
    answers[status] = {
      description: `${meaning}. errorCode: ${codes.join(', ')}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
    };
  }
  return answers;
}
