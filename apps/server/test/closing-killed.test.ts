import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Closing, counted, createClosing } from './closing-world.ts';
import { KilledProcesses, kill } from './killed-processes.ts';
import { buildServer } from './server-process.ts';

/** `PLATEN_TEST_KILLS=1000` for a long run. */
const kills = Number(process.env['PLATEN_TEST_KILLS'] ?? 8);
/** More than one step of the job. */
const devices = 130;
/** A step that is begun five times in vain is given up: a close is left alone before that. */
const mostKillsOfOne = 3;

let world: Closing;
let closers: KilledProcesses;

beforeAll(async () => {
  await buildServer();
  world = await createClosing();
  closers = new KilledProcesses('closing-process.mjs', { PLATEN_DATABASE_URL: world.platen.database.url });
  const reports = Array.from({ length: devices }, (_, n) => [
    counted(`K${n}`, '2026-09-30T23:40:00Z', { total: 1000 + n, black: 500 }),
    counted(`K${n}`, '2026-10-31T23:40:00Z', { total: 2000 + 2 * n, black: 700 + n }),
  ]).flat();
  await world.receive(reports);
}, 180_000);
afterAll(async () => {
  await closers.killAll();
  await world.platen.close();
}, 60_000);

/** What would show half a close: its state, its lines as written, and how often it was recorded as closed. */
async function look(closeId: string) {
  const { rows } = await world.platen.database.pool.query<{
    state: string;
    hasHash: boolean;
    lines: number;
    n: number;
  }>(
    `select state, hash is not null as "hasHash", (select count(*)::int from meter_close_line l where l.close_id = c.close_id) as lines,
       (select count(*)::int from audit_entry where subject = 'close:' || c.close_id and action = 'close closed') as n
     from meter_close c where close_id = $1`,
    [closeId],
  );
  return rows[0];
}

test('FG-08 LG-35: whenever what closes is killed, a period is open or closed as a whole, once, with the same bytes', {
  timeout: 120_000 + kills * 5000,
}, async () => {
  const first: { hash: string | null } = { hash: null };
  const killed = { open: 0, closed: 0 };
  let done = 0;
  let next = closers.prepare();
  while (done < kills || first.hash === null || killed.open === 0) {
    const made = await world.open({ firstDay: '2026-10-01', lastDay: '2026-10-31' });
    let { version, pending } = await world.read(made.closeId);
    while (pending > 0) ({ version, pending } = await world.read(made.closeId));
    // The job works them out again.
    const due = 'update meter_close_device set computed_at = null, is_due = true where close_id = $1';
    await world.platen.database.pool.query(due, [made.closeId]);
    await world.call('billing', 'POST', `/v1/closes/${made.closeId}/close`, { version });
    for (let nth = 0; nth < mostKillsOfOne && done < kills && first.hash !== null; nth++, done++) {
      const current = await next;
      next = closers.prepare();
      current.send('begin');
      await wait(Math.random() * 500);
      await kill(current);
      const seen = await look(made.closeId);
      const isClosed = seen?.state === 'closed';
      killed[isClosed ? 'closed' : 'open'] += 1;
      expect(seen).toEqual({
        state: isClosed ? 'closed' : 'open',
        hasHash: isClosed,
        lines: 2 * devices,
        n: isClosed ? 1 : 0,
      });
      if (isClosed) nth = mostKillsOfOne;
    }
    // The next one ends what the killed ones began.
    const last = await next;
    next = closers.prepare();
    last.send('begin');
    await expect.poll(async () => (await look(made.closeId))?.state, { timeout: 60_000 }).toBe('closed');
    await kill(last);
    expect(await look(made.closeId)).toEqual({ state: 'closed', hasHash: true, lines: 2 * devices, n: 1 });
    const closed = await world.read(made.closeId);
    first.hash ??= closed.hash;
    expect(closed.hash).toBe(first.hash);
    const body = { version: closed.version, reason: 'next round' };
    expect((await world.call('billing', 'POST', `/v1/closes/${made.closeId}/discard`, body)).status).toBe(200);
  }
  console.log(`killed ${done} times; left behind:`, killed);
  expect(killed.open).toBeGreaterThan(0);
});
