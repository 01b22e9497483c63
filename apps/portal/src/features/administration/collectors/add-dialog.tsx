import type { CodeAnswer } from '@platen/contract/enrolment';
import type { OrganisationItem } from '@platen/contract/organisations';
import { can } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { meQuery } from '../../../api/account-queries.ts';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { toStateOf } from '../../../platform/failure.ts';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { organisationsQuery } from '../organisations/queries.ts';
import styles from './collectors.module.css';
import { useAddCollector } from './queries.ts';

const fields = ['customerNumber', 'customerName', 'site', 'dealerNumber'] as const;
type Field = (typeof fields)[number];
/** Those whose hint says more than their label. */
const hints: Partial<Record<Field, `${'customerNumber' | 'site' | 'dealerNumber'}Hint`>> = {
  customerNumber: 'customerNumberHint',
  site: 'siteHint',
  dealerNumber: 'dealerNumberHint',
};

/** A name behind those above it, but for the dealer where there is one alone. */
function toIndented(one: OrganisationItem, all: readonly OrganisationItem[]): string {
  const parent = all.find(({ organisationId }) => organisationId === one.parentId);
  return parent === undefined ? one.name : `${toIndented(parent, all)} › ${one.name}`;
}

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
  const [organisationId, setOrganisation] = useState('');
  const me = useQuery(meQuery).data;
  const tree = useQuery({ ...organisationsQuery, enabled: can(me, 'manageOrganisation') }).data ?? [];
  const choices = tree.filter(({ kind, state }) => kind !== 'operator' && state === 'active');
  // A dealer's administrator adds collectors of the own tree alone.
  const needsOrganisation = me?.role === 'dealerAdmin';
  const shownFields = organisationId === '' && !needsOrganisation ? fields : (['site'] as const);
  /** Sent again after a lost answer, it makes nothing twice (GE-07). */
  const [key] = useState(() => crypto.randomUUID());
  const adding = useAddCollector();
  const refusal = useRefusal(adding.error);
  const detail = adding.error === null ? undefined : toStateOf(adding.error).detail[0]?.msg;
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || (needsOrganisation && organisationId === '')) return;
    const given = shownFields.flatMap((field) => {
      const text = place[field]?.trim() ?? '';
      return text === '' ? [] : [[field, text] as const];
    });
    const form = {
      name: name.trim(),
      ...(organisationId !== '' && { organisationId }),
      ...Object.fromEntries(given),
    };
    adding.mutate({ form, key }, { onSuccess: onMade });
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
      {choices.length === 0 ? null : (
        <>
          <Select
            label={t('organisation')}
            value={organisationId}
            options={[
              { value: '', label: t(needsOrganisation ? 'choose' : 'byNumbers') },
              ...choices.map((one) => ({ value: one.organisationId, label: toIndented(one, choices) })),
            ]}
            onChange={({ currentTarget }) => setOrganisation(currentTarget.value)}
          />
          {isTried && needsOrganisation && organisationId === '' ? (
            <p role="alert" className={styles.problem}>
              {t('organisationNeeded')}
            </p>
          ) : null}
        </>
      )}
      {shownFields.map((field) => {
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
