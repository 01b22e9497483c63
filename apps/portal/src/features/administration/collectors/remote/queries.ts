import { askCollector, listCommands, readCommandResult } from '@platen/contract/collector-commands';
import type { BodyOf } from '@platen/contract/endpoint';
import { changeCollectorSettings, readCollectorSettings } from '@platen/contract/remote-settings';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';

const key = (id: string) => ['collectorRemote', id] as const;

export const settingsQuery = (id: string) =>
  queryOptions({
    queryKey: [...key(id), 'settings'] as const,
    queryFn: async ({ signal }) => (await call(readCollectorSettings, { params: { id }, signal })).data,
    refetchInterval: 5000,
  });

export const commandsQuery = (id: string) =>
  queryOptions({
    queryKey: [...key(id), 'commands'] as const,
    queryFn: async ({ signal }) => (await call(listCommands, { params: { id }, signal })).data.commands,
    refetchInterval: 5000,
  });

export const resultQuery = (id: string, commandId: string) =>
  queryOptions({
    queryKey: [...key(id), 'result', commandId] as const,
    queryFn: async ({ signal }) => (await call(readCommandResult, { params: { id, commandId }, signal })).data,
  });

export type SettingsForm = BodyOf<typeof changeCollectorSettings>;

export function useChangeSettings(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: SettingsForm) => (await call(changeCollectorSettings, { params: { id }, body })).data,
    onSuccess: (data) => client.setQueryData(settingsQuery(id).queryKey, data),
    onSettled: () => void client.invalidateQueries({ queryKey: key(id) }),
  });
}

interface Asked {
  readonly form: BodyOf<typeof askCollector>;
  readonly idempotencyKey: string;
}
export function useAsk(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ form, idempotencyKey }: Asked) =>
      (await call(askCollector, { params: { id }, body: form, idempotencyKey })).data,
    onSettled: () => void client.invalidateQueries({ queryKey: key(id) }),
  });
}
