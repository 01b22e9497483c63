import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { toStateOf } from '../platform/failure.ts';
import type { EvidenceSource } from '../ui/evidence-source.ts';
import { deviceQueries } from './queries.ts';

/** The sources of all values of a device, fetched once its profile is there: the figures come first. */
export function useEvidence(deviceId: string | undefined, isWanted: boolean): EvidenceSource {
  const { data, error } = useQuery({
    ...deviceQueries.evidence(deviceId),
    enabled: isWanted && deviceId !== undefined,
  });
  return useMemo(() => {
    if (data !== undefined) return { state: 'ready', entries: data.evidence, figures: data.figures ?? {} };
    return error === null ? { state: 'loading' } : { state: 'failed', errorCode: toStateOf(error).errorCode };
  }, [data, error]);
}
