import { listRules } from '@platen/contract/rules';
import { queryOptions } from '@tanstack/react-query';
import { call } from './client.ts';

/** The first part of the key of each query about rules: what a change makes old. */
export const rulesKey = 'rules';

/** The rules that the user may read. */
export const ruleListQuery = queryOptions({
  queryKey: [rulesKey, 'list'] as const,
  queryFn: async ({ signal }) => (await call(listRules, { signal })).data,
  refetchInterval: 60_000,
});
