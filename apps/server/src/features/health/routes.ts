import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { isFromThisMachine } from '../../base/caller.ts';
import { Refusal } from '../../base/errors.ts';
import type { SilenceHold } from '../../stream/silence-hold.ts';

/**
 * `/healthz`: the process answers. `/readyz`: it can serve calls, writes included, and is not stopping; with
 * the state of the stream where there is one. `/metrics`: figures for Prometheus.
 */
export function registerHealth(app: FastifyInstance, silence?: SilenceHold): void {
  const { platform } = app;
  const probe = createWriteProbe(platform.store.pool);

  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'OK' }));

  app.get('/readyz', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (platform.draining) return reply.status(503).send({ status: 'stopping' });
    const status = await probe();
    const stream = silence && (await toStreamState(silence));
    return reply.status(status === 'OK' ? 200 : 503).send({ status, stream });
  });

  app.get('/metrics', async (request, reply) => {
    const { metrics } = platform.settings;
    if (metrics === 'off' || (metrics === 'loopback' && !isFromThisMachine(request.raw)))
      throw new Refusal(204001, 'nothing is served at this address');
    return reply
      .header('cache-control', 'no-store')
      .type(platform.metrics.registry.contentType)
      .send(await platform.metrics.registry.metrics());
  });
}

/**
 * How the stream is. It is no reason to be not ready: the portal works without it, and collectors keep what
 * is refused.
 */
async function toStreamState(silence: SilenceHold): Promise<string> {
  const standing = await silence.readStanding();
  if (standing === undefined) return 'the stream does not answer';
  return (await silence.isHeld()) ? 'reports wait in the stream' : 'OK';
}

type Standing = 'OK' | 'the database does not answer' | 'the database takes no writes';
type WriteProbe = () => Promise<Standing>;

/** How long an answer is reused: a busy monitor costs one write in that time. */
const reusedMs = 5000;
const timeoutMs = 2000;

/**
 * Whether the store takes writes: one row is updated, which fails in a read-only database and without rights,
 * and 256 kB are sorted on disk, which fails when it is full. The row stays on its page (a HOT update); the
 * sorted file is gone at once.
 */
async function write(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`begin; set local work_mem = '64kB'; set local statement_timeout = ${timeoutMs}`);
    await client.query('update write_probe set written_at = now()');
    await client.query(
      'select n from (select n, repeat(md5(n::text), 8) as t from generate_series(1, 1000) n) x order by t offset 999',
    );
    await client.query('commit');
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
    throw error;
  }
}

/**
 * A probe for this pool. Those who ask within five seconds, or while one is under way, get the same answer.
 */
export function createWriteProbe(pool: Pool, now: () => number = Date.now): WriteProbe {
  let last: { at: number; standing: Promise<Standing> } | undefined;
  const probe = async (): Promise<Standing> => {
    if (!(await within(pool.query('select 1')))) return 'the database does not answer';
    return (await within(write(pool))) ? 'OK' : 'the database takes no writes';
  };
  return () => {
    const at = now();
    if (last === undefined || at - last.at > reusedMs || at < last.at) last = { at, standing: probe() };
    return last.standing;
  };
}

async function within(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  const done = work.then(
    () => true,
    () => false,
  );
  const isDone = await Promise.race([done, late]);
  clearTimeout(timer);
  return isDone;
}
