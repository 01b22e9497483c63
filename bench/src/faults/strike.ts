import { setTimeout as wait } from 'node:timers/promises';
import { isAlive } from '@platen/server/store/embedded/process';
import type { Client } from 'pg';
import type { Planned } from './plan.ts';
import type { Phase } from './senders.ts';
import type { Site } from './site.ts';
import type { SmallDisk } from './small-disk.ts';

const limitMs = 60_000;

/** What a fault is done to. */
export interface Target {
  site: Site;
  /** The file system of the data folder, where it may be filled. */
  disk?: SmallDisk;
}

/**
 * Does the fault and what a service manager would do about it: a server that has ended is started again.
 * Settles when nothing of what was killed is left; resolves to the moment from which the time to ready
 * counts.
 */
export async function strike(planned: Planned, { site, disk }: Target, phase: Phase): Promise<number> {
  let since = Date.now();
  switch (planned.kind) {
    case 'server':
      phase.state = 'killed';
      site.server().child.kill('SIGKILL');
      await restart(site, planned);
      break;
    case 'both':
      phase.state = 'killed';
      kill(site.postmaster());
      site.server().child.kill('SIGKILL');
      await restart(site, planned);
      break;
    case 'postmaster':
      phase.state = 'database';
      await killPostmaster(site);
      break;
    case 'backend':
      phase.state = 'database';
      await killBackend(site, planned.pick);
      break;
    case 'hung':
      phase.state = 'database';
      await killPostmaster(site, planned.pick);
      break;
    case 'stop': {
      phase.state = 'stopping';
      const { child, ended } = site.server();
      child.kill('SIGTERM');
      if ((await Promise.race([ended, wait(limitMs, 'late' as const)])) === 'late')
        throw new Error(`SIGTERM: the server has not ended after ${limitMs / 1000} s`);
      if (child.exitCode !== 0) throw new Error(`SIGTERM: the server ended with ${child.signalCode ?? child.exitCode}`);
      if (site.postmaster() !== 0) throw new Error('SIGTERM: the server ended and left its database running');
      await site.start();
      break;
    }
    case 'one':
      phase.state = 'killed';
      phase.victim = Math.floor(planned.pick * site.urls.length);
      site.server(phase.victim).child.kill('SIGKILL');
      await site.server(phase.victim).ended;
      await site.start(phase.victim);
      break;
    case 'full':
      if (disk === undefined) throw new Error('disk full: no file system to fill');
      phase.state = 'database';
      await disk.fill();
      await wait(planned.heldMs);
      await disk.free();
      since = Date.now();
      break;
  }
  return since;
}

async function restart(site: Site, { againMs }: Planned): Promise<void> {
  await site.server().ended;
  if (againMs !== undefined) {
    site.launch();
    const { child, ended } = site.server();
    await wait(againMs);
    child.kill('SIGKILL');
    await ended;
  }
  await site.start();
}

/**
 * Kills the postmaster, while one of its sessions hangs where `pick` chooses one; waits for the next
 * postmaster.
 */
async function killPostmaster(site: Site, pick?: number): Promise<void> {
  const old = site.postmaster();
  let hung = 0;
  if (pick !== undefined) {
    const session = await site.connect();
    hung = await chooseSession(session, pick);
    process.kill(hung, 'SIGSTOP');
  }
  kill(old);
  await waitFor('a new postmaster', () => ![0, old].includes(site.postmaster()));
  if (hung !== 0) await waitFor('the end of the session that hangs', () => !isAlive(hung));
}

/** Kills one session: PostgreSQL then ends all others and replays its log. */
async function killBackend(site: Site, pick: number): Promise<void> {
  const session = await site.connect();
  const ended = new Promise<void>((resolve) => session.once('end', () => resolve()));
  kill(await chooseSession(session, pick));
  const isOver = await Promise.race([ended.then(() => true), wait(limitMs, false, { ref: false })]);
  if (!isOver) fail('the end of all sessions');
}

/** A session of the server, one that is at work where there is one. */
async function chooseSession(session: Client, pick: number): Promise<number> {
  const { rows } = await session.query<{ pid: number; active: boolean }>(
    `select pid, state is distinct from 'idle' as active from pg_stat_activity
     where backend_type = 'client backend' and datname = current_database() and pid <> pg_backend_pid()`,
  );
  const active = rows.filter((row) => row.active);
  const from = active.length > 0 ? active : rows;
  const chosen = from[Math.floor(pick * from.length)];
  if (chosen === undefined) throw new Error('the server has no database session');
  return chosen.pid;
}

function kill(pid: number): void {
  // 0 would reach this process group.
  if (pid > 1) process.kill(pid, 'SIGKILL');
}

async function waitFor(what: string, isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + limitMs;
  while (!isSo()) {
    if (Date.now() > deadline) fail(what);
    await wait(10);
  }
}

function fail(what: string): never {
  throw new Error(`waited ${limitMs / 1000} s for ${what}`);
}
