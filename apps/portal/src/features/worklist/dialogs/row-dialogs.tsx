import type { WorklistDetail } from '@platen/contract/worklist';
import type { WorklistRow } from '@platen/contract/worklist-item';
import { callMatters, longestByHandDays, priorities } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toStateOf } from '../../../platform/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { useEnterCall, useSetPriority, useSetWeight } from '../mutations.ts';
import { RowTexts } from '../row-texts.tsx';
import { dayAfter, isBetween, morningOf } from './days.ts';
import styles from './dialogs.module.css';
import { Choice, FormDialog, TextArea } from './form-dialog.tsx';

interface Closable {
  /** Also called once the change is done. */
  readonly onClose: () => void;
}
type PriorityProps = Closable & { readonly row: WorklistRow };
type WeightProps = Closable & { readonly rowId: string; readonly weight: WorklistDetail['use']['weight'] };
type CallProps = Closable & { readonly device: Pick<WorklistRow, 'rowId' | 'serial' | 'customerName'> };

/** Sets the class of a row by hand, or takes it back (WL-52). */
export const PriorityDialog = (props: PriorityProps) => (
  <RowTexts>
    <PriorityForm {...props} />
  </RowTexts>
);
/** Gives a device a weight by hand (WL-48). */
export const WeightDialog = (props: WeightProps) => (
  <RowTexts>
    <WeightForm {...props} />
  </RowTexts>
);
/** Enters a customer's call about a device (WL-19). */
export const CallDialog = (props: CallProps) => (
  <RowTexts>
    <CallForm {...props} />
  </RowTexts>
);

/** Why a change was refused, with its code; undefined while nothing went wrong. */
function useRefusal(error: Error | null): string | undefined {
  const t = useTranslations('dialogs');
  return error === null ? undefined : t('failed', { code: String(toStateOf(error).errorCode) });
}

function PriorityForm({ row, onClose }: PriorityProps) {
  const t = useTranslations('dialogs');
  const { mutate, isPending, error } = useSetPriority(row.rowId);
  const refusal = useRefusal(error);
  const [now] = useState(() => new Date());
  const [first, last] = [dayAfter(now, 1), dayAfter(now, longestByHandDays - 1)];
  const [priority, setPriority] = useState(row.priority);
  const [day, setDay] = useState(last);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const computed = row.byHand?.computed ?? row.priority;
  const send = () => {
    const isDay = isBetween(day, first, last);
    if (!isDay) return setProblem(t('priority.untilNeeded', { days: longestByHandDays }));
    if (reason.trim() === '') return setProblem(t('priority.reasonNeeded'));
    setProblem(undefined);
    mutate({ priority, until: morningOf(day).toISOString(), reason: reason.trim() }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('priority.title')}
      submit={t('priority.submit')}
      busy={isPending}
      problem={problem ?? refusal}
      onSubmit={send}
      onClose={onClose}
      aside={
        row.byHand === null ? undefined : (
          <Button busy={isPending} onClick={() => mutate({ priority: null }, { onSuccess: onClose })}>
            {t('priority.back')}
          </Button>
        )
      }
    >
      <Choice
        legend={t('priority.legend')}
        hideLegend
        value={priority}
        onChange={setPriority}
        options={priorities.map((value) => ({
          value,
          label: value,
          ...(value === computed ? { note: t('priority.computed') } : {}),
        }))}
      />
      <TextField
        label={t('priority.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <TextField
        type="date"
        label={t('priority.until')}
        hint={t('priority.hint', { days: longestByHandDays })}
        min={first}
        max={last}
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
    </FormDialog>
  );
}

const weights = { lower: 0.25, upper: 4 };

function WeightForm({ rowId, weight, onClose }: WeightProps) {
  const t = useTranslations('dialogs');
  const { mutate, isPending, error } = useSetWeight(rowId);
  const refusal = useRefusal(error);
  const [typed, setTyped] = useState(String(weight?.factor ?? 1));
  const [reason, setReason] = useState(weight?.reason ?? '');
  const [problem, setProblem] = useState<string>();
  const known = weight === null ? {} : { version: weight.version };
  const send = () => {
    const factor = Number(typed.trim().replace(',', '.'));
    if (!(factor >= weights.lower && factor <= weights.upper)) return setProblem(t('weight.factorNeeded'));
    if (reason.trim() === '') return setProblem(t('weight.reasonNeeded'));
    setProblem(undefined);
    mutate({ weight: factor, reason: reason.trim(), ...known }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('weight.title')}
      submit={t('weight.submit')}
      busy={isPending}
      problem={problem ?? refusal}
      onSubmit={send}
      onClose={onClose}
      aside={
        weight === null ? undefined : (
          <Button busy={isPending} onClick={() => mutate({ weight: null, ...known }, { onSuccess: onClose })}>
            {t('weight.back')}
          </Button>
        )
      }
    >
      <TextField
        label={t('weight.factor')}
        hint={t('weight.hint')}
        inputMode="decimal"
        data-autofocus=""
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <TextField
        label={t('weight.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}

function CallForm({ device, onClose }: CallProps) {
  const t = useTranslations('dialogs');
  const headlines = useTranslations('headlines');
  const { mutate, isPending, error } = useEnterCall();
  const refusal = useRefusal(error);
  const [matter, setMatter] = useState<(typeof callMatters)[number]>('doesNotPrint');
  const [unusable, setUnusable] = useState(false);
  const [text, setText] = useState('');
  const send = () =>
    mutate(
      { deviceId: device.rowId, matter, unusable, ...(text.trim() === '' ? {} : { text: text.trim() }) },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={t('call.title')}
      submit={t('call.submit')}
      busy={isPending}
      problem={refusal}
      onSubmit={send}
      onClose={onClose}
    >
      <p>
        {t('call.device')} <span className="code">{device.serial}</span> {device.customerName}
      </p>
      <Select
        label={t('call.matter')}
        data-autofocus=""
        value={matter}
        options={callMatters.map((value) => ({ value, label: headlines(`calls.${value}`) }))}
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
