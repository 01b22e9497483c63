import type { AnswerOf } from '@platen/contract/endpoint';
import { type changeModels, fastestModel, type Model } from '@platen/contract/models';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useChangeModels } from './queries.ts';

interface SpeedDialogProps {
  readonly rows: readonly Model[];
  readonly onDone: (answer: AnswerOf<typeof changeModels>) => void;
  readonly onClose: () => void;
}

/** What the chosen models print a minute, alike for all of them. */
export function SpeedDialog({ rows, onDone, onClose }: SpeedDialogProps) {
  const t = useTranslations('models.dialog');
  const [first] = rows;
  const own = rows.length === 1 && first?.isOwn === true ? first.pagesPerMinute : null;
  const [typed, setTyped] = useState(own === null ? '' : String(own));
  const [wasSent, setWasSent] = useState(false);
  const changing = useChangeModels();
  const text = typed.trim();
  const value = text === '' ? null : Number(text);
  const isWrong = value !== null && !(/^\d{1,3}$/.test(text) && value >= 1 && value <= fastestModel);
  const submit = () => {
    setWasSent(true);
    if (isWrong) return;
    const models = rows.map(({ model, isOwn, pagesPerMinute }) => ({ model, was: isOwn ? pagesPerMinute : null }));
    changing.mutate(
      { models, pagesPerMinute: value },
      {
        onSuccess: (answer) => {
          onDone(answer);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('title')}
      submit={t('save')}
      busy={changing.isPending}
      problem={useRefusal(changing.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{rows.map(({ model }) => model).join(', ')}</p>
      <TextField
        label={t('field')}
        hint={t('hint', { most: fastestModel })}
        inputMode="numeric"
        maxLength={3}
        value={typed}
        problem={wasSent && isWrong ? t('wrong', { most: fastestModel }) : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </FormDialog>
  );
}
