import type { FastifyInstance } from 'fastify';

/** Lets configured origins, and no others, call the API and read the headers of its lists (OQ-34). */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return;
  const allowed = new Set(origins);
  app.addHook('onRequest', async (request, reply) => {
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin) || !request.url.startsWith('/v1/')) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'has-more, total-count, etag, retry-after, x-request-id');
    reply.header('vary', 'origin');
    if (request.method !== 'OPTIONS') return;
    reply.header('access-control-allow-methods', 'GET, POST, PUT');
    reply.header('access-control-allow-headers', 'authorization, content-type, accept-language, if-none-match');
    reply.header('access-control-max-age', '3600');
    await reply.status(204).send();
  });
}
