import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { loadResource } from '../../platform/lazy-resource.ts';

/** How many collectors are silent. The schemas of collectors are no part of the list's code. Renewed as on their own screen. */
export const silentCollectorsQuery = queryOptions({
  queryKey: ['collectors', 'silent'],
  queryFn: async ({ signal }) => {
    const { listCollectors } = await loadResource(() => import('@platen/contract/collectors'));
    return (await call(listCollectors, { query: { offset: 0, limit: 1 }, signal })).data.silent ?? 0;
  },
  refetchInterval: 60_000,
});
