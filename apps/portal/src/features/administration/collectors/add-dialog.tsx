import type { CodeAnswer } from '@platen/contract/enrolment';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { toStateOf } from '../../../platform/failure.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useAddCollector } from './queries.ts';

const fields = ['customerNumber', 'customerName', 'site', 'dealerNumber'] as const;
type Field = (typeof fields)[number];
/** Those whose hint says more than their label. */
const hints: Partial<Record<Field, `${'customerNumber' | 'site' | 'dealerNumber'}Hint`>> = {
  customerNumber: 'customerNumberHint',
  site: 'siteHint',
  dealerNumber: 'dealerNumberHint',
};

interface AddProps {
  readonly onMade: (answer: CodeAnswer) => void;
  readonly onClose: () => void;
}

/** A new collector: its name, its customer and site (CF-01). */
export function AddDialog({ onMade, onClose }: AddProps) {
  const t = useTranslations('collectorFleet.dialog');
  const [name, setName] = useState('');
  const [place, setPlace] = useState<Partial<Record<Field, string>>>({});
  const [isTried, setTried] = useState(false);
  /** Sent again after a lost answer, it makes nothing twice (GE-07). */
  const [key] = useState(() => crypto.randomUUID());
  const adding = useAddCollector();
  const refusal = useRefusal(adding.error);
  const detail = adding.error === null ? undefined : toStateOf(adding.error).detail[0]?.msg;
  const submit = () => {
    setTried(true);
    if (name.trim() === '') return;
    const given = fields.flatMap((field) => {
      const text = place[field]?.trim() ?? '';
      return text === '' ? [] : [[field, text] as const];
    });
    adding.mutate({ form: { name: name.trim(), ...Object.fromEntries(given) }, key }, { onSuccess: onMade });
  };
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      size="default"
      busy={adding.isPending}
      problem={detail === undefined ? refusal : `${refusal} ${detail}`}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        maxLength={80}
        value={name}
        required
        data-autofocus=""
        problem={isTried && name.trim() === '' ? t('nameNeeded') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {fields.map((field) => {
        const hint = hints[field];
        return (
          <TextField
            key={field}
            label={t(field)}
            hint={hint === undefined ? undefined : t(hint)}
            maxLength={80}
            value={place[field] ?? ''}
            onChange={({ currentTarget }) => setPlace({ ...place, [field]: currentTarget.value })}
          />
        );
      })}
    </FormDialog>
  );
}
