import {
  type CollectorSettings,
  changeCollectorSettings,
  logLevels,
  remoteLimits,
} from '@platen/contract/remote-settings';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toConflict } from '../../../../editing/conflict.ts';
import { FormDialog, useRefusal } from '../../../../editing/form-dialog.tsx';
import { toStateOf } from '../../../../platform/failure.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select, TextField } from '../../../../ui/text-field.tsx';
import { CredentialFields } from './credential-fields.tsx';
import { useChangeSettings } from './queries.ts';
import styles from './remote.module.css';
import { seal } from './seal.ts';
import {
  areHoursGood,
  type Draft,
  isGood,
  type NumberKey,
  nextId,
  toDraft,
  toNumber,
  toSettings,
} from './settings-draft.ts';
import { SiteFields } from './site-fields.tsx';

interface DialogProps {
  readonly id: string;
  readonly name: string;
  readonly shown: CollectorSettings;
  readonly onClose: () => void;
}

const emptySite = {
  name: '',
  targets: '',
  exclude: '',
  mdns: '',
  customerNumber: '',
  customerName: '',
  rest: {},
} as const;

/** What a collector should have (CF-12). What is left empty is decided at its site. */
export function SettingsDialog({ id, name, shown, onClose }: DialogProps) {
  const t = useTranslations('collectorRemote.dialog');
  const form = useSettingsForm(id, shown, onClose);
  const { from, draft, set, isTried, conflict } = form;
  const problem = useProblem(form.change.error, conflict !== undefined);
  return (
    <FormDialog
      title={t('title', { name })}
      submit={t('submit')}
      size="default"
      busy={form.isBusy}
      problem={problem}
      aside={
        conflict === undefined ? null : (
          <Button onClick={() => form.takeTheirs(conflict.current)}>{t('takeTheirs')}</Button>
        )
      }
      onSubmit={form.submit}
      onClose={onClose}
    >
      <p>{t('intro')}</p>
      <RoundFields draft={draft} isTried={isTried} onChange={set} />
      {draft.sites.map((site, i) => (
        <SiteFields
          key={site.id}
          number={i + 1}
          site={site}
          isTried={isTried}
          all={draft.sites}
          onChange={(part) =>
            set({ sites: draft.sites.map((other) => (other.id === site.id ? { ...other, ...part } : other)) })
          }
          onRemove={() => set({ sites: draft.sites.filter((other) => other.id !== site.id) })}
        />
      ))}
      <div className={styles.asks}>
        <Button onClick={() => set({ sites: [...draft.sites, { ...emptySite, id: nextId() }] })}>{t('addSite')}</Button>
      </div>
      <CredentialFields
        credentials={draft.credentials}
        stored={from.credentials}
        encryptionKey={from.encryptionKey}
        isTried={isTried}
        onChange={(credentials) => set({ credentials })}
      />
    </FormDialog>
  );
}

/** What was typed for a collector, and the call that sends it, with new credentials sealed for it. */
function useSettingsForm(id: string, shown: CollectorSettings, onSaved: () => void) {
  const change = useChangeSettings(id);
  const [from, setFrom] = useState(shown);
  const [draft, setDraft] = useState(() => toDraft(shown));
  const [isTried, setTried] = useState(false);
  const [isSealing, setSealing] = useState(false);
  const send = async () => {
    const { encryptionKey } = from;
    const credentials = await Promise.all(
      draft.credentials.map(async (one) => {
        const { id: _, secret, ...head } = one;
        return {
          ...head,
          ...(secret !== undefined &&
            encryptionKey !== null && { sealed: await seal(id, encryptionKey, head, secret) }),
        };
      }),
    );
    change.mutate({ version: from.version, settings: toSettings(draft), credentials }, { onSuccess: onSaved });
  };
  const submit = () => {
    setTried(true);
    if (!isGood(draft) || isSealing) return;
    setSealing(true);
    void send().finally(() => setSealing(false));
  };
  const takeTheirs = (theirs: CollectorSettings) => {
    setFrom(theirs);
    setDraft(toDraft(theirs));
    change.reset();
  };
  return {
    from,
    draft,
    set: (part: Partial<Draft>) => setDraft({ ...draft, ...part }),
    isTried,
    isBusy: change.isPending || isSealing,
    change,
    conflict: toConflict(change.error, changeCollectorSettings.answer),
    submit,
    takeTheirs,
  };
}

/** Why the settings were not stored, with what the server states of them. */
function useProblem(error: Error | null, isConflict: boolean): string | undefined {
  const t = useTranslations('collectorRemote.dialog');
  const refusal = useRefusal(error);
  if (isConflict) return t('changed');
  const detail = error === null ? undefined : toStateOf(error).detail[0]?.msg;
  return detail === undefined ? refusal : `${refusal} ${t('refused', { why: detail })}`;
}

interface RoundProps {
  readonly draft: Draft;
  readonly isTried: boolean;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** How often, how fast and when it reads, and what it logs. */
function RoundFields({ draft, isTried, onChange }: RoundProps) {
  const t = useTranslations('collectorRemote.dialog');
  const number = (key: NumberKey) => {
    const [least, most] = remoteLimits[key];
    return (
      <TextField
        label={t(key)}
        inputMode="numeric"
        value={draft[key]}
        data-autofocus={key === 'everyMinutes' ? '' : undefined}
        problem={isTried && toNumber(key, draft[key]) === null ? t('whole', { least, most }) : undefined}
        onChange={({ currentTarget }) => onChange({ [key]: currentTarget.value })}
      />
    );
  };
  const hoursProblem = isTried && !areHoursGood(draft) ? t('time') : undefined;
  return (
    <div className={styles.fields}>
      {number('everyMinutes')}
      {number('packetsPerSecond')}
      {number('concurrency')}
      <Select
        label={t('ipp')}
        value={draft.ipp}
        options={(['', 'on', 'off'] as const).map((value) => ({ value, label: t(value === '' ? 'open' : value) }))}
        onChange={({ currentTarget: { value } }) => onChange({ ipp: value === 'on' || value === 'off' ? value : '' })}
      />
      <Select
        label={t('logLevel')}
        value={draft.logLevel}
        options={[{ value: '', label: t('open') }, ...logLevels.map((value) => ({ value, label: value }))]}
        onChange={({ currentTarget: { value } }) =>
          onChange({ logLevel: logLevels.find((one) => one === value) ?? '' })
        }
      />
      {(['from', 'to'] as const).map((end) => (
        <TextField
          key={end}
          label={t(end)}
          placeholder="22:00"
          hint={end === 'from' ? t('hoursHint') : undefined}
          value={draft[end]}
          problem={hoursProblem}
          onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value.trim() })}
        />
      ))}
    </div>
  );
}
