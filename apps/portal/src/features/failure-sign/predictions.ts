import type { AnswerOf } from '@platen/contract/endpoint';
import { predictionComponents } from '@platen/contract/prediction-components';
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
import { type QueryClient, useQuery } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { deviceReads, lazySchemas } from '../../device/device-query.ts';

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

const read = deviceReads(
  lazySchemas(() => import('@platen/contract/predictions')),
  'prediction',
);

/** One call: asked for by the screen, or ahead of it. */
function toCall<Answer extends z.ZodMiniType>(...call: Parameters<typeof read<Answer>>) {
  const query = read(...call);
  return {
    useAnswer: (deviceId: string) => useQuery(query(deviceId)),
    prefetch: (client: QueryClient, deviceId: string) => client.prefetchQuery(query(deviceId)),
  };
}

/** The calls of the components (FS-13); null where the device has no data of one (OQ-84). */
const calls = {
  fuser: toCall('fuser', (schemas) => schemas.predictFuser),
  secondTransfer: toCall('secondTransfer', (schemas) => schemas.predictSecondTransfer),
  feedRoller: toCall('feedRoller', (schemas) => schemas.predictFeedRoller),
  developer: toCall('developer', (schemas) => schemas.predictDeveloper),
  imageQualitySensor: toCall('imageQualitySensor', (schemas) => schemas.predictImageQualitySensor),
  imageControlError: toCall('imageControlError', (schemas) => schemas.predictImageControlError),
  polygonalMotor: toCall('polygonalMotor', (schemas) => schemas.predictPolygonalMotor),
  drum: toCall('drum', (schemas) => schemas.predictDrum),
  hdd: toCall('hdd', (schemas) => schemas.predictHdd),
};

/** Each call on its own: one that fails or takes long holds up no other. */
export const usePredictions = (deviceId: string) => ({
  fuser: calls.fuser.useAnswer(deviceId),
  secondTransfer: calls.secondTransfer.useAnswer(deviceId),
  feedRoller: calls.feedRoller.useAnswer(deviceId),
  developer: calls.developer.useAnswer(deviceId),
  imageQualitySensor: calls.imageQualitySensor.useAnswer(deviceId),
  imageControlError: calls.imageControlError.useAnswer(deviceId),
  polygonalMotor: calls.polygonalMotor.useAnswer(deviceId),
  drum: calls.drum.useAnswer(deviceId),
  hdd: calls.hdd.useAnswer(deviceId),
});
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

/** All of them at once. */
export const prefetchPredictions = (client: QueryClient, deviceId: string): Promise<unknown> =>
  Promise.all(Object.values(calls).map(({ prefetch }) => prefetch(client, deviceId)));
