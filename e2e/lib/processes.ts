import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Far above what a start or an end takes on a busy machine, and below the limit of a test. */
const startMs = 150_000;
const endMs = 90_000;
const runMs = 240_000;

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
      const limit = setTimeout(() => child.kill('SIGKILL'), endMs);
      await closed;
      clearTimeout(limit);
      if (signal !== 'SIGKILL' && child.signalCode === 'SIGKILL')
        throw new Error(`${file} did not end within ${endMs / 1000} s of ${signal}:\n${printed}`);
    },
  };
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => {
      reject(new Error(`${file} was not ready within ${startMs / 1000} s:\n${printed}`));
      child.kill('SIGKILL');
    }, startMs);
    const settle = (message: unknown) => {
      const ready = isReady(message);
      if (ready === undefined) return;
      clearTimeout(limit);
      resolve({ ...started, ready });
    };
    child.on('message', settle);
    child.stdout?.on('data', () => {
      for (const line of printed.split('\n')) settle(line);
    });
    child.once('error', reject);
    child.once('close', () => {
      clearTimeout(limit);
      reject(new Error(`${file} ended before it was ready:\n${printed}`));
    });
  });
}

/** Runs a built program to its end; rejects with what it printed when it fails. */
export async function runToEnd(file: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { stdout } = await run(process.execPath, [file, ...args], { env, timeout: runMs });
  return stdout.trim();
}
