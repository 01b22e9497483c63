import type { WorklistRow } from '@platen/contract/worklist-item';
import { callMatters } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from '../../../editing/dialogs.module.css';
import { FormDialog, TextArea, useRefusal } from '../../../editing/form-dialog.tsx';
import { Select } from '../../../ui/text-field.tsx';
import { DeviceChoice } from '../../../visit-planning/device-choice.tsx';
import { useEnterCall } from '../mutations.ts';
import { RowTexts } from '../row-texts.tsx';

interface CallProps {
  /** Undefined: the device is looked for. */
  readonly device: Pick<WorklistRow, 'rowId' | 'serial' | 'customerName'> | undefined;
  /** Also called once the call is entered. */
  readonly onClose: () => void;
}

/** Enters a customer's call about a device (WL-19). */
export const CallDialog = (props: CallProps) => (
  <RowTexts>
    <CallForm {...props} />
  </RowTexts>
);

function CallForm({ device, onClose }: CallProps) {
  const t = useTranslations('dialogs');
  const headlines = useTranslations('headlines');
  const { mutate, isPending, error } = useEnterCall();
  const refusal = useRefusal(error);
  const [found, setFound] = useState<string>();
  const [matter, setMatter] = useState<(typeof callMatters)[number]>('doesNotPrint');
  const [unusable, setUnusable] = useState(false);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const deviceId = device?.rowId ?? found;
  const send = () => {
    if (deviceId === undefined) return setProblem(t('call.deviceNeeded'));
    setProblem(undefined);
    mutate(
      { deviceId, matter, unusable, ...(text.trim() === '' ? {} : { text: text.trim() }) },
      { onSuccess: onClose },
    );
  };
  return (
    <FormDialog
      title={t('call.title')}
      submit={t('call.submit')}
      busy={isPending}
      problem={problem ?? refusal}
      onSubmit={send}
      onClose={onClose}
    >
      {device === undefined ? (
        <DeviceChoice value={found} onChange={(chosen) => setFound(chosen?.deviceId)} />
      ) : (
        <p>
          {t('call.device')} <span className="code">{device.serial}</span> {device.customerName}
        </p>
      )}
      <Select
        label={t('call.matter')}
        data-autofocus={device === undefined ? undefined : ''}
        value={matter}
        options={callMatters.map((value) => ({ value, label: capitalised(headlines(`calls.${value}`)) }))}
        onChange={({ currentTarget }) => {
          const chosen = callMatters.find((one) => one === currentTarget.value);
          if (chosen !== undefined) setMatter(chosen);
        }}
      />
      <label className={styles.option}>
        <input
          type="checkbox"
          checked={unusable}
          onChange={({ currentTarget }) => setUnusable(currentTarget.checked)}
        />
        <span className={styles.optionName}>{t('call.unusable')}</span>
      </label>
      <TextArea label={t('call.words')} hint={t('call.hint')} value={text} onChange={setText} />
    </FormDialog>
  );
}

/** Within a headline the words begin small. */
const capitalised = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
