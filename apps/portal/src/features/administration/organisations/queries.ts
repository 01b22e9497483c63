import type { BodyOf } from '@platen/contract/endpoint';
import {
  addOrganisation,
  changeOrganisation,
  listOrganisations,
  readOrganisation,
  removeOrganisation,
} from '@platen/contract/organisations';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

/** The tree from the own organisation down, parents before children. */
export const organisationsQuery = queryOptions({
  queryKey: ['organisations'] as const,
  queryFn: async ({ signal }) => (await call(listOrganisations, { signal })).data.organisations,
});

/** One with its settings and where they come from. */
export const organisationQuery = (id: string) =>
  queryOptions({
    queryKey: ['organisations', id] as const,
    queryFn: async ({ signal }) => (await call(readOrganisation, { params: { id }, signal })).data,
  });

/** Adds, changes or removes; the tree and what is shown of it are read again. */
function useChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: organisationsQuery.queryKey }),
  });
}

export const useAddOrganisation = () =>
  useChange(
    async ({ idempotencyKey, ...body }: BodyOf<typeof addOrganisation> & { readonly idempotencyKey: string }) =>
      (await call(addOrganisation, { body, idempotencyKey })).data,
  );

export const useChangeOrganisation = () =>
  useChange(
    async ({ id, ...body }: BodyOf<typeof changeOrganisation> & { readonly id: string }) =>
      (await call(changeOrganisation, { params: { id }, body })).data,
  );

export const useRemoveOrganisation = () =>
  useChange(async ({ id, version }: { readonly id: string; readonly version: number }) => {
    await call(removeOrganisation, { params: { id }, query: { version } });
  });
