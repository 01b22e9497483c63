import { changeOwnSettings, type OwnSettings, readOwnSettings, signOutEverywhere } from '@platen/contract/own-settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';

export const settingsQuery = queryOptions({
  queryKey: ['ownSettings'] as const,
  queryFn: async ({ signal }) => (await call(readOwnSettings, { signal })).data.settings,
});

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: OwnSettings) => (await call(changeOwnSettings, { body })).data.settings,
    onSuccess: (settings) => client.setQueryData(settingsQuery.queryKey, settings),
  });
}

export const useSignOutEverywhere = () =>
  useMutation({ mutationFn: async () => (await call(signOutEverywhere)).data.status });
