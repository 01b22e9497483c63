import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { TruthEvent } from '../fleet/truth.ts';

/** What really happened, one JSON object a line. */
export class TruthFile {
  readonly #stream;

  constructor(path: string) {
    this.#stream = createWriteStream(path);
  }

  async write(events: readonly TruthEvent[]): Promise<void> {
    if (events.length === 0) return;
    const lines = events.map((event) => `${JSON.stringify(event)}\n`).join('');
    if (!this.#stream.write(lines)) await once(this.#stream, 'drain');
  }

  async close(): Promise<void> {
    this.#stream.end();
    await once(this.#stream, 'close');
  }
}
