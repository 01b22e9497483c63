import { closeCycles, warningDays as usualWarning } from '@platen/contract/close-values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../editing/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/text-field.tsx';
import styles from './meters.module.css';
import { type ClosePlan, closesKey, removePlan, sendPlan } from './queries.ts';

interface PlanDialogProps {
  /** Undefined: a new one. */
  readonly plan: ClosePlan | undefined;
  readonly onClose: () => void;
}

/** Numbers separated by commas. */
export const toList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n;]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

const whole = (text: string, least: number, most: number): number | undefined => {
  const value = Number(text);
  return /^\d{1,2}$/.test(text.trim()) && value >= least && value <= most ? value : undefined;
};

/** A plan by which periods are closed (LG-30). */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const t = useTranslations('meters.plan');
  const client = useQueryClient();
  const [name, setName] = useState(plan?.name ?? '');
  const [cycle, setCycle] = useState<(typeof closeCycles)[number]>(plan?.cycle ?? 'monthly');
  const [day, setDay] = useState(String(plan?.day ?? 31));
  const [customers, setCustomers] = useState(plan?.scope.customerNumbers.join(', ') ?? '');
  const [warning, setWarning] = useState(String(plan?.warningDays ?? usualWarning));
  const [needsAsset, setNeedsAsset] = useState(plan?.needsAssetNumber ?? true);
  const [isActive, setActive] = useState(plan?.isActive ?? true);
  const [wasSent, setWasSent] = useState(false);
  const done = async () => {
    await client.invalidateQueries({ queryKey: [closesKey] });
    onClose();
  };
  const saving = useMutation({
    mutationFn: (form: Parameters<typeof sendPlan>[0]) => sendPlan(form, plan),
    onSuccess: done,
  });
  const removing = useMutation({ mutationFn: removePlan, onSuccess: done });
  const problem = useRefusal(saving.error ?? removing.error);
  const [ofDay, ofWarning] = [whole(day, 1, 31), whole(warning, 0, 20)];
  const submit = () => {
    setWasSent(true);
    if (name.trim() === '' || ofDay === undefined || ofWarning === undefined) return;
    saving.mutate({
      name: name.trim(),
      scope: { customerNumbers: toList(customers), groupIds: plan?.scope.groupIds ?? [] },
      meters: plan?.meters ?? [],
      needsAssetNumber: needsAsset,
      organisationId: plan?.organisationId ?? null,
      cycle,
      day: ofDay,
      warningDays: ofWarning,
      isActive,
    });
  };
  return (
    <FormDialog
      title={plan === undefined ? t('title') : t('changeTitle', { name: plan.name })}
      submit={t('save')}
      busy={saving.isPending}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
      aside={
        plan === undefined ? undefined : (
          <Button busy={removing.isPending} onClick={() => removing.mutate(plan)}>
            {t('remove')}
          </Button>
        )
      }
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
      <Select
        label={t('cycle')}
        value={cycle}
        options={closeCycles.map((value) => ({ value, label: t(`cycles.${value}`) }))}
        onChange={({ currentTarget }) => setCycle(closeCycles.find((one) => one === currentTarget.value) ?? cycle)}
      />
      <TextField
        label={t('day')}
        hint={t('dayHint')}
        inputMode="numeric"
        maxLength={2}
        value={day}
        problem={wasSent && ofDay === undefined ? t('dayMissing') : undefined}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <TextField
        label={t('customers')}
        hint={t('customersHint')}
        value={customers}
        onChange={({ currentTarget }) => setCustomers(currentTarget.value)}
      />
      <TextField
        label={t('warningDays')}
        hint={t('warningHint')}
        inputMode="numeric"
        maxLength={2}
        value={warning}
        problem={wasSent && ofWarning === undefined ? t('warningHint') : undefined}
        onChange={({ currentTarget }) => setWarning(currentTarget.value)}
      />
      <Check label={t('needsAsset')} isOn={needsAsset} onChange={setNeedsAsset} />
      <Check label={t('isActive')} isOn={isActive} onChange={setActive} />
    </FormDialog>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly disabled?: boolean;
}

/** A box to tick with its label. */
export function Check({ label, isOn, onChange, disabled = false }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={isOn}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
