import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFreePort } from './free-port.ts';

/** A NATS server with JetStream in a process and a folder of its own. */
export interface NatsServer {
  /** With user and password, as in `PLATEN_STREAM_URL`. */
  readonly url: string;
  readonly pid: number;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts it again on what it had stored. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The program: `NATS_SERVER`, else that of the search path or of a package; undefined: there is none. */
export function findNatsServer(): string | undefined {
  const given = process.env['NATS_SERVER'];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return [...(given === undefined ? [] : [given]), ...folders.map((folder) => join(folder, 'nats-server'))].find(
    isProgram,
  );
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const startMs = 30_000;
const user = 'platen';

/** Throws if there is no program. */
export async function startNatsServer(password = 'password-of-a-test'): Promise<NatsServer> {
  const program = findNatsServer();
  if (program === undefined) throw new Error('nats-server is not installed: apt-get install nats-server');
  const folder = await mkdtemp(join(tmpdir(), 'platen-nats-'));
  const port = await findFreePort();
  const args = ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder, '--user', user, '--pass', password];
  let child: ChildProcess;
  const start = async () => {
    child = spawn(program, args, { stdio: 'ignore' });
    for (const until = Date.now() + startMs; !(await isAnswering(port)); await wait(20))
      if (Date.now() > until || child.exitCode !== null) throw new Error('nats-server does not answer');
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  await start();
  return {
    url: `nats://${user}:${password}@127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0;
    },
    kill: () => end('SIGKILL'),
    restart: start,
    async stop() {
      await end('SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A NATS server introduces itself to who connects. */
async function isAnswering(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    const [data] = await once(socket, 'data', { signal: AbortSignal.timeout(1000) });
    return String(data).startsWith('INFO');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
