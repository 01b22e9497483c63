import type { Numbered } from './numbered-report.ts';

/** What the senders know: which reports were sent, and which of them the server acknowledged. */
export class Ledger {
  /** serial → number → the number of faults before the acknowledgement; undefined: sent, not acknowledged. */
  readonly #devices = new Map<string, Map<number, number | undefined>>();
  #acknowledged = 0;
  #deliveries = 0;

  noteSent(batch: readonly Numbered[]): void {
    for (const { serial, number } of batch) {
      const reports = this.#devices.get(serial) ?? new Map<number, number | undefined>();
      this.#devices.set(serial, reports);
      if (!reports.has(number)) reports.set(number, undefined);
    }
  }

  noteAcknowledged(batch: readonly Numbered[], faults: number): void {
    this.#deliveries++;
    for (const { serial, number } of batch) {
      const reports = this.#devices.get(serial);
      if (reports === undefined || reports.get(number) !== undefined) continue;
      reports.set(number, faults);
      this.#acknowledged++;
    }
  }

  get devices(): ReadonlyMap<string, ReadonlyMap<number, number | undefined>> {
    return this.#devices;
  }

  /** Reports acknowledged at least once. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** Deliveries acknowledged, repetitions included. */
  get deliveries(): number {
    return this.#deliveries;
  }

  get sent(): number {
    return [...this.#devices.values()].reduce((sum, reports) => sum + reports.size, 0);
  }
}
