import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Started {
  child: ChildProcess;
  /** What it printed so far, for the message of a failing test. */
  output(): string;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a built program and waits until `isReady` says so of a message it sends or a line it prints. */
export function start<T>(
  file: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  isReady: (message: unknown) => T | undefined,
): Promise<Started & { ready: T }> {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let printed = '';
  child.stdout?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const started = {
    child,
    output: () => printed,
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      child.kill(signal);
      await closed;
    },
  };
  return new Promise((resolve, reject) => {
    const settle = (message: unknown) => {
      const ready = isReady(message);
      if (ready !== undefined) resolve({ ...started, ready });
    };
    child.on('message', settle);
    child.stdout?.on('data', () => {
      for (const line of printed.split('\n')) settle(line);
    });
    child.once('error', reject);
    void closed.then(() => reject(new Error(`${file} ended before it was ready:\n${printed}`)));
  });
}

/** Runs a built program to its end; rejects with what it printed when it fails. */
export async function runToEnd(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await run(process.execPath, [file, ...args], { env });
  return stdout.trim();
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
