// Preloaded by the server of the piece 'sending' (--import): lets the sending thread's work be done in the
// main thread instead, from one look at the outbox to the next, as the file PLATEN_BENCH_SENDING says
// ('main' or 'thread').

import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';
import type os from 'node:os';
import type threads from 'node:worker_threads';

const load = createRequire(import.meta.url);
// What is imported by name follows only what is written to these objects.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const workers = load('node:worker_threads') as { -readonly [K in keyof typeof threads]: (typeof threads)[K] };
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const system = load('node:os') as { -readonly [K in keyof typeof os]: (typeof os)[K] };
const file = process.env.PLATEN_BENCH_SENDING;
const isInMain = () => file !== undefined && readFileSync(file, 'utf8') === 'main';

/** The module of the thread, run here: what it would say to its parent goes to `answer`. */
async function runHere(path: URL, data: unknown, answer: (message: unknown) => void): Promise<EventEmitter> {
  const port = Object.assign(new EventEmitter(), { postMessage: answer, close: () => undefined });
  const { parentPort, workerData } = workers;
  const { setPriority } = system;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  workers.parentPort = port as unknown as typeof parentPort;
  workers.workerData = data;
  // It would be that of the main thread.
  system.setPriority = () => undefined;
  syncBuiltinESMExports();
  try {
    await import(path.href);
  } finally {
    Object.assign(workers, { parentPort, workerData });
    system.setPriority = setPriority;
    syncBuiltinESMExports();
  }
  return port;
}

if (workers.isMainThread && file !== undefined) {
  const { Worker } = workers;
  workers.Worker = class extends Worker {
    readonly #here: Promise<EventEmitter> | undefined;
    constructor(path: string | URL, options: threads.WorkerOptions = {}) {
      super(path, options);
      if (path instanceof URL && path.pathname.endsWith('/sending-thread.js'))
        this.#here = runHere(path, options.workerData, (message) => this.emit('message', message));
    }
    override postMessage(message: unknown, transfer: readonly threads.Transferable[] = []): void {
      const isRun = typeof message === 'object' && message !== null && Reflect.get(message, 'kind') === 'run';
      if (this.#here === undefined || (isRun && !isInMain())) return super.postMessage(message, transfer);
      void this.#here.then((port) => port.emit('message', message));
      // To stop concerns both.
      if (!isRun) super.postMessage(message, transfer);
      return undefined;
    }
  };
  syncBuiltinESMExports();
}
