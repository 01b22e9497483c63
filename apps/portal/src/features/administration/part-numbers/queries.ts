import { listPartNumbers, replacePartNumbers } from '@platen/contract/part-numbers';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/** The table, and what devices ask for that it does not name. */
export const partNumbersQuery = queryOptions({
  queryKey: ['partNumbers'] as const,
  queryFn: async ({ signal }) => (await call(listPartNumbers, { signal })).data,
});

interface Upload {
  readonly csv: string;
  readonly dryRun: boolean;
}

/** Checks a file, or replaces the table by it. */
export function useReplacePartNumbers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: Upload) => (await call(replacePartNumbers, { body })).data,
    onSettled: (_data, _error, { dryRun }) =>
      dryRun ? undefined : client.invalidateQueries({ queryKey: partNumbersQuery.queryKey }),
  });
}
