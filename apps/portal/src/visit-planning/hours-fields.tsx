import { useTranslations } from 'use-intl/react';
import { TextField } from '../ui/text-field.tsx';
import { areHoursRight, type Hours } from './hours.ts';

/** Optional hours of a visit (VP-04). Needs the texts `planFields`. */
export function HoursFields({ value, onChange }: { readonly value: Hours; readonly onChange: (next: Hours) => void }) {
  const t = useTranslations('planFields');
  return (
    <>
      <TextField
        type="time"
        label={t('from')}
        value={value.from}
        onChange={({ currentTarget }) => onChange({ ...value, from: currentTarget.value })}
      />
      <TextField
        type="time"
        label={t('to')}
        value={value.to}
        problem={areHoursRight(value) ? undefined : t('hoursWrong')}
        onChange={({ currentTarget }) => onChange({ ...value, to: currentTarget.value })}
      />
    </>
  );
}
