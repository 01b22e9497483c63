import type { SentReport } from '../fleet/device.ts';
import { deliver, type Outcome, type Receiver } from './deliver.ts';
import { type Delivery, Gatherer } from './to-deliveries.ts';

/** Runs at most `limit` tasks at a time; the first failure is thrown by the next `add` or by `end`. */
class Workers {
  readonly #limit: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { error: unknown } | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Resolves when the task has begun. */
  async add(task: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#limit) await Promise.race(this.#running);
    this.#check();
    const running = task()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async end(): Promise<void> {
    await Promise.all(this.#running);
    this.#check();
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure.error;
  }
}

/** Deliveries under way at a time. */
const lanes = 2;

/** Gathers reports and delivers them; without a receiver it only counts them. */
export class Sender {
  reports = 0;
  outcome: Outcome = { stored: 0, repeated: 0, refused: 0, problem: undefined };
  readonly #receiver: Receiver | undefined;
  readonly #onDelivered: (reports: number) => void;
  readonly #gatherer = new Gatherer();
  readonly #workers = new Workers(lanes);

  constructor(receiver: Receiver | undefined, onDelivered: (reports: number) => void = () => {}) {
    this.#receiver = receiver;
    this.#onDelivered = onDelivered;
  }

  async add(sent: SentReport): Promise<void> {
    for (const delivery of this.#gatherer.add(sent)) await this.#send(delivery);
  }

  /** Sends what was gathered and waits for every answer. */
  async flush(): Promise<void> {
    for (const delivery of this.#gatherer.close()) await this.#send(delivery);
    await this.#workers.end();
  }

  async #send(delivery: Delivery): Promise<void> {
    this.reports += delivery.reports;
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    await this.#workers.add(async () => {
      const { stored, repeated, refused, problem } = await deliver(receiver, delivery);
      const before = this.outcome;
      this.outcome = {
        stored: before.stored + stored,
        repeated: before.repeated + repeated,
        refused: before.refused + refused,
        problem: before.problem ?? problem,
      };
      this.#onDelivered(delivery.reports);
    });
  }
}
