import { correctionReasons } from '@platen/contract/meter-values';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useMeterWords } from '../../../device/use-meter-words.ts';
import { Choice, FormDialog, TextArea } from '../../../editing/form-dialog.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import type { MeterLedger } from './queries.ts';
import { useCorrect } from './use-correct.ts';

interface CorrectionDialogProps {
  readonly deviceId: string;
  readonly ledger: MeterLedger;
  readonly onClose: () => void;
}

/** Adds or takes pages, or enters a reading of the customer's (LG-19). */
export function CorrectionDialog({ deviceId, ledger, onClose }: CorrectionDialogProps) {
  const t = useTranslations('ledger.dialog');
  const reasonNames = useTranslations('ledger.corrections.reasons');
  const words = useMeterWords(ledger.zone);
  const { add, isBusy, problem } = useCorrect(deviceId, ledger.meter);
  const [kind, setKind] = useState<'pages' | 'reading'>('pages');
  const [count, setCount] = useState('');
  const [at, setAt] = useState(() => new Date().toISOString().slice(0, 16));
  const [reason, setReason] = useState<(typeof correctionReasons)[number]>('agreed');
  const [note, setNote] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isCount = (kind === 'pages' ? /^[-−]?[1-9]\d{0,8}$/ : /^\d{1,12}$/).test(count.trim());
  const time = Date.parse(`${at}:00Z`);
  const submit = () => {
    setWasSent(true);
    if (!isCount || Number.isNaN(time)) return;
    const number = Number(count.trim().replace('−', '-'));
    const shared = { at: new Date(time).toISOString(), reason, ...(note.trim() !== '' && { note: note.trim() }) };
    add(
      kind === 'pages' ? { kind, pages: number, ...shared } : { kind, value: number, source: 'customer', ...shared },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t('title', { meter: words.meter(ledger.meter) })}
      submit={t('save')}
      busy={isBusy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        legend={t('kind')}
        value={kind}
        onChange={setKind}
        options={[
          { value: 'pages', label: t('pages'), note: t('limit') },
          { value: 'reading', label: t('reading') },
        ]}
      />
      <TextField
        label={kind === 'pages' ? t('count') : t('value')}
        inputMode="numeric"
        maxLength={12}
        required
        value={count}
        problem={wasSent && !isCount ? t('missing') : undefined}
        onChange={({ currentTarget }) => setCount(currentTarget.value)}
      />
      <TextField
        label={t('at')}
        type="datetime-local"
        required
        value={at}
        problem={wasSent && Number.isNaN(time) ? t('missingAt') : undefined}
        onChange={({ currentTarget }) => setAt(currentTarget.value)}
      />
      <Select
        label={t('reason')}
        value={reason}
        options={correctionReasons.map((name) => ({ value: name, label: reasonNames(name) }))}
        onChange={({ currentTarget }) => {
          const chosen = correctionReasons.find((name) => name === currentTarget.value);
          if (chosen !== undefined) setReason(chosen);
        }}
      />
      <TextArea label={t('note')} hint={t('noteHint')} value={note} onChange={setNote} />
    </FormDialog>
  );
}
