import type { AnswerOf } from '@platen/contract/endpoint';
import type {
  predictDeveloper,
  predictDrum,
  predictFeedRoller,
  predictHdd,
  predictImageControlError,
  predictImageQualitySensor,
  predictPolygonalMotor,
  predictSecondTransfer,
} from '@platen/contract/predictions';

export type LifePrediction = NonNullable<AnswerOf<typeof predictDrum>>;
export type SecondTransfer = NonNullable<AnswerOf<typeof predictSecondTransfer>>;
export type FeedRollers = NonNullable<AnswerOf<typeof predictFeedRoller>>;
export type Developers = NonNullable<AnswerOf<typeof predictDeveloper>>;
export type ImageSensors = NonNullable<AnswerOf<typeof predictImageQualitySensor>>;
export type ImageControl = NonNullable<AnswerOf<typeof predictImageControlError>>;
export type PolygonalMotors = NonNullable<AnswerOf<typeof predictPolygonalMotor>>;
export type Storages = NonNullable<AnswerOf<typeof predictHdd>>;

/** What each component answers: undefined while it is not known, null without data (OQ-84). */
export interface Predictions {
  readonly fuser: LifePrediction | null | undefined;
  readonly secondTransfer: SecondTransfer | null | undefined;
  readonly feedRoller: FeedRollers | null | undefined;
  readonly developer: Developers | null | undefined;
  readonly imageQualitySensor: ImageSensors | null | undefined;
  readonly imageControlError: ImageControl | null | undefined;
  readonly polygonalMotor: PolygonalMotors | null | undefined;
  readonly drum: LifePrediction | null | undefined;
  readonly hdd: Storages | null | undefined;
}
export type ComponentName = keyof Predictions;
