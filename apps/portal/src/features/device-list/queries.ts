import { readMe } from '@platen/contract/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** GR-03: the groups of the signed-in user. They change by an administrator's hand only: once a session is enough. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => (await call(readMe, { signal })).data.groups,
  staleTime: Number.POSITIVE_INFINITY,
});
