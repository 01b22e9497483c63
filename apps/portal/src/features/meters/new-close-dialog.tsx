import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../editing/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { usePlace } from './address.ts';
import { Check, toList } from './plan-dialog.tsx';
import { closesKey, sendOpen } from './queries.ts';

/** A close of its own, for a period without a plan (LG-30). */
export function NewCloseDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTranslations('meters.plan');
  const client = useQueryClient();
  const [, go] = usePlace();
  const [name, setName] = useState('');
  const [firstDay, setFirstDay] = useState('');
  const [lastDay, setLastDay] = useState('');
  const [customers, setCustomers] = useState('');
  const [needsAsset, setNeedsAsset] = useState(true);
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
    if (name.trim() === '' || !isRange) return;
    opening.mutate({
      name: name.trim(),
      scope: { customerNumbers: toList(customers), groupIds: [] },
      meters: [],
      needsAssetNumber: needsAsset,
      organisationId: null,
      firstDay,
      lastDay,
    });
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
      <TextField
        label={t('name')}
        maxLength={200}
        required
        data-autofocus=""
        value={name}
        problem={wasSent && name.trim() === '' ? t('nameMissing') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
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
      <TextField
        label={t('customers')}
        hint={t('customersHint')}
        value={customers}
        onChange={({ currentTarget }) => setCustomers(currentTarget.value)}
      />
      <Check label={t('needsAsset')} isOn={needsAsset} onChange={setNeedsAsset} />
    </FormDialog>
  );
}
