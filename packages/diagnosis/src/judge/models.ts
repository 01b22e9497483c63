import type { DeveloperModel, DeveloperSummary } from '../components/developer.ts';
import type { DrumModel, DrumSummary } from '../components/drum.ts';
import type { FeedRollerModel, FeedRollerSummary } from '../components/feed-roller.ts';
import type { FuserModel, FuserSummary } from '../components/fuser.ts';
import type { ImageControlModel, ImageControlSummary } from '../components/image-control-error.ts';
import type { ImageSensorModel, ImageSensorSummary } from '../components/image-quality-sensor.ts';
import type { PolygonalModel, PolygonalSummary } from '../components/polygonal-motor.ts';
import type { SecondTransferModel, SecondTransferSummary } from '../components/second-transfer.ts';
import type { StorageModel, StorageSummary } from '../components/storage.ts';
import type { TonerModel, TonerSummary } from '../components/toner.ts';
import type { Day } from '../history/day-reading.ts';
import type { UsageCalibration, UsageSummary } from '../usage/calibration.ts';

/** What one device adds to what is known of its family: the summaries of its components; JSON. A component that it does not measure is not there. */
export interface DeviceSummary {
  readonly family: string | null;
  readonly usage?: UsageSummary;
  readonly toner?: TonerSummary;
  readonly fuser?: FuserSummary;
  readonly drum?: DrumSummary;
  readonly secondTransfer?: SecondTransferSummary;
  readonly developer?: DeveloperSummary;
  readonly feedRoller?: FeedRollerSummary;
  readonly imageQualitySensor?: ImageSensorSummary;
  readonly imageControlError?: ImageControlSummary;
  readonly polygonalMotor?: PolygonalSummary;
  readonly storage?: StorageSummary;
}

/** What was learned from all devices of a family, by component; JSON. Each part is optional: a family may be too small for it. */
export interface FamilyModel {
  readonly devices: number;
  readonly usage?: UsageCalibration;
  readonly toner?: TonerModel;
  readonly fuser?: FuserModel;
  readonly drum?: DrumModel;
  readonly secondTransfer?: SecondTransferModel;
  readonly developer?: DeveloperModel;
  readonly feedRoller?: FeedRollerModel;
  readonly imageQualitySensor?: ImageSensorModel;
  readonly imageControlError?: ImageControlModel;
  readonly polygonalMotor?: PolygonalModel;
  readonly storage?: StorageModel;
}

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

/** What a judgement looks at beside the history: nothing else ever goes in. */
export interface JudgeContext {
  /** The day of the judgement, UTC. */
  readonly today: Day;
  /** Model of the device's family; undefined before the first fit. */
  readonly model: FamilyModel | undefined;
  readonly thresholds: readonly CodeThreshold[];
  readonly codes: readonly CodesOfDay[];
}
