import type { FastifyInstance } from 'fastify';
import { toFullAddress, toLoggedAddress } from '../base/caller.ts';
import { hourMs } from '../base/time.ts';

/** After this time without a call the log shows a new sign-in of a user. */
const sessionMs = 8 * hourMs;
const manySessions = 20_000;
const refusedStatuses = new Set([401, 403, 429]);

/**
 * One log line a call, and one for each sign-in. Refused calls (401, 403, 429) and sign-ins carry the whole
 * address of the client unless addresses are off altogether: a caller who guesses tokens can be found only by
 * it. Never a token, header, body or query.
 */
export function logCalls(app: FastifyInstance): void {
  const { platform } = app;
  const form = platform.settings.logAddresses;
  const isNewSession = createSessions();

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    const status = reply.statusCode;
    platform.metrics.requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    const isRefused = refusedStatuses.has(status);
    const ip = toLoggedAddress(request.ip, isRefused && form !== 'none' ? 'full' : form);
    const { user, collector, refusedWith, refusedBecause } = request;
    const fields = {
      method: request.method,
      path: request.originalUrl.split('?', 1)[0],
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(ip === undefined ? {} : { ip }),
      ...(user ? { userId: user.userId } : {}),
      ...(collector ? { collectorId: collector.collectorId } : {}),
      ...(refusedWith === null ? {} : { errorCode: refusedWith }),
    };
    if (isRefused) request.log.warn({ ...fields, reason: refusedBecause }, 'refused');
    else request.log.info(fields, 'call');
    if (user && isNewSession(`${user.userId} ${request.ip}`))
      request.log.info({ userId: user.userId, ...toFullAddress(request.ip, form) }, 'signed in');
  });
}

/** Whether a user at an address is new to this server, or was silent for the length of a session. */
function createSessions(now: () => number = Date.now): (key: string) => boolean {
  const seen = new Map<string, number>();
  return (key) => {
    const at = now();
    const last = seen.get(key);
    if (last === undefined && seen.size >= manySessions) seen.clear();
    seen.set(key, at);
    return last === undefined || at - last > sessionMs;
  };
}

/**
 * Warns once when a peer that is not a trusted proxy passes on client addresses: all users behind it then
 * share one allowance of failed calls, and the log shows the proxy instead of them.
 */
export function warnOfUntrustedProxy(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook('onRequest', async (request) => {
    if (hasWarned || request.headers['x-forwarded-for'] === undefined) return;
    if (request.ip !== request.raw.socket.remoteAddress) return;
    hasWarned = true;
    app.log.warn(
      { setting: 'PLATEN_TRUST_PROXY', peer: request.ip },
      'x-forwarded-for comes from a peer that is not a trusted proxy: set PLATEN_TRUST_PROXY to its address if it is one',
    );
  });
}
