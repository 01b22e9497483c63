import { listNotifications, readAgreedTerms, readMe } from '@platen/contract/account';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** Notifications in force, newest first (NT-02). */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async ({ signal }) => (await call(listNotifications, { signal })).data.notifications,
});

/** The terms version the user agreed to, and the text of the user's organisation where there is one. */
export const agreedTermsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: async ({ signal }) => (await call(readAgreedTerms, { signal })).data,
});

/**
 * The signed-in user with the groups (GR-03). They change by an administrator's hand only: once a session is
 * enough.
 */
export const meQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: async ({ signal }) => (await call(readMe, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});
