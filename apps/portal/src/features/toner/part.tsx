import type { QueryClient } from '@tanstack/react-query';
import { historyQueries } from '../../device/history-queries.ts';

export { TonerSheet as Sheet } from './sheet.tsx';

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(historyQueries.toner(deviceId));
