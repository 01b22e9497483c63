import type { FactRow } from '@platen/contract/device-facts';
import { type DeviceMerge, undoDays } from '@platen/contract/device-merges';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Choice, ConfirmDialog, FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './devices.module.css';
import { mergesQuery, useMergeDevices, useUndoMerge } from './merge-queries.ts';
import { toNumbers } from './model.ts';

interface MergeDialogProps {
  readonly rows: readonly [FactRow, FactRow];
  readonly onDone: (text: string) => void;
  readonly onClose: () => void;
}

const toName = (row: FactRow): string => [row.serial ?? '-', row.model].filter((one) => one !== null).join(', ');

/** Merges two devices that are one; a person says which remains (OA-44). */
export function MergeDialog({ rows, onDone, onClose }: MergeDialogProps) {
  const t = useTranslations('deviceFacts.merge');
  const merging = useMergeDevices();
  const refusal = useRefusal(merging.error);
  const [key] = useState(() => crypto.randomUUID());
  const [remainingId, setRemaining] = useState<string>();
  const [isMissing, setMissing] = useState(false);
  const merged = rows.find(({ deviceId }) => deviceId !== remainingId);
  const submit = () => {
    setMissing(remainingId === undefined);
    if (remainingId === undefined || merged === undefined) return;
    merging.mutate(
      { remainingId, mergedId: merged.deviceId, idempotencyKey: `${key}-${remainingId}` },
      {
        onSuccess: ({ days }) => {
          onDone(t('done', { days }));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title={t('title')}
      submit={t('submit')}
      busy={merging.isPending}
      problem={isMissing ? t('missing') : refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        legend={t('remains')}
        value={remainingId}
        options={rows.map((row) => ({
          value: row.deviceId,
          label: toName(row),
          hint: [row.facts.assetNumber, row.facts.place, row.organisation?.name].filter(Boolean).join(', '),
        }))}
        onChange={setRemaining}
      />
      <p className="quiet">{t('effect', { days: undoDays })}</p>
    </FormDialog>
  );
}

/** Merges of the last week, which can be undone (OA-44). */
export function MergesPanel() {
  const t = useTranslations('deviceFacts.merge');
  const dates = useDates();
  const merges = useQuery(mergesQuery).data ?? [];
  const [open, setOpen] = useState<DeviceMerge>();
  if (merges.length === 0) return null;
  return (
    <Panel title={t('list')} note={t('listNote', { days: undoDays })} className={styles.panel}>
      <ul className={styles.claims}>
        {merges.map((merge) => {
          const [from, to] = [merge.merged.serial ?? '-', merge.remaining.serial ?? '-'];
          return (
            <li key={merge.mergeId}>
              <p>
                {from === to
                  ? t('moved', { serial: to, numbers: toNumbers(merge.merged), days: merge.days })
                  : t('line', { from, to, days: merge.days })}
                <br />
                <span className="quiet">
                  {[merge.mergedBy, t('until', { date: dates.dateTime(new Date(merge.undoUntil)) })]
                    .filter((one) => one !== null)
                    .join(', ')}
                </span>
              </p>
              <Button aria-label={t('undoOf', { from, to })} onClick={() => setOpen(merge)}>
                {t('undo')}
              </Button>
            </li>
          );
        })}
      </ul>
      {open === undefined ? null : <UndoDialog merge={open} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
}

function UndoDialog({ merge, onClose }: { readonly merge: DeviceMerge; readonly onClose: () => void }) {
  const t = useTranslations('deviceFacts.merge');
  const undoing = useUndoMerge();
  return (
    <ConfirmDialog
      title={t('undoTitle', { from: merge.merged.serial ?? '-', to: merge.remaining.serial ?? '-' })}
      submit={t('undo')}
      change={undoing}
      onSubmit={() => undoing.mutate(merge.mergeId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('undoText')}</p>
    </ConfirmDialog>
  );
}
