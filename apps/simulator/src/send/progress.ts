import { performance } from 'node:perf_hooks';
import { stdout } from 'node:process';

/** One line about work under way: how much of how much, how fast, and how long yet. */
export class Progress {
  readonly #total: number;
  readonly #started = performance.now();
  readonly #everyMs = stdout.isTTY ? 500 : 2000;
  #done = 0;
  #reports = 0;
  #shown: number;

  /** `total` in devices. */
  constructor(total: number) {
    this.#total = total;
    this.#shown = this.#started;
  }

  get seconds(): number {
    return (performance.now() - this.#started) / 1000;
  }

  /** A device is made, or reports went out. */
  add({ devices = 0, reports = 0 }: { devices?: number; reports?: number }): void {
    this.#done += devices;
    this.#reports += reports;
    const now = performance.now();
    if (now - this.#shown < this.#everyMs) return;
    this.#shown = now;
    const left =
      this.#done === 0 ? '' : `, ${Math.ceil((this.seconds * (this.#total - this.#done)) / this.#done)} s left`;
    const text = `${this.#done} of ${this.#total} devices, ${this.#reports} reports, ${Math.round(this.#reports / this.seconds)} a second${left}`;
    stdout.write(stdout.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
  }

  end(): void {
    if (stdout.isTTY) stdout.write('\r\u001b[K');
  }
}
