import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../editing/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePlace } from './address.ts';
import { ChosenFields, toChosen, toForm } from './chosen-fields.tsx';
import { closesKey, sendOpen } from './queries.ts';

/** A close of its own, for a period without a plan (LG-30). */
export function NewCloseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('meters.plan');
  const client = useQueryClient();
  const [, go] = usePlace();
  const [chosen, setChosen] = useState(() => toChosen());
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const opening = useMutation({
    mutationFn: sendOpen,
    onSuccess: async (closeId) => {
      await client.invalidateQueries({ queryKey: [closesKey] });
      go({ close: closeId, group: 'all', customer: undefined, line: undefined });
      onClose();
    },
  });
  const problem = useRefusal(opening.error);
  const isRange = firstDay !== '' && lastDay !== '' && firstDay <= lastDay;
  const submit = () => {
    setWasSent(true);
    if (chosen.name.trim() === '' || !isRange) return;
    opening.mutate({ ...toForm(chosen), firstDay, lastDay });
  };
  return (
    <FormDialog
      title={t('closeTitle')}
      submit={t('open')}
      busy={opening.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <ChosenFields chosen={chosen} onChange={setChosen} wasSent={wasSent}>
        <TextField
          label={t('firstDay')}
          type="date"
          required
          value={firstDay}
          onChange={({ currentTarget }) => setFirstDay(currentTarget.value)}
        />
        <TextField
          label={t('lastDay')}
          type="date"
          required
          value={lastDay}
          problem={wasSent && !isRange ? t('range') : undefined}
          onChange={({ currentTarget }) => setLastDay(currentTarget.value)}
        />
      </ChosenFields>
    </FormDialog>
  );
}
