import { rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { StoreFailure, toErrorCode, toMessage } from '../../base/errors.ts';
import type { Log } from '../../base/logger.ts';
import { prepareBinaries, readPackage } from './binaries.ts';
import {
  applicationRole,
  clusterUser,
  ensureCluster,
  ensureRoles,
  migrationRole,
  openSession,
  toUrl,
  tryLock,
} from './cluster.ts';
import { explainTrouble, preparePlaces, readOwner } from './places.ts';
import { readRunning, removeStaleNote, startPostmaster, stopPostmaster } from './postmaster.ts';
import { killLeftovers } from './process.ts';

export interface EmbeddedPostgres {
  /** Connection string of the database as the application's role, over a Unix socket. */
  url: string;
  /** The same as the role that owns the tables. */
  migrationUrl: string;
  /** The same as superuser: for administration such as a backup, never for calls. */
  administrationUrl: string;
  /** The server's process now; another after it had to be started again. */
  pid(): number;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDirectory: string;
  log: Log;
  /** Further settings of PostgreSQL, for tests. */
  settings?: Readonly<Record<string, string>>;
  /** How long to wait for another process to release the data; milliseconds. */
  patienceMs?: number;
}

export const databaseName = 'platen';
/** Time in which sessions notice by themselves that their postmaster has ended. */
const noticeMs = 2000;
/** Between attempts to mark the database as in use again after its session was lost. */
const reopenMs = 100;

/**
 * Starts PostgreSQL on the data directory. A server left by a process that died is stopped first;
 * one that a living Platen uses is left alone (`StoreFailure`). If PostgreSQL dies, it is started again.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log } = options;
  const found = readPackage();
  const owner = readOwner();
  const places = preparePlaces(options.dataDirectory, owner);
  await stopOrphan(places.data, options);
  const bin = explainTrouble(options.dataDirectory, () => prepareBinaries(found, places.base, owner));
  if (await ensureCluster(bin, places.data, owner)) log.info({ folder: places.data }, 'made a new database');

  const state = { closing: false };
  const start = async () => {
    const began = Date.now();
    for (;;) {
      removeStaleNote(places.data);
      try {
        const postmaster = await startPostmaster(bin, places, owner, options.settings ?? {}, (seconds) =>
          log.info({ seconds }, 'PostgreSQL is starting, it reads its log after a crash'),
        );
        try {
          return { postmaster, keeper: await keep(places.socket, log) };
        } catch (error) {
          await postmaster.stop();
          throw error;
        }
      } catch (error) {
        // Processes of a server that was killed may need a moment to notice it.
        if (
          state.closing ||
          Date.now() > began + 30_000 ||
          !/shared memory block|postmaster\.pid|lock file/.test(toMessage(error))
        )
          throw error;
        const left = Date.now() > began + noticeMs ? killLeftovers(places.data) : 0;
        if (left > 0) log.warn({ left }, 'ended sessions that a killed PostgreSQL had left behind');
        await wait(200);
      }
    }
  };

  let running = await start();
  const supervise = async (): Promise<void> => {
    for (;;) {
      await running.postmaster.ended;
      await running.keeper.release();
      if (state.closing) return;
      log.error({ log: places.logFile }, 'PostgreSQL has ended unexpectedly, starting it again');
      try {
        running = await start();
        if (state.closing) return await running.postmaster.stop();
        log.info({ pid: running.postmaster.pid }, 'PostgreSQL runs again');
      } catch (error) {
        log.error({ reason: toMessage(error) }, 'PostgreSQL could not be started again, trying once more in 5 s');
        await wait(5000);
      }
    }
  };
  const supervised = supervise();

  return {
    ...toUrls(places.socket),
    pid: () => running.postmaster.pid,
    async close() {
      state.closing = true;
      await running.keeper.release();
      await running.postmaster.stop();
      await supervised;
      if (!places.socket.startsWith(places.base)) rmSync(places.socket, { recursive: true, force: true });
    },
  };
}

/** Says 'in use' for as long as this process lives, by a session that is opened again when it breaks. */
interface Keeper {
  release(): Promise<void>;
}

async function keep(socket: string, log: Log): Promise<Keeper> {
  const state: { session: Client | undefined; released: boolean } = { session: undefined, released: false };
  const open = async (): Promise<boolean> => {
    const session = await openSession(socket, () => {
      if (state.session !== session) return;
      state.session = undefined;
      void again();
    });
    if (!(await tryLock(session))) {
      await session.end();
      return false;
    }
    state.session = session;
    if (state.released) await session.end();
    return true;
  };
  /**
   * Until it is held again: without it a second Platen, or a tool, takes the database for abandoned and stops
   * it.
   */
  const again = async () => {
    for (let attempt = 1; !state.released; attempt++) {
      await wait(reopenMs, undefined, { ref: false });
      // Fails while PostgreSQL recovers. Not held: by a process that looks whether the database is in use, or
      // uses it.
      const held = await open().catch(() => undefined);
      if (held === true) return;
      if (held === false && attempt % 50 === 0) log.error({}, 'another process holds the database of this one');
    }
  };
  if (!(await open())) throw new StoreFailure('Another Platen process took the database while it started.');
  if (state.session !== undefined)
    await ensureRoles(state.session, databaseName, toUrl(socket, databaseName, clusterUser));
  return {
    async release() {
      state.released = true;
      await state.session?.end().catch(() => undefined);
    },
  };
}

/** Stops a server on this data that no process uses any more; fails if one does. */
async function stopOrphan(data: string, { log, patienceMs = 8000 }: EmbeddedOptions): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const running = readRunning(data);
    if (running === undefined) return;
    const use = await readUse(running.socket);
    if (use === 'free') {
      log.info({ pid: running.pid }, 'stopping a PostgreSQL that an earlier start left behind');
      await stopPostmaster(running.pid);
      return;
    }
    if (Date.now() > deadline)
      throw new StoreFailure(
        use === 'taken'
          ? `Another Platen is running on this data (PostgreSQL process ${running.pid} on ${data}). Stop it, or give this one its own folder with PLATEN_DATA.`
          : `PostgreSQL process ${running.pid} runs on ${data} but does not answer. Stop it with 'kill -INT ${running.pid}' and start again.`,
      );
    await wait(100);
  }
}

type Urls = Pick<EmbeddedPostgres, 'url' | 'migrationUrl' | 'administrationUrl'>;

const toUrls = (socket: string): Urls => ({
  url: toUrl(socket, databaseName, applicationRole),
  migrationUrl: toUrl(socket, databaseName, migrationRole),
  administrationUrl: toUrl(socket, databaseName, clusterUser),
});

/** The connection strings of a server that a living Platen uses on this data, for tools that join in. */
export async function findUsed(dataDirectory: string): Promise<Urls | undefined> {
  const running = readRunning(preparePlaces(dataDirectory, readOwner()).data);
  if (running === undefined || (await readUse(running.socket)) !== 'taken') return undefined;
  return toUrls(running.socket);
}

async function readUse(socket: string): Promise<'free' | 'taken' | 'silent'> {
  if (socket === '') return 'silent';
  try {
    const session = await openSession(socket, () => undefined);
    const free = await tryLock(session);
    await session.end();
    return free ? 'free' : 'taken';
  } catch (error) {
    if (['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '57P03', '57P01'].includes(toErrorCode(error) ?? ''))
      return 'silent';
    if (/terminated|timeout/i.test(toMessage(error))) return 'silent';
    throw error;
  }
}
