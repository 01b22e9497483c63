import { useQuery } from '@tanstack/react-query';
import { predictionQueries } from '../../device/prediction-queries.ts';

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
