import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Platform } from '../../http/platform.ts';
import { Refusal } from '../../http/refusal.ts';

const readyTimeoutMs = 2000;

/** `/healthz`: the process answers. `/readyz`: it can serve calls. `/metrics`: figures for Prometheus. */
export function registerHealth(app: FastifyInstance): void {
  const { platform } = app;

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'OK' }));

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (platform.draining) return reply.status(503).send({ status: 'stopping' });
    return (await answers(platform))
      ? reply.send({ status: 'OK' })
      : reply.status(503).send({ status: 'the database does not answer' });
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

async function answers({ store }: Platform): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), readyTimeoutMs);
  });
  const answered = store.pool.query('select 1').then(
    () => true,
    () => false,
  );
  const ready = await Promise.race([answered, late]);
  clearTimeout(timer);
  return ready;
}

/** From this machine itself; what a proxy on this machine passes on does not count. */
const isLocal = ({ raw, headers }: FastifyRequest): boolean =>
  /^(::1|(::ffff:)?127\.)/.test(raw.socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
