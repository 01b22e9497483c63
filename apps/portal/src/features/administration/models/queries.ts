import type { BodyOf } from '@platen/contract/endpoint';
import { changeModels, listModels } from '@platen/contract/models';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

export const modelsQuery = queryOptions({
  queryKey: ['models'] as const,
  queryFn: async ({ signal }) => (await call(listModels, { signal })).data,
});

export function useChangeModels() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: BodyOf<typeof changeModels>) => (await call(changeModels, { body })).data,
    onSettled: () => client.invalidateQueries({ queryKey: modelsQuery.queryKey }),
  });
}
