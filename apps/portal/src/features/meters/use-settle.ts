import type { CloseLine } from '@platen/contract/close-lines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { useRefusal } from '../../editing/form-dialog.tsx';
import { closesKey, type SettleBody, sendAssetNumber, sendFigure, sendSettle } from './queries.ts';

/** Settles lines; all that is shown of closes is read again. `outcome`: what came of the last one. */
export function useSettle(closeId: string) {
  const t = useTranslations('meters.actions');
  const client = useQueryClient();
  const refresh = async () => await client.invalidateQueries({ queryKey: [closesKey] });
  const settling = useMutation({
    mutationFn: ({ body, lines }: { readonly body: SettleBody; readonly lines: readonly CloseLine[] }) =>
      sendSettle(closeId, body, lines),
    onSettled: refresh,
  });
  const problem = useRefusal(settling.error);
  const { data } = settling;
  const skipped = data !== undefined && 'skipped' in data ? data.skipped : [];
  const outcome =
    data === undefined || !('done' in data)
      ? undefined
      : [
          t('done', { count: data.done }),
          ...(skipped.length === 0
            ? []
            : [
                t('skipped', {
                  count: skipped.length,
                  why: [...new Set(skipped.map(({ reason }) => reason))].join('; '),
                }),
              ]),
        ].join(' ');
  return {
    settle: settling.mutate,
    isBusy: settling.isPending,
    problem,
    outcome,
    /** Of a selection so large that it goes on as a job. */
    jobId: data !== undefined && 'jobId' in data ? data.jobId : undefined,
  };
}

/** Enters the customer's figure, or the asset number of a device. */
export function useEnter(onDone: () => void) {
  const client = useQueryClient();
  const done = async () => {
    await client.invalidateQueries({ queryKey: [closesKey] });
    onDone();
  };
  const figure = useMutation({
    mutationFn: ({ line, value, at, note }: { line: CloseLine; value: number; at: string; note: string }) =>
      sendFigure(line, {
        kind: 'reading',
        source: 'customer',
        reason: 'agreed',
        value,
        at,
        ...(note.trim() !== '' && { note: note.trim() }),
      }),
    onSuccess: done,
  });
  const asset = useMutation({
    mutationFn: ({ deviceId, assetNumber }: { deviceId: string; assetNumber: string }) =>
      sendAssetNumber(deviceId, assetNumber),
    onSuccess: done,
  });
  return {
    enterFigure: figure.mutate,
    enterAsset: asset.mutate,
    isBusy: figure.isPending || asset.isPending,
    problem: useRefusal(figure.error ?? asset.error),
  };
}
