import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { TextField } from '../../ui/text-field.tsx';
import { Check } from './check.tsx';
import type { ClosePlan } from './queries.ts';

/** What a plan and a close have in common, as it stands in the fields. */
interface Chosen {
  readonly name: string;
  readonly customers: string;
  readonly needsAsset: boolean;
}

/** Words separated by commas. */
export const toList = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,\n;]/)
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
];

export const toChosen = (plan?: ClosePlan): Chosen => ({
  name: plan?.name ?? '',
  customers: plan?.scope.customerNumbers.join(', ') ?? '',
  needsAsset: plan?.needsAssetNumber ?? true,
});

/** What is sent of the fields; of a plan that is changed the rest stays. */
export const toForm = ({ name, customers, needsAsset }: Chosen, plan?: ClosePlan) => ({
  name: name.trim(),
  scope: { customerNumbers: toList(customers), groupIds: plan?.scope.groupIds ?? [] },
  meters: plan?.meters ?? [],
  needsAssetNumber: needsAsset,
  organisationId: plan?.organisationId ?? null,
});

interface ChosenFieldsProps {
  readonly chosen: Chosen;
  readonly onChange: (chosen: Chosen) => void;
  readonly wasSent: boolean;
  /** Fields of the period, after the name. */
  readonly children: ReactNode;
}

/** Name, period and devices of a plan or a close. */
export function ChosenFields({ chosen, onChange, wasSent, children }: ChosenFieldsProps) {
  const t = useTranslations('meters.plan');
  return (
    <>
      <TextField
        label={t('name')}
        maxLength={200}
        required
        data-autofocus=""
        value={chosen.name}
        problem={wasSent && chosen.name.trim() === '' ? t('nameMissing') : undefined}
        onChange={({ currentTarget }) => onChange({ ...chosen, name: currentTarget.value })}
      />
      {children}
      <TextField
        label={t('customers')}
        hint={t('customersHint')}
        value={chosen.customers}
        onChange={({ currentTarget }) => onChange({ ...chosen, customers: currentTarget.value })}
      />
      <Check
        label={t('needsAsset')}
        isOn={chosen.needsAsset}
        onChange={(needsAsset) => onChange({ ...chosen, needsAsset })}
      />
    </>
  );
}
