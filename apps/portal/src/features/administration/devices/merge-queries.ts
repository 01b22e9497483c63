import {
  answerFinding,
  type Claim,
  claimPageSize,
  type DeviceMerge,
  decideClaim,
  listClaims,
  listFindings,
  listMerges,
  mergeDevices,
  type OpenFinding,
  undoMerge,
} from '@platen/contract/device-merges';
import type { BodyOf } from '@platen/contract/endpoint';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { factsKey, useFactChange } from '../../../device-facts/queries.ts';

/** Under the key of the facts: each change of one may change the other. */
const mergesKey = [...factsKey, 'merges'] as const;

export const claimsQuery = queryOptions({
  queryKey: [...mergesKey, 'claims'] as const,
  queryFn: async ({ signal }): Promise<{ claims: readonly Claim[]; total: number }> => {
    const { data, totalCount } = await call(listClaims, { query: { offset: 0, limit: claimPageSize }, signal });
    return { claims: data.claims, total: totalCount ?? data.claims.length };
  },
});

export const findingsQuery = queryOptions({
  queryKey: [...mergesKey, 'findings'] as const,
  queryFn: async ({ signal }): Promise<readonly OpenFinding[]> => (await call(listFindings, { signal })).data.findings,
});

export const useAnswerFinding = () =>
  useFactChange(async (body: BodyOf<typeof answerFinding>) => (await call(answerFinding, { body })).data);

export const mergesQuery = queryOptions({
  queryKey: [...mergesKey, 'done'] as const,
  queryFn: async ({ signal }): Promise<readonly DeviceMerge[]> => (await call(listMerges, { signal })).data.merges,
});

export const useDecideClaim = () =>
  useFactChange(
    async ({ id, ...body }: BodyOf<typeof decideClaim> & { readonly id: string }) =>
      (await call(decideClaim, { params: { id }, body })).data,
  );

export const useMergeDevices = () =>
  useFactChange(
    async ({ idempotencyKey, ...body }: BodyOf<typeof mergeDevices> & { readonly idempotencyKey: string }) =>
      (await call(mergeDevices, { body, idempotencyKey })).data,
  );

export const useUndoMerge = () =>
  useFactChange(async (id: string) => {
    await call(undoMerge, { params: { id } });
  });
