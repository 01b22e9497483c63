import type { QueryClient } from '@tanstack/react-query';
import { deviceQueries } from '../../device/queries.ts';

export { NetworkSheet as Sheet } from './sheet.tsx';

export const prefetch = (client: QueryClient, deviceId: string): Promise<unknown> =>
  client.prefetchQuery(deviceQueries.network(deviceId));
