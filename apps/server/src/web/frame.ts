import { randomUUID } from 'node:crypto';
import { Server } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { type FastifyBaseLogger, type FastifyInstance, fastify, type HTTPMethods, LogController } from 'fastify';
import { createRateLimit } from '../base/caller.ts';
import { Refusal } from '../base/errors.ts';
import { holdsHalfPair } from '../base/json-text.ts';
import { hourMs } from '../base/time.ts';
import type { Identity } from '../identity/open-identity.ts';
import { createChanges } from '../kit/changes.ts';
import { createDownloadSlots } from '../kit/download-slots.ts';
import { createMetrics, type Platform } from '../kit/platform.ts';
import { createUserCalls } from '../kit/user-calls.ts';
import { type Settings, toAuthority } from '../settings/settings.ts';
import { logCalls, warnOfUntrustedProxy } from './call-lines.ts';
import { answerBadAddress, handleError } from './error-handler.ts';

interface FrameOptions {
  settings: Settings;
  store: Platform['store'];
  identity: Identity;
  log: FastifyBaseLogger;
}

/**
 * Calls of one user that may wait for their turn, and how long. A screen of the portal makes up to eight
 * calls at once.
 */
const waitingCalls = { waiting: 100, waitMs: 10_000 };

/** Calls of one API token (OA-32). */
const tokenCallsPerMinute = 600;

/** Tries to enrol with a code (CF-02). */
const enrolTries = { ofAddressPerMinute: 10, perHour: 100 };

/** The frame of the HTTP server without any route: limits, headers, errors, log lines, figures. */
export function createFrame({ settings, store, identity, log }: FrameOptions): FastifyInstance {
  const proxies = settings.trustProxy;
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: typeof proxies === 'object' ? [...proxies] : proxies,
    bodyLimit: settings.bodyLimitKb * 1024,
    requestTimeout: settings.requestTimeoutMs,
    handlerTimeout: settings.requestTimeoutMs,
    keepAliveTimeout: 65_000,
    // While closing, calls that still come over open connections are served: their clients cannot know.
    return503OnClosing: false,
    frameworkErrors: answerBadAddress,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
  });
  const userCalls = createUserCalls({ atOnce: settings.userCallsAtOnce, ...waitingCalls });
  const platform: Platform = {
    settings,
    store,
    primary: store,
    identity,
    metrics: createMetrics(store.pool, userCalls),
    limits: {
      users: createRateLimit(settings.userRequestsPerMinute),
      userCalls,
      tokens: createRateLimit(tokenCallsPerMinute),
      downloads: createDownloadSlots({ ofUser: 2, ofAll: 4 }),
      collectors: createRateLimit(settings.collectorRequestsPerMinute),
      failedTokens: createRateLimit(settings.failedTokensPerMinute),
      enrolments: createRateLimit(enrolTries.ofAddressPerMinute),
      allEnrolments: createRateLimit(enrolTries.perHour, { windowMs: hourMs }),
    },
    endpoints: [],
    handlers: new Map(),
    changes: createChanges(),
    draining: false,
  };
  app.decorate('platform', platform);
  app.decorateRequest('user', null);
  app.decorateRequest('collector', null);
  app.decorateRequest('refusedWith', null);
  app.decorateRequest('refusedBecause', null);

  const headers = toSecurityHeaders(settings);
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id);
    // Who uses this connection again may find it closed; a proxy then opens one to another server.
    if (platform.draining) reply.header('connection', 'close');
  });
  allowOrigins(app, settings.corsOrigins);
  app.addHook('preClose', async () => {
    platform.draining = true;
    await stopListening(app.server);
  });
  logCalls(app);
  warnOfUntrustedProxy(app);
  readJsonBodies(app);
  app.setErrorHandler(handleError);
  registerNotFound(app);
  return app;
}

/**
 * Takes no further connection. The event loop first accepts those that wait: the system resets them when the
 * server stops listening, with a call that a proxy may have sent already.
 */
async function stopListening(server: Server): Promise<void> {
  // The first may be due before the event loop looks for connections again.
  await turn();
  await turn();
  Server.prototype.close.call(server);
}

/** JSON bodies of whole characters. An empty one counts as none: the login-time post sends none (OQ-127). */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else if (holdsHalfPair(String(body))) done(new Refusal(202001, 'body: a text holds half of a surrogate pair'));
    else void parse(request, String(body), done);
  });
}

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'] as const satisfies readonly HTTPMethods[];

/** Unknown routes: 404 with 204001; if only the method is wrong, `allow` lists the right ones. */
function registerNotFound(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const known = methods.filter((method) => served(app, method, path));
    if (path.startsWith('/v1/') && known.length > 0)
      throw new Refusal(204001, `${request.method} is not offered here`, { headers: { allow: known.join(', ') } });
    const { showPortal } = app.platform;
    if (showPortal && ['GET', 'HEAD'].includes(request.method) && wantsPage(request.headers.accept, path))
      return showPortal(request, reply);
    throw new Refusal(204001, 'nothing is served at this address');
  });
}

/** Whether a route with parameters matches the path. */
function served(app: FastifyInstance, method: string, path: string): boolean {
  return app.platform.endpoints.some(
    (endpoint) =>
      endpoint.method === method && new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
}

/** Paths that are never a screen, whatever the request accepts. */
const notScreens = /^\/(v\d+|identity|assets|docs|metrics|healthz|readyz)(\/|$)/i;

/** Screens of the portal have no dot in their last part; what has one is a file that is not there. */
const wantsPage = (accept: string | undefined, path: string): boolean =>
  !notScreens.test(path) && !/\.[^/]*$/.test(path) && takesHtml(accept);

/** Without the header anything is fine (RFC 9110 section 12.5.1); uptime monitors send none or a wildcard. */
const takesHtml = (accept = ''): boolean =>
  accept.trim() === '' || accept.split(',').some((range) => /^\s*(text\/html|text\/\*|\*\/\*)\s*(;|$)/i.test(range));

/** Lets configured origins, and no others, call the API and read the headers of its lists (OQ-34). */
function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin) || !request.url.startsWith('/v1/')) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'has-more, total-count, etag, retry-after, x-request-id');
    reply.header('vary', 'origin');
    if (request.method !== 'OPTIONS') return;
    reply.header('access-control-allow-methods', 'GET, POST, PUT, DELETE');
    reply.header(
      'access-control-allow-headers',
      'authorization, content-type, accept-language, if-none-match, idempotency-key',
    );
    reply.header('access-control-max-age', '3600');
    await reply.status(204).send();
  });
}

/**
 * Headers of every answer. The policy allows own scripts and styles only: no inline code, no other hosts but
 * the sign-in authority for calls. Strict-Transport-Security only where the public address is https.
 */
export function toSecurityHeaders(settings: Settings): Readonly<Record<string, string>> {
  const connect = new Set(["'self'", new URL(toAuthority(settings)).origin]);
  if (settings.apiBase !== undefined) connect.add(new URL(settings.apiBase).origin);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "manifest-src 'self'",
    `connect-src ${[...connect].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': settings.corsOrigins.length > 0 ? 'cross-origin' : 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(settings.publicUrl.startsWith('https:')
      ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
      : {}),
  };
}
