import type { CloseLine } from '@platen/contract/close-lines';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useRefusal, useRefused } from '../../editing/form-dialog.tsx';
import type { EndedJob } from '../../jobs/job-line.tsx';
import { toMessage } from '../../platform/application-message.ts';
import { closesKey, type SettleBody, sendAssetNumber, sendFigure, sendSettle } from './queries.ts';

/** What came of settling: by the call itself, or by the job of a large selection. */
interface Outcome {
  readonly settled: number;
  readonly skippedCount: number;
  readonly skipped: readonly { readonly errorCode: number }[];
}

const none: readonly CloseLine[] = [];

/** Settles lines; all that is shown of closes is read again. `outcome`: what came of the last one. */
export function useSettle(closeId: string) {
  const t = useTranslations('meters.actions');
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>();
  const [failed, setFailed] = useState<number>();
  const refresh = async () => await client.invalidateQueries({ queryKey: [closesKey] });
  const settling = useMutation({
    mutationFn: ({ body, lines }: { readonly body: SettleBody; readonly lines: readonly CloseLine[] }) =>
      sendSettle(closeId, body, lines),
    onMutate: () => {
      setOutcome(undefined);
      setFailed(undefined);
    },
    onSuccess: (answer) => {
      if ('done' in answer)
        setOutcome({ settled: answer.done, skippedCount: answer.skipped.length, skipped: answer.skipped });
    },
    onSettled: refresh,
  });
  const refusal = useRefusal(settling.error);
  const jobRefusal = useRefused(failed);
  const { data } = settling;
  return {
    settle: settling.mutate,
    isBusy: settling.isPending,
    /** Lines of the last call. */
    settled: settling.variables?.lines ?? none,
    problem: refusal ?? jobRefusal,
    outcome: outcome && toText(outcome),
    /** Of a selection so large that it goes on as a job. */
    jobId: data !== undefined && 'jobId' in data ? data.jobId : undefined,
    endJob: ({ result, errorCode, dismiss }: EndedJob) => {
      if (result?.kind === 'meterSettle') setOutcome(result);
      setFailed(errorCode);
      dismiss();
      void refresh();
    },
  };

  function toText({ settled, skippedCount, skipped }: Outcome): string {
    const done = t('done', { count: settled });
    if (skippedCount === 0) return done;
    const why = [...new Set(skipped.map(({ errorCode }) => toMessage(errorCode)))].join(' ');
    return `${done} ${t('skipped', { count: skippedCount, why })}`;
  }
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
