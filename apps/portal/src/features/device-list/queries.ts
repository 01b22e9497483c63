import { listNotifications, readMe } from '@platen/contract/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

/** GR-03: the groups of the signed-in user. They change by an administrator's hand only: once a session is enough. */
export const groupsQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => (await call(readMe, { signal })).data.groups,
  staleTime: Number.POSITIVE_INFINITY,
});

/** NT-02: loaded when the device list first opens (OQ-52). */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => (await call(listNotifications, { signal })).data.notifications,
  staleTime: Number.POSITIVE_INFINITY,
});
