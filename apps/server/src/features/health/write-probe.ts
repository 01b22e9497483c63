import type { Pool } from 'pg';

export type Standing = 'OK' | 'the database does not answer' | 'the database takes no writes';
export type WriteProbe = () => Promise<Standing>;

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
