import type { ScopeNames } from '@platen/catalogue/rule-sentence';
import { searchDevices } from '@platen/contract/devices';
import type { RuleScope } from '@platen/contract/rules';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { meQuery } from '../../api/account-queries.ts';
import { call } from '../../api/client.ts';

/** Customers whose names are looked up at most; the others are shown by their number. */
const mostNames = 20;
/** What the search by criteria takes as a customer's number. */
const searchable = /^[A-Za-z0-9/-]{1,40}$/;

/** The names of these customers, each by one of its devices. */
const customerNames = (numbers: readonly string[]) =>
  queryOptions({
    queryKey: ['customerNames', ...numbers] as const,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        numbers.map(async (number) => {
          const body = { customerNumbers: [number], offset: 0, limit: 1 };
          const [device] = (await call(searchDevices, { body, signal })).data.devices;
          return [number, device?.customerName ?? undefined] as const;
        }),
      );
      return new Map(found);
    },
    enabled: numbers.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** Names of the groups and customers that these scopes list. */
export function useScopeNames(scopes: readonly RuleScope[]): ScopeNames {
  const groups = useQuery(meQuery).data?.groups;
  const numbers = [
    ...new Set(
      scopes.flatMap(({ customerNumbers = [], except }) => [...customerNumbers, ...(except?.customerNumbers ?? [])]),
    ),
  ]
    .filter((number) => searchable.test(number))
    .slice(0, mostNames);
  const names = useQuery(customerNames(numbers)).data;
  return {
    group: (groupId) => groups?.find((group) => group.groupId === groupId)?.name,
    customer: (number) => names?.get(number),
  };
}
