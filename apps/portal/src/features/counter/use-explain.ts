import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toStateOf } from '../../platform/failure.ts';
import { deviceQueries } from '../../device/queries.ts';
import { type BreakAnswer, explainBreak, historyQueries } from '../../device/history-queries.ts';
import { orNotPermitted } from '../../device/not-permitted.ts';

/** Saves why counters did not go on. */
export function useExplain(deviceId: string) {
  const client = useQueryClient();
  const { queryKey } = historyQueries.counter(deviceId);
  const mutation = useMutation({
    mutationFn: (body: BreakAnswer) => orNotPermitted(explainBreak(deviceId, body)),
    onSuccess: (saved) => {
      if (saved === 'notPermitted') return;
      client.setQueryData(queryKey, (old) => {
        if (old?.breaks === undefined) return old;
        return { ...old, breaks: old.breaks.map((known) => (known.day === saved.day ? saved : known)) };
      });
      // The cause changes the continued total on this screen and the profile.
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: deviceQueries.profile(deviceId).queryKey });
    },
  });
  const { data, error } = mutation;
  return {
    explain: mutation.mutate,
    /** What is being saved. */
    saving: mutation.isPending ? mutation.variables : undefined,
    isSaved: data !== undefined && data !== 'notPermitted',
    isRefused: data === 'notPermitted',
    failure: error === null ? undefined : toStateOf(error),
  };
}
export type Explanation = ReturnType<typeof useExplain>;
