import type { BodyOf } from '@platen/contract/endpoint';
import { addToken, listTokens, revokeToken } from '@platen/contract/tokens';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/client.ts';

const tokensKey = ['apiTokens'] as const;
const refreshMs = 60_000;

/** Own tokens, and with the right to manage tokens all. */
export const tokensQuery = queryOptions({
  queryKey: tokensKey,
  queryFn: async ({ signal }) => (await call(listTokens, { signal })).data.tokens,
  refetchInterval: refreshMs,
});

/** A change of tokens; whatever came of it, they are read again. */
function useChange<Variables, Answer>(change: (variables: Variables) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => void client.invalidateQueries({ queryKey: tokensKey }),
  });
}

export type TokenForm = BodyOf<typeof addToken>;

export const useAddToken = () => useChange(async (body: TokenForm) => (await call(addToken, { body })).data);

export const useRevokeToken = () =>
  useChange(async (tokenId: string) => (await call(revokeToken, { params: { id: tokenId } })).data.apiToken);
