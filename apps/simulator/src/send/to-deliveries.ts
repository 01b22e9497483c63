import { ingestLimits } from '@platen/contract/ingest';
import type { SentReport } from '../fleet/device.ts';

/** Reports that go out together; `lines` is NDJSON. */
export interface Delivery {
  readonly lines: string;
  readonly reports: number;
  readonly bytes: number;
  /** Seconds by which the sender's clock is ahead. */
  readonly clockOffset: number;
}

/** Room is left for what a server may count differently. */
const mostBytes = ingestLimits.bytes * 0.8;

/**
 * Gathers reports into deliveries within the limits of the ingest; reports by a wrong clock are delivered
 * separately, as a delivery names one clock.
 */
export class Gatherer {
  readonly #open = new Map<number, { lines: string[]; bytes: number }>();

  /** Returns the deliveries that are full. */
  add({ report, clockOffset }: SentReport): Delivery[] {
    const line = JSON.stringify(report);
    const bytes = Buffer.byteLength(line) + 1;
    const full: Delivery[] = [];
    let group = this.#open.get(clockOffset);
    if (group !== undefined && group.bytes + bytes > mostBytes) {
      full.push(toDelivery(group, clockOffset));
      group = undefined;
    }
    group ??= { lines: [], bytes: 0 };
    group.lines.push(line);
    group.bytes += bytes;
    this.#open.set(clockOffset, group);
    if (group.lines.length < ingestLimits.reports) return full;
    this.#open.delete(clockOffset);
    return [...full, toDelivery(group, clockOffset)];
  }

  /** What is left. */
  close(): Delivery[] {
    const rest = [...this.#open].map(([clockOffset, group]) => toDelivery(group, clockOffset));
    this.#open.clear();
    return rest;
  }
}

function toDelivery({ lines, bytes }: { lines: readonly string[]; bytes: number }, clockOffset: number): Delivery {
  return { lines: lines.join('\n'), reports: lines.length, bytes, clockOffset };
}
