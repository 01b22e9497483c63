import type { CodeThresholds } from '@platen/diagnosis/codes/thresholds';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import {
  type CodeName,
  type CodeSetting,
  codeQueries,
  type SettableKind,
  writeCodeSetting,
} from '../../device/code-queries.ts';
import { deviceQueries } from '../../device/device-query.ts';
import { orNotPermitted } from '../../device/rights.ts';
import { useLeaveGuard } from '../../editing/use-leave-guard.ts';
import { toMessage } from '../../platform/application-message.ts';
import { toStateOf } from '../../platform/failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Evidence } from '../../ui/evidence.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useDates } from '../../ui/use-dates.ts';
import styles from './code-settings.module.css';
import {
  checkThresholds,
  type ThresholdField,
  type ThresholdsDraft,
  toDraft,
  toExplanation,
  toRefusedFields,
} from './thresholds-form.ts';

interface SettingFormProps {
  readonly kind: SettableKind;
  readonly deviceId: string;
  readonly code: CodeName;
  /** The code in words: `05-2190-0`. */
  readonly name: string;
  readonly setting: CodeSetting;
  /** False: the account may only read. Where that is not known, a refused save shows it. */
  readonly mayChange: boolean;
}

/** The two thresholds of a code (CD-20, CD-21), what they mean, who changed them last, and Save. */
export function SettingForm({ kind, deviceId, code, name, setting, mayChange }: SettingFormProps) {
  const t = useTranslations('codeSettings');
  const inForce = toDraft({ alert: setting.alertThreshold, clear: setting.clearThreshold });
  const [typed, setTyped] = useState<ThresholdsDraft>();
  // Shown on Save, not on leaving a box: a text that appears under a press moves the button away from it.
  const [isShown, setShown] = useState(false);
  const { save, isSaving, isSaved, isRefused, failure, forget } = useSave(kind, deviceId, code);
  const isReadOnly = isRefused || !mayChange;
  const draft = isReadOnly ? inForce : (typed ?? inForce);
  const isDirty = draft.alert.trim() !== inForce.alert || draft.clear.trim() !== inForce.clear;
  const { problems, thresholds } = checkThresholds(draft);
  const refused = toRefusedFields(failure?.detail ?? []);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setShown(true);
    if (thresholds !== undefined) {
      if (!isSaving) save(thresholds, { onSuccess: () => setTyped(undefined) });
      return;
    }
    const { elements } = event.currentTarget;
    const first = elements.namedItem(problems.alert === undefined ? 'clear' : 'alert');
    if (first instanceof HTMLElement) first.focus();
  };
  const change = (field: ThresholdField, text: string) => {
    setTyped({ ...draft, [field]: text });
    if (failure !== undefined || isSaved) forget();
  };
  const problemOf = (field: ThresholdField): string | undefined => {
    const problem = isShown ? problems[field] : undefined;
    if (problem !== undefined) return t(`problem.${problem}`);
    const reason = refused[field];
    return reason === undefined ? undefined : t('problem.refused', { reason });
  };
  const field = (key: ThresholdField) => (
    <TextField
      name={key}
      label={t(key)}
      inputMode="decimal"
      className={styles.field}
      readOnly={isReadOnly}
      value={draft[key]}
      problem={problemOf(key)}
      onChange={({ currentTarget }) => change(key, currentTarget.value)}
    />
  );
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <div className={styles.fields}>
        {field('alert')}
        {field('clear')}
      </div>
      <p className={styles.explain}>
        {thresholds === undefined
          ? t('hint')
          : t(`explain.${toExplanation(thresholds)}`, {
              alert: String(thresholds.alert),
              clear: String(thresholds.clear),
            })}
      </p>
      {thresholds === undefined ? null : <p className={styles.hint}>{t('hint')}</p>}
      <div className={styles.actions}>
        {isReadOnly ? null : (
          <Button variant="primary" type="submit" busy={isSaving} disabled={!isDirty && !isSaving}>
            {t('save')}
          </Button>
        )}
        <output className={styles.saved}>{isSaved && !isDirty ? t('saved') : ''}</output>
        <LastChange name={name} setting={setting} />
      </div>
      {isReadOnly ? (
        <p className={styles.refused} role={isRefused ? 'alert' : undefined}>
          {t('readOnly')}
        </p>
      ) : null}
      {failure !== undefined && Object.keys(refused).length === 0 ? (
        <p className={styles.failed} role="alert">
          {t('saveFailed')} <span className="code">{failure.errorCode}</span> {toMessage(failure.errorCode)}
        </p>
      ) : null}
      <LeaveDialog code={name} isDirty={isDirty} />
    </form>
  );
}

