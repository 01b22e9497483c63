import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const serverFolder = fileURLToPath(new URL('../../../apps/server/bundle/', import.meta.url));

/** The server as a site runs it, in a process of its own. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  /** Settles when the process has ended, for whatever reason. */
  ended: Promise<void>;
  /** The end of what it printed where `output` is `kept`. */
  output(): string;
}

/** Starts a server; `ready` settles with its address, or rejects with what it printed when it ends before. */
export function spawnServer(
  env: NodeJS.ProcessEnv,
  { output = 'inherit' }: { output?: 'inherit' | 'kept' } = {},
): { process: Omit<ServerProcess, 'url'>; ready: Promise<ServerProcess> } {
  const stream = output === 'kept' ? 'pipe' : 'inherit';
  const child = spawn(process.execPath, [join(serverFolder, 'main.js')], {
    env,
    stdio: ['ignore', stream, stream, 'ipc'],
  });
  let text = '';
  for (const part of [child.stdout, child.stderr])
    part?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-20_000)));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const started = { child, ended, output: () => text };
  const ready = new Promise<ServerProcess>((resolve, reject) => {
    child.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 'ready' in message)
        resolve({ ...started, url: String(message.ready) });
    });
    child.once('error', reject);
    child.once('close', (code, signal) =>
      reject(new Error(`the server ended with ${signal ?? code} before it was ready\n${text}`)),
    );
  });
  return { process: started, ready };
}

/** Runs a command of the server's command line; resolves to what it printed. */
export async function runCli(
  name: 'admin' | 'token',
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const { stdout } = await run(process.execPath, [join(serverFolder, 'cli', `${name}.js`), ...args], { env });
  return stdout.trim();
}
