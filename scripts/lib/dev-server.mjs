import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { bin } from './prepare.mjs';
import { root, Stop } from './run.mjs';

/**
 * Compiles the server and its packages on every change and runs the result, restarted after each compilation
 * without errors. Compiler errors are printed; the last server that compiled runs on. `started` resolves when
 * it first listens.
 */
export function watchServer(env, logFile) {
  const log = openSync(logFile, 'w');
  let server;
  let stopping = false;
  // Restarts happen one after another, however fast the changes come.
  let queue = Promise.resolve();
  const restart = () => (queue = queue.then(replace));

  async function replace() {
    if (stopping) return;
    const began = Date.now();
    const isFirst = server === undefined;
    await server?.end();
    server = runServer(env, log);
    const problem = await server.ready;
    if (problem !== undefined) {
      if (isFirst) throw new Stop(`The server did not start; its log is ${logFile}`);
      console.error(`The server did not start after the change; its log is ${logFile}`);
    } else if (!isFirst) console.log(`Server restarted in ${((Date.now() - began) / 1000).toFixed(1)} s`);
  }

  const compiler = spawn(bin('tsc'), ['-b', join(root, 'apps/server'), '--watch', '--preserveWatchOutput'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    // tsc is a script that starts the compiler proper; as a group of their own, both end with one signal.
    detached: process.platform !== 'win32',
  });
  const endCompiler = () => {
    if (compiler.exitCode !== null || compiler.signalCode !== null) return;
    if (process.platform === 'win32' || compiler.pid === undefined) compiler.kill();
    else process.kill(-compiler.pid, 'SIGTERM');
  };
  // Also when this process ends without stop().
  process.once('exit', endCompiler);
  const started = new Promise((resolve, reject) => {
    compiler.once('error', reject);
    compiler.stdout.on('data', (chunk) => {
      const text = String(chunk);
      if (/error TS\d+/.test(text)) process.stdout.write(text);
      if (/Found 0 errors/.test(text)) restart().then(resolve, reject);
    });
  });
  return {
    started,
    async stop() {
      stopping = true;
      endCompiler();
      await queue.catch(() => undefined);
      await server?.end();
    },
  };
}

function runServer(env, log) {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'apps/server/dist/main.js')], {
    cwd: root,
    env,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const closed = new Promise((resolve) => child.once('close', () => resolve('ended')));
  return {
    /** Resolves to undefined once the server listens, to a text when it ended before. */
    ready: Promise.race([new Promise((resolve) => child.once('message', () => resolve(undefined))), closed]),
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await closed;
    },
  };
}
