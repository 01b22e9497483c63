import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { type Failures, FailuresContext } from '../ui/failures.ts';

/** Gives the screens of a device one Retry: `isWithout` is true where the frame itself misses its data. */
export function ScreenFailures({ isWithout, children }: { isWithout: boolean; children: ReactNode }) {
  const client = useQueryClient();
  const [failed, setFailed] = useState<readonly { readonly failure: string }[]>([]);
  const register = useCallback((failure: string) => {
    const entry = { failure };
    setFailed((before) => [...before, entry]);
    return () => setFailed((before) => before.filter((other) => other !== entry));
  }, []);
  const retry = useCallback(() => {
    const isFailed = { type: 'active', predicate: isWithoutData } as const;
    void client.refetchQueries(isFailed);
  }, [client]);
  const isShared = failed.length > 1 || (isWithout && failed.length === 0);
  const failures = useMemo<Failures>(() => {
    const messages = [...new Set(failed.map(({ failure }) => failure))];
    return { isShared, messages, register, retry };
  }, [isShared, failed, register, retry]);
  return <FailuresContext value={failures}>{children}</FailuresContext>;
}

const isWithoutData = ({ state }: { state: { data: unknown; status: string } }): boolean =>
  state.data === undefined && state.status === 'error';
