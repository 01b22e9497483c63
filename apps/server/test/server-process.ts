import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findFreePort } from '../../../bench/src/lib/free-port.ts';

const run = promisify(execFile);
/** `npm test` has compiled and bundled what there is (scripts/test.mjs). */
export const isCompiled = process.env['PLATEN_TEST_COMPILED'] === '1';
const folder = fileURLToPath(new URL('..', import.meta.url));
const root = path.join(folder, '../..');

/** The server as it is shipped, in a process of its own that a test may kill. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** What it wrote so far. */
  output(): string;
}

/**
 * Compiles what changed, where `npm test` has not: a test of programs that load compiled modules must not run
 * on yesterday's code. The server itself is bundled from the sources before all tests (global-setup.ts).
 */
export async function buildServer(): Promise<void> {
  if (isCompiled) return;
  await run(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-b', folder]);
}

/** How often a port is chosen at most. */
const mostPorts = 5;

/** Starts the server and waits until it listens; on another port if one was taken since it was found free. */
export async function startServerProcess(
  dataDirectory: string,
  settings: Readonly<Record<string, string>> = {},
  app?: string,
): Promise<ServerProcess> {
  for (let tried = 1; ; tried += 1) {
    const { ready } = await launchServerProcess(dataDirectory, settings, app);
    try {
      return await ready;
    } catch (error) {
      if (tried === mostPorts || !String(error).includes('EADDRINUSE')) throw error;
    }
  }
}

/**
 * Starts the server; the process is there at once, so that it can be killed before it is `ready`. `app`: the
 * folder of another version of the server.
 */
export async function launchServerProcess(
  dataDirectory: string,
  settings: Readonly<Record<string, string>>,
  app: string = folder,
): Promise<{ child: ChildProcess; ready: Promise<ServerProcess> }> {
  const port = await findFreePort();
  const child = fork(path.join(app, 'bundle/main.js'), {
    env: { ...toEnvironment(dataDirectory, port), ...settings },
    // Not the test runner's own, which make it read sources instead of what is shipped.
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const ready = once(child, 'message').then(() => true);
  // What it wrote last may arrive after its end; 'close' alone never comes while a child of its own is left.
  const closed = once(child, 'close');
  const ended = once(child, 'exit')
    .then(() => Promise.race([closed, wait(1000, undefined, { ref: false })]))
    .then(() => false);
  const started = Promise.race([ready, ended]).then((isReady) => {
    if (!isReady) throw new Error(`the server did not start:\n${output}`);
    return { url: `http://127.0.0.1:${port}`, child, output: () => output };
  });
  return { child, ready: started };
}

/** A command of `npm run admin`, answered as JSON. */
export async function admin(dataDirectory: string, ...args: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await run(process.execPath, [path.join(folder, 'bundle/cli/admin.js'), ...args, '--json'], {
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
