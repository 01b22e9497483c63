import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, Stop, showProgress } from './run.mjs';

const stopPatienceMs = 20_000;

/**
 * Node programs started by this one. Each has an IPC channel, so that it notices when this process dies,
 * however it dies.
 */
export class Children {
  #logs;
  #running = [];
  #stopping = false;

  constructor(logs) {
    this.#logs = logs;
  }

  /**
   * Starts a program, its output going to a log file, and waits until `isReady` makes something of a message
   * or a line it prints. Resolves to that. Throws Stop with the end of the log when the program ends first.
   * `title`: what its start is to the person who waits; `toNote` makes of a line how far it is, or undefined.
   */
  start(name, file, args, env, isReady, { title = `Starting the ${name} …`, toNote = () => undefined } = {}) {
    const log = join(this.#logs, `${name}.log`);
    const out = createWriteStream(log, { flags: 'w' });
    const progress = showProgress(title);
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#running.push({ name, child });
    child.stdout.pipe(out);
    child.stderr.pipe(out);
    return new Promise((resolve, reject) => {
      let ready = false;
      const settle = (message) => {
        const value = isReady(message);
        if (value === undefined || ready) return;
        ready = true;
        progress.end('ready');
        resolve(value);
      };
      let rest = '';
      child.on('message', settle);
      child.stdout.on('data', (chunk) => {
        if (ready) return;
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const note = toNote(line);
          if (note !== undefined) progress.note(note);
          settle(line);
        }
      });
      child.once('error', reject);
      child.once('close', (code) => {
        this.#running = this.#running.filter((one) => one.child !== child);
        if (!ready) {
          progress.end('failed');
          void this.stopAll();
          reject(new Stop(`The ${name} did not start:\n${tail(log)}`));
        } else if (!this.#stopping) {
          console.error(`The ${name} has stopped (${code ?? 'killed'}); its log is ${log}`);
          if (name === 'server') void this.stopAll(1);
        }
      });
    });
  }

  /** Stops all, the newest first; those that do not end in time are killed. */
  async stopAll(code) {
    if (this.#stopping) return;
    this.#stopping = true;
    if (code !== undefined) process.exitCode = code;
    for (const { child } of this.#running.toReversed()) {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
      await ended;
      clearTimeout(timer);
    }
  }
}

const tail = (file) => readFileSync(file, 'utf8').trim().split('\n').slice(-15).join('\n');
