import { deviceReads, lazySchemas } from './device-query.ts';

const read = deviceReads(
  lazySchemas(() => import('@platen/contract/predictions')),
  'prediction',
);

/**
 * The nine components that may show a failure sign (FS-13); null where the device has no data of one (OQ-84).
 */
export const predictionQueries = {
  fuser: read('fuser', (schemas) => schemas.predictFuser),
  secondTransfer: read('secondTransfer', (schemas) => schemas.predictSecondTransfer),
  feedRoller: read('feedRoller', (schemas) => schemas.predictFeedRoller),
  developer: read('developer', (schemas) => schemas.predictDeveloper),
  imageQualitySensor: read('imageQualitySensor', (schemas) => schemas.predictImageQualitySensor),
  imageControlError: read('imageControlError', (schemas) => schemas.predictImageControlError),
  polygonalMotor: read('polygonalMotor', (schemas) => schemas.predictPolygonalMotor),
  drum: read('drum', (schemas) => schemas.predictDrum),
  hdd: read('hdd', (schemas) => schemas.predictHdd),
};
