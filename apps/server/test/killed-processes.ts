import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Processes of a program of this folder that a test starts over and over, and kills. */
export class KilledProcesses {
  readonly #all: ChildProcess[] = [];
  readonly #program: string;
  readonly #env: Readonly<Record<string, string>>;

  constructor(program: string, env: Readonly<Record<string, string>>) {
    this.#program = program;
    this.#env = env;
  }

  /** One that waits for a message to begin; it loads its modules while another one is at work. */
  async prepare(): Promise<ChildProcess> {
    const child = fork(path.join(import.meta.dirname, this.#program), {
      env: { PATH: process.env['PATH'] ?? '', ...this.#env },
      // Not the test runner's own, which make it read sources instead of what is shipped.
      execArgv: [],
    });
    this.#all.push(child);
    await once(child, 'message');
    return child;
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#all.map(kill));
  }
}

/** Ends a process at once, if it lives, and waits until it is gone. */
export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
