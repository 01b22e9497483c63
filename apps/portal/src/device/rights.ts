import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../api/account-queries.ts';
import { ApiFailure } from '../platform/failure.ts';

/**
 * Whether the account may change what the server stores about a device: service staff and administrators may
 * (OQ-110). Undefined until that is known; true where the server does not send the role, as then its refusal
 * decides.
 */
export function useMayChange(): boolean | undefined {
  const { data, isPending } = useQuery(meQuery);
  if (isPending) return undefined;
  return data?.role === undefined || can(data, 'changeThresholds');
}

/** The account may not do what it asked for. */
const notPermitted = 200002;

/**
 * A save that reports a missing permission. An account that may read but not change has a valid session:
 * of a save alone, 200002 is the screen's own matter and opens no popup (decision 0203). Any other failure
 * stays one.
 */
export async function orNotPermitted<T>(save: Promise<T>): Promise<T | 'notPermitted'> {
  try {
    return await save;
  } catch (thrown) {
    if (thrown instanceof ApiFailure && thrown.state.errorCode === notPermitted) return 'notPermitted';
    throw thrown;
  }
}
