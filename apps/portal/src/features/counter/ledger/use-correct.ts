import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { historyQueries } from '../../../device/history-queries.ts';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { type Decision, ledgerQueries, type NewCorrection, sendCorrection, sendDecision } from './queries.ts';

/** Adds corrections and decides about them; all that is shown of the device's meters is read again. */
export function useCorrect(deviceId: string, meter: string) {
  const t = useTranslations('ledger');
  const client = useQueryClient();
  const refresh = async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: ledgerQueries.meters(deviceId).queryKey }),
      client.invalidateQueries({ queryKey: historyQueries.counter(deviceId).queryKey }),
    ]);
  };
  const adding = useMutation({
    mutationFn: (body: NewCorrection) => sendCorrection(deviceId, meter, body, crypto.randomUUID()),
    onSuccess: refresh,
  });
  const deciding = useMutation({
    mutationFn: ({ correctionId, decision }: { readonly correctionId: string; readonly decision: Decision }) =>
      sendDecision(deviceId, meter, correctionId, decision),
    onSuccess: refresh,
  });
  const error = adding.error ?? deciding.error;
  const code = error === null ? undefined : toStateOf(error).errorCode;
  return {
    add: adding.mutate,
    decide: deciding.mutate,
    isBusy: adding.isPending || deciding.isPending,
    problem: code === undefined ? undefined : t('failed', { code: String(code), why: toMessage(code) }),
  };
}
