import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify';
import { createRateLimit } from '../base/rate-limit.ts';
import type { Identity } from '../identity/identity.ts';
import { createMetrics } from '../kit/metrics.ts';
import type { Platform } from '../kit/platform.ts';
import { createUserCalls } from '../kit/user-calls.ts';
import type { Settings } from '../settings.ts';
import { logCalls, warnOfUntrustedProxy } from './call-lines.ts';
import { answerBadAddress, handleError } from './error-handler.ts';
import { allowOrigins, toSecurityHeaders } from './headers.ts';
import { registerNotFound } from './not-found.ts';

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
    identity,
    metrics: createMetrics(store.pool, userCalls),
    limits: {
      users: createRateLimit(settings.userRequestsPerMinute),
      userCalls,
      collectors: createRateLimit(settings.collectorRequestsPerMinute),
      failedTokens: createRateLimit(settings.failedTokensPerMinute),
    },
    endpoints: [],
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
  });
  allowOrigins(app, settings.corsOrigins);
  app.addHook('preClose', async () => {
    platform.draining = true;
  });
  logCalls(app);
  warnOfUntrustedProxy(app);
  readJsonBodies(app);
  app.setErrorHandler(handleError);
  registerNotFound(app);
  return app;
}

/** JSON bodies; an empty one counts as none, as the login-time post sends none (OQ-127). */
function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined);
    else void parse(request, String(body), done);
  });
}
