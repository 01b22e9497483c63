import type { Day } from '../history/day-reading.ts';
import type { PastRisk } from '../risk/past-risks.ts';
import type { RiskCurves } from '../risk/risk-curves.ts';
import type { Models, Summaries } from './components.ts';
import type { Opened } from './opened.ts';

/** What one device adds to what is known of its family; JSON. */
export type DeviceSummary = Summaries & { readonly family: string | null };

/** What was learned from all devices of a family; JSON. */
export type FamilyModel = Models & {
  readonly devices: number;
  /**
   * Percent within 14 days from which signs turn the status to a warning, the same for all families (0300);
   * left out: all signs do.
   */
  readonly warnFrom?: number | undefined;
  /** What came of the fleet's own past risks, the same for all families (0337); left out: not known. */
  readonly riskCurves?: RiskCurves | undefined;
};

/** Alert and clear threshold of one code of a device (OQ-77); null: none set. */
export interface CodeThreshold {
  readonly kind: '05' | '08';
  readonly main: number;
  readonly sub: number;
  readonly alert: number | null;
  readonly clear: number | null;
}

/** The codes of a device on a day, as texts; days with the same table as the day before may be left out. */
export interface CodesOfDay {
  readonly day: Day;
  /** `05-3612-0` → value. */
  readonly values: ReadonlyMap<string, string>;
}

/** All input of a judgement besides the history. */
export interface JudgeContext {
  /** The day of the judgement, UTC. */
  readonly today: Day;
  /** Model of the device's family; undefined before the first fit. */
  readonly model: FamilyModel | undefined;
  readonly thresholds: readonly CodeThreshold[];
  readonly codes: readonly CodesOfDay[];
  /** Limits of the signs that were open after the last judgement; left out where there was none (0294). */
  readonly opened?: Opened | undefined;
  /** Earlier risks of the device, as the last judgement has them (0337); left out where there was none. */
  readonly pastRisks?: readonly PastRisk[] | undefined;
}
