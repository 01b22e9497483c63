import {
  changeRollout,
  listRollouts,
  previewRollout,
  type RolloutSettings,
  startRollout,
} from '@platen/contract/collector-rollouts';
import type { BodyOf } from '@platen/contract/endpoint';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../api/client.ts';

const key = ['collectorRollouts'] as const;

export const rolloutsQuery = queryOptions({
  queryKey: key,
  queryFn: async ({ signal }) => (await call(listRollouts, { signal })).data.rollouts,
  refetchInterval: 10_000,
});

interface Asked {
  readonly collectorIds: string[];
  readonly settings: RolloutSettings;
}
/** What would change at each collector. */
export const usePreview = () =>
  useMutation({
    mutationFn: async (body: Asked) => (await call(previewRollout, { body })).data.collectors,
  });

interface Started {
  readonly form: BodyOf<typeof startRollout>;
  readonly idempotencyKey: string;
}
export function useStartRollout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ form, idempotencyKey }: Started) =>
      (await call(startRollout, { body: form, idempotencyKey })).data.rollout,
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
}

interface Wish extends BodyOf<typeof changeRollout> {
  readonly id: string;
}
export function useChangeRollout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...body }: Wish) => (await call(changeRollout, { params: { id }, body })).data.rollout,
    onSettled: () => void client.invalidateQueries({ queryKey: key }),
  });
}
