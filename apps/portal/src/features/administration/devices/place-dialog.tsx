import type { FactRow } from '@platen/contract/device-facts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Select } from '../../../ui/text-field.tsx';
import { toLines } from '../organisations/model.ts';
import { organisationsQuery } from '../organisations/queries.ts';
import { toReported } from './model.ts';
import { usePlaceDevices } from './queries.ts';

interface PlaceDialogProps {
  readonly rows: readonly FactRow[];
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

/** Where chosen devices belong, up to 200 at once; what is probable is chosen by a person (OA-43). */
export function PlaceDialog({ rows, onDone, onClose }: PlaceDialogProps) {
  const t = useTranslations('deviceFacts');
  const place = usePlaceDevices();
  const refusal = useRefusal(place.error);
  const organisations = useQuery(organisationsQuery).data ?? [];
  const [key] = useState(() => crypto.randomUUID());
  const probable = new Set(rows.map(({ probably }) => probably?.organisationId));
  const [only] = probable;
  const [organisationId, setOrganisationId] = useState(probable.size === 1 ? (only ?? '') : '');
  const options = toLines(organisations, new Set()).flatMap(({ item, depth }) =>
    item.kind === 'operator'
      ? []
      : [{ value: item.organisationId, label: `${'\u00a0\u00a0'.repeat(depth)}${item.name}` }],
  );
  const submit = () =>
    place.mutate(
      {
        deviceIds: rows.map(({ deviceId }) => deviceId),
        organisationId: organisationId === '' ? null : organisationId,
        idempotencyKey: `${key}-${organisationId}`,
      },
      {
        onSuccess: (results) => {
          const left = results.filter(({ result }) => result === 'unknown' || result === 'otherDealer').length;
          const done = results.filter(({ result }) => result === 'placed').length;
          onDone(left === 0 ? t('placed', { count: done }) : t('placedPartly', { count: done, left }));
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('placeTitle', { count: rows.length })}
      submit={t('place')}
      busy={place.isPending}
      problem={refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('columns.organisation')}
        value={organisationId}
        data-autofocus=""
        options={[{ value: '', label: t('byReports') }, ...options]}
        onChange={({ currentTarget }) => setOrganisationId(currentTarget.value)}
      />
      <p className="quiet">{t('placeHint')}</p>
      <p className="quiet">
        {t('reportsSay', { numbers: [...new Set(rows.map(toReported))].slice(0, 10).join(', ') })}
      </p>
    </FormDialog>
  );
}
