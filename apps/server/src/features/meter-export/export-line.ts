import type { LineRemark, LineState } from '@platen/contract/close-values';
import type { ReadingSource } from '@platen/contract/meter-values';
import { type LineBody, timeOf } from '../../closes/line-body.ts';

interface TimedValue {
  /** Milliseconds. */
  readonly at: number;
  readonly value: number;
}

/** A line of a close as files have it: a device and a meter (LG-31). */
export interface ExportLine {
  readonly deviceId: string;
  /** Lines that stand together: of a device, and of one customer of it within the period (LG-37). */
  readonly group: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly description: string | null;
  readonly assetNumber: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly dealerNumber: string | null;
  readonly meter: string;
  readonly start: TimedValue | null;
  readonly end: TimedValue | null;
  /** Null: not known. */
  readonly use: number | null;
  readonly source: ReadingSource | null;
  readonly state: LineState;
  /** Pages added, or taken where negative; null: none. */
  readonly correction: number | null;
  readonly remarks: readonly LineRemark[];
  /** Of a correction of an earlier period: name of its close (LG-20). */
  readonly corrects: string | null;
  /** It was left out of the close with a reason (LG-32). */
  readonly isExcluded: boolean;
}

/** What the lines of a close have in common. */
export interface ExportedClose {
  readonly closeId: string;
  readonly name: string;
  /** IANA name. */
  readonly zone: string;
}

const toTimed = (reading: LineBody['start'], until: string): TimedValue | null =>
  reading && { at: timeOf(reading, until), value: reading.value };

/** The line of a close that was written. */
export const toExportLine = (line: LineBody): ExportLine => ({
  deviceId: line.deviceId,
  group: `${line.deviceId} ${line.part} ${line.corrects?.closeId ?? ''}`,
  serial: line.serial,
  model: line.model,
  description: line.description,
  assetNumber: line.assetNumber,
  customerNumber: line.customerNumber,
  customerName: line.customerName,
  dealerNumber: line.dealerNumber,
  meter: line.meter,
  start: toTimed(line.start, line.from),
  end: toTimed(line.end, line.to),
  use: line.use,
  source: line.end?.source ?? null,
  state: line.state,
  correction: line.corrected === 0 ? null : line.corrected,
  remarks: line.remarks,
  corrects: line.corrects?.name ?? null,
  isExcluded: line.settled?.kind === 'leaveOut',
});
