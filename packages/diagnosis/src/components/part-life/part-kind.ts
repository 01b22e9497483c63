import type { WearMeasure } from './part-lives.ts';
import type { DatedKind } from './range-factors.ts';

/** What must be known of a kind of part to judge its life. */
export interface PartKind {
  readonly dated: DatedKind;
  /** Part code of the catalogue. */
  readonly code: string;
  readonly measure: WearMeasure;
  /** Telemetry key of the sensor that shows its wear. */
  readonly sensor?: string | undefined;
  /** Errors that mean that this part has failed. */
  readonly failureCodes: RegExp;
  /** The sensor's reading below which the part is due. */
  readonly lowerLimit?: number | undefined;
  /**
   * The sensor keeps its height while the part is sound, and drifts up when it is not: it shows a failure,
   * and nothing of the life before.
   */
  readonly driftsUp?: boolean | undefined;
  /**
   * How likely it must fail within four weeks for a visit to be planned, 0 to 1; where it is not as usual.
   */
  readonly visitRisk?: number | undefined;
}
