import type { CloseLine } from '@platen/contract/close-lines';
import type { settlements } from '@platen/contract/close-values';
import type { CorrectionReason } from '@platen/contract/meter-values';
import type { ClosedEnd } from '@platen/diagnosis/meters/close-line';

/** What a person settled of a line, as stored. */
export interface StoredSettlement {
  readonly meter: string;
  readonly part: number;
  readonly kind: (typeof settlements)[number];
  readonly reason: CorrectionReason;
  readonly note: string | null;
  readonly userId: string;
  readonly at: number;
}

/** A raw reading by which a line was closed. */
export interface ClosedPoint {
  readonly at: number;
  readonly value: number;
  /** The merged record that reported it: it counts as long as the merge is not undone. */
  readonly of?: string;
}

/** Where the next close goes on, and the end of the reading of this one as the counter showed it. */
export interface LineChain {
  /** The close whose end is the start of this line; null: there was none. */
  readonly former: string | null;
  /** Of a line that was left out: where it began. */
  readonly carry: ClosedEnd | null;
  /** What was estimated at its start by the close before. */
  readonly startEstimated: number;
  /** Raw readings used, so that the ledger has them for as long as the close. */
  readonly points: readonly ClosedPoint[];
}

/** A line as stored: with the id of who settled it instead of the name. */
export interface LineBody extends Omit<CloseLine, 'version' | 'settled'> {
  readonly settled: StoredSettlement | null;
  readonly chain: LineChain;
}

/**
 * When a reading of a line holds, in milliseconds. An estimate holds at the end of its period, which is
 * `until`: the meter showed less when it was last read.
 */
export const timeOf = ({ at, source }: NonNullable<LineBody['end']>, until: string): number =>
  source === 'estimate' ? Date.parse(until) - 1 : Date.parse(at);

/**
 * The line in the file of its close (LG-35). It holds what was reported and what people decided, and nothing
 * that differs between installations: no ids, and no times of working it out. Keys have a fixed order.
 */
export function toWritten(line: LineBody): string {
  const { settled, corrects, estimate } = line;
  return JSON.stringify({
    serial: line.serial,
    model: line.model,
    customerNumber: line.customerNumber,
    customerName: line.customerName,
    dealerNumber: line.dealerNumber,
    assetNumber: line.assetNumber,
    contract: line.contract,
    kind: line.kind,
    meter: line.meter,
    unit: line.unit,
    part: line.part,
    from: line.from,
    to: line.to,
    start: line.start,
    end: line.end,
    use: line.use,
    corrected: line.corrected,
    ...(line.elsewhere !== undefined && { elsewhere: line.elsewhere }),
    billed: line.billed,
    state: line.state,
    remarks: line.remarks,
    settled: settled && { kind: settled.kind, reason: settled.reason, note: settled.note },
    estimate: line.state === 'estimated' ? estimate : null,
    corrects: corrects && { name: corrects.name, from: corrects.from, to: corrects.to, reasons: corrects.reasons },
  });
}
