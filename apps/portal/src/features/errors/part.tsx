import type { QueryClient } from '@tanstack/react-query';
import { historyQueries } from '../../device/history-queries.ts';

export { ErrorsSheet as Sheet } from './sheet.tsx';

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(historyQueries.jams(deviceId)),
    client.prefetchQuery(historyQueries.logs(deviceId)),
  ]);
