import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportThrown } from './errors.ts';

/**
 * Server state. No automatic retry (OQ-119) and no automatic refetch, since devices report a few times a day
 * (OQ-41). The first part of a query key names its area (`devices`, `groups`, `device`, `notifications`,
 * `terms`).
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: reportThrown }),
  mutationCache: new MutationCache({ onError: reportThrown }),
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
