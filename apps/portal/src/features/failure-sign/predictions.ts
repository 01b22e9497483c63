import type { AnswerOf } from '@platen/contract/endpoint';
import { predictionComponents } from '@platen/contract/prediction-components';
import type {
  predictDeveloper,
  predictDrum,
  predictFeedRoller,
  predictHdd,
  predictImageControlError,
  predictImageQualitySensor,
  PredictionComponent,
  Predictions as PredictionAnswers,
  predictPolygonalMotor,
  predictSecondTransfer,
} from '@platen/contract/predictions';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { predictionQueries } from '../../device/prediction-queries.ts';

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

/** The nine calls, each on its own: one that fails or takes long holds up no other. */
export function usePredictions(deviceId: string) {
  return {
    fuser: useQuery(predictionQueries.fuser(deviceId)),
    secondTransfer: useQuery(predictionQueries.secondTransfer(deviceId)),
    drum: useQuery(predictionQueries.drum(deviceId)),
    feedRoller: useQuery(predictionQueries.feedRoller(deviceId)),
    imageQualitySensor: useQuery(predictionQueries.imageQualitySensor(deviceId)),
    imageControlError: useQuery(predictionQueries.imageControlError(deviceId)),
    polygonalMotor: useQuery(predictionQueries.polygonalMotor(deviceId)),
    hdd: useQuery(predictionQueries.hdd(deviceId)),
    developer: useQuery(predictionQueries.developer(deviceId)),
  };
}
export type PredictionQueries = ReturnType<typeof usePredictions>;

/** Answers by component, undefined while they are not known. */
export const toData = (queries: PredictionQueries) => ({
  fuser: queries.fuser.data,
  secondTransfer: queries.secondTransfer.data,
  feedRoller: queries.feedRoller.data,
  developer: queries.developer.data,
  imageQualitySensor: queries.imageQualitySensor.data,
  imageControlError: queries.imageControlError.data,
  polygonalMotor: queries.polygonalMotor.data,
  drum: queries.drum.data,
  hdd: queries.hdd.data,
});

/** Components whose call failed. */
export const toFailed = (queries: PredictionQueries): ReadonlySet<ComponentName> =>
  new Set(predictionComponents.filter((name) => queries[name].error !== null));

/** All nine at once. */
export const prefetchPredictions = (client: QueryClient, deviceId: string): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(predictionQueries.fuser(deviceId)),
    client.prefetchQuery(predictionQueries.secondTransfer(deviceId)),
    client.prefetchQuery(predictionQueries.drum(deviceId)),
    client.prefetchQuery(predictionQueries.feedRoller(deviceId)),
    client.prefetchQuery(predictionQueries.imageQualitySensor(deviceId)),
    client.prefetchQuery(predictionQueries.imageControlError(deviceId)),
    client.prefetchQuery(predictionQueries.polygonalMotor(deviceId)),
    client.prefetchQuery(predictionQueries.hdd(deviceId)),
    client.prefetchQuery(predictionQueries.developer(deviceId)),
  ]);
