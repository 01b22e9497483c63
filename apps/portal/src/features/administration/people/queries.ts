import type { BodyOf } from '@platen/contract/endpoint';
import {
  addInvitation,
  changeUser,
  eraseUser,
  listInvitations,
  listUsers,
  previewInvitation,
  type UserItem,
  userPageSize,
  withdrawInvitation,
} from '@platen/contract/people';
import type { Role } from '@platen/contract/rights';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';

const key = ['people'] as const;

export const usersQuery = (search: string, offset: number) =>
  queryOptions({
    queryKey: [...key, 'users', search, offset] as const,
    queryFn: async ({ signal }) => {
      const query = { offset, limit: userPageSize, ...(search === '' ? {} : { search }) };
      const { data, hasMore, totalCount } = await call(listUsers, { query, signal });
      return { users: data.users, hasMore, total: totalCount ?? data.users.length };
    },
    placeholderData: keepPreviousData,
  });

/** All users that match, for a file. */
export async function readAllUsers(search: string): Promise<UserItem[]> {
  const users: UserItem[] = [];
  for (let more = true; more; ) {
    const query = { offset: users.length, limit: userPageSize, ...(search === '' ? {} : { search }) };
    const { data, hasMore } = await call(listUsers, { query });
    users.push(...data.users);
    more = hasMore && data.users.length > 0;
  }
  return users;
}

export const invitationsQuery = queryOptions({
  queryKey: [...key, 'invitations'] as const,
  queryFn: async ({ signal }) => (await call(listInvitations, { signal })).data.invitations,
});

/** What an invited person would see; asked for while it is written (OA-61). */
export const previewQuery = (role: Role, organisationId: string) =>
  queryOptions({
    queryKey: [...key, 'preview', role, organisationId] as const,
    queryFn: async ({ signal }) => (await call(previewInvitation, { body: { role, organisationId }, signal })).data,
    retry: false,
  });

function useChange<Variables, Result>(mutationFn: (variables: Variables) => Promise<Result>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: key }) });
}

export const useChangeUser = () =>
  useChange(
    async ({ userId, ...body }: BodyOf<typeof changeUser> & { readonly userId: string }) =>
      (await call(changeUser, { params: { id: userId }, body })).data.user,
  );

export const useEraseUser = () =>
  useChange(
    async ({ userId, version }: { readonly userId: string; readonly version: number }) =>
      (await call(eraseUser, { params: { id: userId }, query: { version } })).data,
  );

export const useInvite = () =>
  useChange(async (body: BodyOf<typeof addInvitation>) => (await call(addInvitation, { body })).data);

export const useWithdraw = () =>
  useChange(async (invitationId: string) => {
    await call(withdrawInvitation, { params: { id: invitationId } });
  });
