import { closeCycles, warningDays as usualWarning } from '@platen/contract/close-values';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../editing/form-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/text-field.tsx';
import { Check } from './check.tsx';
import { ChosenFields, toChosen, toForm } from './chosen-fields.tsx';
import { type ClosePlan, closesKey, removePlan, sendPlan } from './queries.ts';

interface PlanDialogProps {
  /** Undefined: a new one. */
  readonly plan: ClosePlan | undefined;
  readonly onClose: () => void;
}

const whole = (text: string, least: number, most: number): number | undefined => {
  const value = Number(text);
  return /^\d{1,2}$/.test(text.trim()) && value >= least && value <= most ? value : undefined;
};

/** A plan by which periods are closed (LG-30). */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const t = useTranslations('meters.plan');
  const client = useQueryClient();
  const [chosen, setChosen] = useState(() => toChosen(plan));
  const [cycle, setCycle] = useState<(typeof closeCycles)[number]>(plan?.cycle ?? 'monthly');
  const [day, setDay] = useState(String(plan?.day ?? 31));
  const [warning, setWarning] = useState(String(plan?.warningDays ?? usualWarning));
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
    if (chosen.name.trim() === '' || ofDay === undefined || ofWarning === undefined) return;
    saving.mutate({
      ...toForm(chosen, plan),
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
      <ChosenFields chosen={chosen} onChange={setChosen} wasSent={wasSent}>
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
          label={t('warningDays')}
          hint={t('warningHint')}
          inputMode="numeric"
          maxLength={2}
          value={warning}
          problem={wasSent && ofWarning === undefined ? t('warningHint') : undefined}
          onChange={({ currentTarget }) => setWarning(currentTarget.value)}
        />
      </ChosenFields>
      <Check label={t('isActive')} isOn={isActive} onChange={setActive} />
    </FormDialog>
  );
}