/** Who set the thresholds in force, and when; its card holds what was set. */
function LastChange({ name, setting }: { name: string; setting: CodeSetting }) {
  const { changedBy, changedAt, alertThreshold, clearThreshold } = setting;
  const t = useTranslations('codeSettings');
  const common = useTranslations('common');
  const dates = useDates();
  if (changedAt === null) return <span className={styles.changed}>{t('neverChanged')}</span>;
  const at = dates.dateTime(new Date(changedAt));
  const shown = (threshold: number | null) => (threshold === null ? common('none') : String(threshold));
  const set = t('made', { at, alert: shown(alertThreshold), clear: shown(clearThreshold) });
  return (
    <span className={styles.changed}>
      <Evidence title={`${t('thresholds')}, ${name}`} note={set}>
        {t('changed', { name: changedBy ?? common('none'), at })}
      </Evidence>
    </span>
  );
}

/**
 * The server judges the device again some ten seconds later, under load within a minute: then its status is
 * read again.
 */
const judgedAfterMs = [15_000, 30_000, 60_000];

/** Saves the thresholds of a code. */
function useSave(kind: SettableKind, deviceId: string, code: CodeName) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: ({ alert, clear }: CodeThresholds) =>
      orNotPermitted(writeCodeSetting(kind, deviceId, { ...code, alertThreshold: alert, clearThreshold: clear })),
    onSuccess: async (saved) => {
      if (saved === 'notPermitted') return;
      client.setQueryData(codeQueries.setting(kind, deviceId, code).queryKey, saved);
      const stale = [codeQueries.table(kind, deviceId).queryKey, deviceQueries.profile(deviceId).queryKey];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
  const { data, error } = mutation;
  const isSaved = data !== undefined && data !== 'notPermitted';
  useEffect(() => {
    if (data === undefined || data === 'notPermitted') return undefined;
    const { queryKey } = deviceQueries.profile(deviceId);
    const timers = judgedAfterMs.map((ms) => setTimeout(() => void client.invalidateQueries({ queryKey }), ms));
    return () => timers.forEach(clearTimeout);
  }, [data, client, deviceId]);
  return {
    save: mutation.mutate,
    isSaving: mutation.isPending,
    isSaved,
    isRefused: data === 'notPermitted',
    failure: error === null ? undefined : toStateOf(error),
    /** Forgets the outcome of the last save. */
    forget: mutation.reset,
  };
}

/** Asks before unsaved thresholds are left behind, by a link, a step back or the closing of the page. */
function LeaveDialog({ code, isDirty }: { code: string; isDirty: boolean }) {
  const t = useTranslations('codeSettings.leave');
  const { isAsking, decide } = useLeaveGuard(isDirty);
  if (!isAsking) return null;
  return (
    <Dialog
      title={t('title')}
      role="alertdialog"
      size="narrow"
      onClose={() => decide(false)}
      footer={
        <>
          <Button onClick={() => decide(true)}>{t('discard')}</Button>
          <Button variant="primary" onClick={() => decide(false)} data-autofocus>
            {t('stay')}
          </Button>
        </>
      }
    >
      <p>{t('body', { code })}</p>
    </Dialog>
  );
}
