import type { MeterState, ReadingSource } from '@platen/contract/meter-values';

/** A line of a close as files and feeds give it: a device and a meter (LG-31). Instants in milliseconds. */
export interface ExportLine {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly description: string | null;
  readonly assetNumber: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly dealerNumber: string | null;
  readonly meter: string;
  readonly start: { readonly at: number; readonly value: number } | null;
  readonly end: { readonly at: number; readonly value: number } | null;
  /** Null: not known. */
  readonly use: number | null;
  readonly source: ReadingSource | null;
  readonly state: MeterState;
  readonly isEstimated: boolean;
  /** Pages added, or taken where negative; null: none. */
  readonly correction: number | null;
  readonly remark: string | null;
  /** It was excluded from the close with a reason (LG-32). */
  readonly isExcluded: boolean;
}

/** What the lines of a close have in common. */
export interface ExportedClose {
  readonly closeId: string;
  readonly name: string;
  /** IANA name. */
  readonly zone: string;
}
