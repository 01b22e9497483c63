import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { ConfirmDialog, TextArea } from '../../editing/form-dialog.tsx';
import { type Close, closesKey, sendDiscard } from './queries.ts';

/** Takes a close back that was never exported (LG-36). */
export function DiscardDialog({ close, onClose }: { readonly close: Close; readonly onClose: () => void }) {
  const t = useTranslations('meters.discard');
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const discarding = useMutation({
    mutationFn: () => sendDiscard(close.closeId, close.version, reason.trim()),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [closesKey] });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={t('title', { name: close.name })}
      submit={t('submit')}
      change={discarding}
      onSubmit={() => {
        if (reason.trim() !== '') discarding.mutate();
      }}
      onClose={onClose}
    >
      <p>{t('text')}</p>
      <TextArea label={t('reason')} value={reason} onChange={setReason} hasFocus required />
    </ConfirmDialog>
  );
}
