import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Failures, FailuresContext } from '../ui/failures.ts';

/** Gives the screens of a device one Retry: `isWithout` is true where the frame itself misses its data. */
export function ScreenFailures({ isWithout, children }: { isWithout: boolean; children: ReactNode }) {
  const client = useQueryClient();
  const [count, setCount] = useState(0);
  const register = useCallback(() => {
    setCount((before) => before + 1);
    return () => setCount((before) => before - 1);
  }, []);
  const retry = useCallback(() => {
    const isFailed = { type: 'active', predicate: isWithoutData } as const;
    void client.refetchQueries(isFailed);
  }, [client]);
  const isShared = count > 1 || (isWithout && count === 0);
  const failures = useMemo<Failures>(() => ({ isShared, register, retry }), [isShared, register, retry]);
  return <FailuresContext value={failures}>{children}</FailuresContext>;
}

const isWithoutData = ({ state }: { state: { data: unknown; status: string } }): boolean =>
  state.data === undefined && state.status === 'error';
