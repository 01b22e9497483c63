import { useQuery } from '@tanstack/react-query';
import { deviceQueries } from './device-query.ts';

interface Read<T> {
  readonly data: T | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

/**
 * A read of the device, and the series whose catalogue names its parts and codes: null where that is not
 * known, or the profile cannot be read. The data wait for the series: a name that comes later moves the rows.
 */
export function useNamedRead<T>(deviceId: string, read: Read<T>): { read: Read<T>; series: string | null } {
  const { data: profile, isPending } = useQuery(deviceQueries.profile(deviceId));
  const { data, error, isFetching, refetch } = read;
  return { read: { data: isPending ? undefined : data, error, isFetching, refetch }, series: profile?.series ?? null };
}
