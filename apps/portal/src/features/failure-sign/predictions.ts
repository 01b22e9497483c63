import type { AnswerOf } from '@platen/contract/endpoint';
import type {
  Predictions as PredictionAnswers,
  PredictionComponent,
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
export type Predictions = { readonly [C in ComponentName]: PredictionAnswers[C] | undefined };
export type ComponentName = PredictionComponent;
