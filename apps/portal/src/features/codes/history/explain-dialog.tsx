import type { ComparedRow } from '@platen/contract/code-history';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog } from '../../../editing/form-dialog.tsx';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { sendNote } from './queries.ts';

interface ExplainDialogProps {
  readonly deviceId: string;
  readonly row: ComparedRow;
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

/** Who changed a code, and why (CH-05); an accepted change ends its condition (WL-13). */
export function ExplainDialog({ deviceId, row, onSaved, onClose }: ExplainDialogProps) {
  const t = useTranslations('codeHistory.explaining');
  const note = row.change?.note ?? null;
  const [changedBy, setChangedBy] = useState(note?.changedBy ?? '');
  const [why, setWhy] = useState(note?.why ?? '');
  const [isAccepted, setIsAccepted] = useState(note?.isAccepted ?? false);
  const [wasSent, setWasSent] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      sendNote(deviceId, {
        code: row.code,
        firstAfter: row.change?.firstAfter ?? '',
        changedBy: changedBy.trim() === '' ? null : changedBy.trim(),
        why: why.trim(),
        isAccepted,
        version: note?.version ?? 0,
      }),
    onSuccess: () => {
      onSaved();
      onClose();
    },
  });
  const submit = () => {
    setWasSent(true);
    if (why.trim() !== '') save.mutate();
  };
  return (
    <FormDialog
      title={t('title', { code: row.code })}
      submit={t('save')}
      busy={save.isPending}
      problem={save.error === null ? undefined : toMessage(toStateOf(save.error).errorCode)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('who')}
        maxLength={200}
        value={changedBy}
        onChange={({ currentTarget }) => setChangedBy(currentTarget.value)}
      />
      <TextField
        label={t('why')}
        maxLength={2000}
        required
        hint={t('hint')}
        problem={wasSent && why.trim() === '' ? t('missing') : undefined}
        value={why}
        onChange={({ currentTarget }) => setWhy(currentTarget.value)}
      />
      <label>
        <input
          type="checkbox"
          checked={isAccepted}
          onChange={({ currentTarget }) => setIsAccepted(currentTarget.checked)}
        />{' '}
        {t('accept')}
      </label>
    </FormDialog>
  );
}
