import type { QueryClient } from '@tanstack/react-query';
import { predictionQueries } from '../../device/prediction-queries.ts';

export { FailureSignSheet as Sheet } from './sheet.tsx';

/** All nine at once. */
export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
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
