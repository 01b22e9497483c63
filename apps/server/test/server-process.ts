import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from './free-port.ts';

const run = promisify(execFile);
const folder = fileURLToPath(new URL('..', import.meta.url));
const root = path.join(folder, '../..');

/** The server as it is shipped, in a process of its own that a test may kill. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** What it wrote so far. */
  output(): string;
}

/** Compiles what changed; a test of processes must not run on yesterday's code. */
export async function buildServer(): Promise<void> {
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-b', folder]);
}

/** Starts the server and waits until it listens. */
export async function startServerProcess(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  return (await launchServerProcess(dataDirectory, settings)).ready;
}

/** Starts the server; the process is there at once, so that it can be killed before it is `ready`. */
export async function launchServerProcess(
  dataDirectory: string,
  settings: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; ready: Promise<ServerProcess> }> {
  const port = await findFreePort();
  const child = fork(path.join(folder, 'dist/main.js'), {
    env: { ...toEnvironment(dataDirectory, port), ...settings },
    // Not the test runner's own, which make it read sources instead of what is shipped.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const ready = once(child, 'message').then(() => true);
  const ended = once(child, 'exit').then(() => false);
  const started = Promise.race([ready, ended]).then((isReady) => {
    if (!isReady) throw new Error(`the server did not start:\n${output}`);
    return { url: `http://127.0.0.1:${port}`, child, output: () => output };
  });
  return { child, ready: started };
}

/** A command of `npm run admin`, answered as JSON. */
export async function admin(dataDirectory: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [path.join(folder, 'dist/cli/admin.js'), ...args, '--json'], {
    env: toEnvironment(dataDirectory, 1),
  });
  return JSON.parse(stdout) as Record<string, unknown>;
}

function toEnvironment(dataDirectory: string, port: number): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    PLATEN_DATA: dataDirectory,
    PLATEN_PORT: String(port),
    PLATEN_COLLECTOR_RATE: '1000000',
    PLATEN_LOG_LEVEL: 'warn',
  };
}
