import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/account-queries.ts';

/**
 * Whether the account may change what the server stores about a device: service staff and administrators may
 * (OQ-110). Undefined until that is known; true where the server does not send the role, as then its refusal
 * decides.
 */
export function useMayChange(): boolean | undefined {
  const { data, isPending } = useQuery(meQuery);
  if (isPending) return undefined;
  return data?.role === undefined || can(data.role, 'changeThresholds');
}
