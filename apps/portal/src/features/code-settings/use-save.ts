import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { toStateOf } from '../../platform/failure.ts';
import { type CodeName, codeQueries, type SettableKind, writeCodeSetting } from '../../device/code-queries.ts';
import { orNotPermitted } from '../../device/not-permitted.ts';
import { deviceQueries } from '../../device/queries.ts';
import type { CodeThresholds } from '@platen/diagnosis/codes/thresholds';

/** The server judges the device again some ten seconds later, under load within a minute: then its status is asked for. */
const judgedAfterMs = [15_000, 30_000, 60_000];

/** Saves the thresholds of a code. */
export function useSave(kind: SettableKind, deviceId: string, code: CodeName) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ alert, clear }: CodeThresholds) =>
      orNotPermitted(writeCodeSetting(kind, deviceId, { ...code, alertThreshold: alert, clearThreshold: clear })),
    onSuccess: async (saved) => {
      if (saved === 'notPermitted') return;
      client.setQueryData(codeQueries.setting(kind, deviceId, code).queryKey, saved);
      const stale = [codeQueries.table(kind, deviceId).queryKey, deviceQueries.profile(deviceId).queryKey];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  const { data, error } = mutation;
  const isSaved = data !== undefined && data !== 'notPermitted';
  useEffect(() => {
    if (data === undefined || data === 'notPermitted') return undefined;
    const { queryKey } = deviceQueries.profile(deviceId);
    const timers = judgedAfterMs.map((ms) => setTimeout(() => void client.invalidateQueries({ queryKey }), ms));
    return () => timers.forEach(clearTimeout);
  }, [data, client, deviceId]);
  return {
    save: mutation.mutate,
    isSaving: mutation.isPending,
    isSaved,
    isRefused: data === 'notPermitted',
    failure: error === null ? undefined : toStateOf(error),
    /** Forgets the outcome of the last save. */
    forget: mutation.reset,
  };
}
