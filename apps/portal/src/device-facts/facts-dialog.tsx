import {
  changeDeviceFacts,
  type DeviceFacts,
  type FactRow,
  leastWeight,
  mostWeight,
} from '@platen/contract/device-facts';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toConflict } from '../editing/conflict.ts';
import { ConflictDialog, changedRows } from '../editing/conflict-dialog.tsx';
import { FormDialog, TextArea, useRefusal } from '../editing/form-dialog.tsx';
import { TextField } from '../ui/text-field.tsx';
import { useChangeFacts } from './queries.ts';

const fields = ['assetNumber', 'place', 'contact', 'contract', 'notes', 'weight', 'retiredOn'] as const;
type KnownDevice = Pick<FactRow, 'deviceId' | 'serial' | 'facts'>;
type Field = (typeof fields)[number];
type Texts = Readonly<Record<Field, string>>;

const toTexts = (facts: DeviceFacts): Texts => ({
  assetNumber: facts.assetNumber ?? '',
  place: facts.place ?? '',
  contact: facts.contact ?? '',
  contract: facts.contract ?? '',
  notes: facts.notes ?? '',
  weight: facts.weight === null ? '' : String(facts.weight),
  retiredOn: facts.retiredOn ?? '',
});

/** A weight as typed, also with a comma; undefined: it is none. */
function toWeight(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const weight = Number(text.trim().replace(',', '.'));
  return weight >= leastWeight && weight <= mostWeight ? weight : undefined;
}

/** What people know of one device (OA-40). */
export function FactsDialog({ row, onClose }: { readonly row: KnownDevice; readonly onClose: () => void }) {
  const t = useTranslations('deviceFacts');
  const change = useChangeFacts();
  const refusal = useRefusal(change.error);
  const before = toTexts(row.facts);
  const [draft, setDraft] = useState<Texts>(before);
  const set = (field: Field) => (text: string) => setDraft({ ...draft, [field]: text });
  const [isTried, setTried] = useState(false);
  const weight = toWeight(draft.weight);
  const [today] = useState(() => new Date().toLocaleDateString('sv'));
  const isAhead = draft.retiredOn > today && draft.retiredOn !== before.retiredOn;
  const send = (version: number) => {
    setTried(true);
    if (weight === undefined || isAhead) return;
    const changed = Object.fromEntries(
      fields.flatMap((field) =>
        draft[field] === before[field]
          ? []
          : [[field, field === 'weight' ? weight : draft[field].trim() || null] as const],
      ),
    );
    change.mutate({ deviceId: row.deviceId, version, ...changed }, { onSuccess: onClose });
  };
  const conflict = toConflict(change.error, changeDeviceFacts.answer);
  if (conflict !== undefined) {
    const theirs = toTexts(conflict.current.facts);
    return (
      <ConflictDialog
        tables={[
          {
            id: row.deviceId,
            caption: row.serial ?? '-',
            by: conflict.by,
            rows: changedRows(
              fields.map((field) => ({
                label: t(`fields.${field}`),
                before: before[field],
                mine: draft[field],
                theirs: theirs[field],
              })),
            ),
          },
        ]}
        busy={change.isPending}
        onKeepMine={() => send(conflict.current.facts.version)}
        onTakeTheirs={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t('factsTitle', { serial: row.serial ?? '-' })}
      size="default"
      submit={t('save')}
      busy={change.isPending}
      problem={refusal}
      onSubmit={() => send(row.facts.version)}
      onClose={onClose}
    >
      <TextField
        label={t('fields.assetNumber')}
        maxLength={60}
        value={draft.assetNumber}
        data-autofocus=""
        onChange={({ currentTarget }) => set('assetNumber')(currentTarget.value)}
      />
      <TextField
        label={t('fields.place')}
        maxLength={200}
        value={draft.place}
        onChange={({ currentTarget }) => set('place')(currentTarget.value)}
      />
      <TextArea
        label={t('fields.contact')}
        hint={t('noPersonalData')}
        value={draft.contact}
        onChange={set('contact')}
      />
      <TextArea label={t('fields.contract')} value={draft.contract} onChange={set('contract')} />
      <TextArea label={t('fields.notes')} hint={t('noPersonalData')} value={draft.notes} onChange={set('notes')} />
      <TextField
        label={t('fields.weight')}
        hint={t('weightHint')}
        inputMode="decimal"
        value={draft.weight}
        problem={isTried && weight === undefined ? t('weightWrong') : undefined}
        onChange={({ currentTarget }) => set('weight')(currentTarget.value)}
      />
      <TextField
        label={t('fields.retiredOn')}
        hint={t('retiredHint')}
        type="date"
        max={today}
        value={draft.retiredOn}
        problem={isTried && isAhead ? t('retiredWrong') : undefined}
        onChange={({ currentTarget }) => set('retiredOn')(currentTarget.value)}
      />
    </FormDialog>
  );
}
