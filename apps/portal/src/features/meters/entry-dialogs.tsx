import type { CloseLine } from '@platen/contract/close-lines';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type MeterWords } from '../../device/use-meter-words.ts';
import { FormDialog, TextArea } from '../../editing/form-dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { deviceName } from './line-names.ts';
import { toInstant, toLocalText } from './local-time.ts';
import { useEnter } from './use-settle.ts';

interface FigureProps {
  readonly line: CloseLine;
  readonly words: MeterWords;
  /** Of the close: the time is one of its clocks (GE-08). */
  readonly zone: string;
  readonly onClose: () => void;
}

/** The figure that the customer read from the panel (LG-06, source customer). */
export function FigureDialog({ line, words, zone, onClose }: FigureProps) {
  const t = useTranslations('meters.figure');
  const hints = useTranslations('meters.settle');
  const { enterFigure, isBusy, problem } = useEnter(onClose);
  const [value, setValue] = useState('');
  const [at, setAt] = useState(() => toLocalText(new Date(Math.min(Date.now(), Date.parse(line.to) - 60_000)), zone));
  const [note, setNote] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const isCount = /^\d{1,12}$/.test(value.trim());
  const instant = toInstant(at, zone);
  const submit = () => {
    setWasSent(true);
    if (isCount && instant !== undefined)
      enterFigure({ line, value: Number(value.trim()), at: instant.toISOString(), note });
  };
  return (
    <FormDialog
      title={t('title', { serial: deviceName(line), meter: words.meter(line.meter) })}
      submit={t('submit')}
      busy={isBusy}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('value')}
        inputMode="numeric"
        maxLength={12}
        required
        data-autofocus=""
        value={value}
        problem={wasSent && !isCount ? t('missing') : undefined}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <TextField
        label={t('at', { zone })}
        type="datetime-local"
        required
        value={at}
        problem={wasSent && instant === undefined ? t('missingAt') : undefined}
        onChange={({ currentTarget }) => setAt(currentTarget.value)}
      />
      <TextArea label={hints('note')} hint={hints('noteHint')} value={note} onChange={setNote} />
    </FormDialog>
  );
}

/** The asset number of a device, without which a line stops the close (LG-32). */
export function AssetDialog({ line, onClose }: { readonly line: CloseLine; readonly onClose: () => void }) {
  const t = useTranslations('meters.asset');
  const { enterAsset, isBusy, problem } = useEnter(onClose);
  const [value, setValue] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const assetNumber = value.trim();
  return (
    <FormDialog
      title={t('title', { serial: deviceName(line) })}
      submit={t('submit')}
      busy={isBusy}
      problem={problem}
      onSubmit={() => {
        setWasSent(true);
        if (assetNumber !== '') enterAsset({ deviceId: line.deviceId, assetNumber });
      }}
      onClose={onClose}
    >
      <TextField
        label={t('value')}
        maxLength={60}
        required
        data-autofocus=""
        value={value}
        problem={wasSent && assetNumber === '' ? t('missing') : undefined}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
    </FormDialog>
  );
}
