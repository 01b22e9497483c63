import type { OrganisationItem, OrganisationKind } from '@platen/contract/organisations';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { toNumbers } from './model.ts';
import { useAddOrganisation } from './queries.ts';

interface NewDialogProps {
  readonly parent: OrganisationItem;
  readonly kinds: readonly OrganisationKind[];
  readonly onAdded: (organisationId: string) => void;
  readonly onClose: () => void;
}

/** A dealer, customer or site below the chosen organisation. */
export function NewDialog({ parent, kinds, onAdded, onClose }: NewDialogProps) {
  const t = useTranslations('organisations');
  const add = useAddOrganisation();
  const refusal = useRefusal(add.error);
  const [key] = useState(() => crypto.randomUUID());
  const [kind, setKind] = useState<OrganisationKind>(kinds[0] ?? 'customer');
  const [name, setName] = useState('');
  const [numbers, setNumbers] = useState('');
  const [isTried, setTried] = useState(false);
  const submit = () => {
    setTried(true);
    if (name.trim() === '') return;
    const typed = toNumbers(numbers);
    add.mutate(
      {
        parentId: parent.organisationId,
        kind,
        name: name.trim(),
        dealerNumbers: kind === 'dealer' ? typed : [],
        customerNumbers: kind === 'dealer' ? [] : typed,
        idempotencyKey: key,
      },
      {
        onSuccess: ({ organisation }) => {
          onAdded(organisation.organisationId);
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('newTitle', { name: parent.name })}
      submit={t('add')}
      busy={add.isPending}
      problem={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('columns.kind')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        onChange={({ currentTarget }) => setKind(kinds.find((one) => one === currentTarget.value) ?? kind)}
      />
      <TextField
        label={t('name')}
        required
        maxLength={200}
        value={name}
        data-autofocus=""
        problem={isTried && name.trim() === '' ? t('nameNeeded') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextField
        label={t(kind === 'dealer' ? 'dealerNumbers' : 'customerNumbers')}
        hint={t('numbersHint')}
        value={numbers}
        onChange={({ currentTarget }) => setNumbers(currentTarget.value)}
      />
    </FormDialog>
  );
}
