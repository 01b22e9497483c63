import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../base/errors.ts';
import { createWriteProbe } from './write-probe.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve calls, writes included, and is not stopping.
 * `/metrics`: figures for Prometheus.
 */
export function registerHealth(app: FastifyInstance): void {
  const { platform } = app;
  const probe = createWriteProbe(platform.store.pool);

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'OK' }));

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (platform.draining) return reply.status(503).send({ status: 'stopping' });
    const status = await probe();
    return reply.status(status === 'OK' ? 200 : 503).send({ status });
  });

  app.get('/metrics', async (request, reply) => {
    const { metrics } = platform.settings;
    if (metrics === 'off' || (metrics === 'loopback' && !isLocal(request)))
      throw new Refusal(204001, 'nothing is served at this address');
    return reply
      .header('cache-control', 'no-store')
      .type(platform.metrics.registry.contentType)
      .send(await platform.metrics.registry.metrics());
  });
}

/** From this machine itself; what a proxy on this machine passes on does not count. */
const isLocal = ({ raw, headers }: FastifyRequest): boolean =>
  /^(::1|(::ffff:)?127\.)/.test(raw.socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
