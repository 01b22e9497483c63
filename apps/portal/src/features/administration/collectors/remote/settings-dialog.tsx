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
  const change = useChangeSettings(id);
  const [from, setFrom] = useState(shown);
  const [draft, setDraft] = useState(() => toDraft(shown));
  const [isTried, setTried] = useState(false);
  const [isSealing, setSealing] = useState(false);
  const refusal = useRefusal(change.error);
  const conflict = toConflict(change.error, changeCollectorSettings.answer);
  const detail = change.error === null ? undefined : toStateOf(change.error).detail[0]?.msg;
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
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
    change.mutate({ version: from.version, settings: toSettings(draft), credentials }, { onSuccess: onClose });
  };
  const submit = () => {
    setTried(true);
    if (!isGood(draft) || isSealing) return;
    setSealing(true);
    void send().finally(() => setSealing(false));
  };
  const number = (key: NumberKey) => {
    const [least, most] = remoteLimits[key];
    return (
      <TextField
        label={t(key)}
        inputMode="numeric"
        value={draft[key]}
        data-autofocus={key === 'everyMinutes' ? '' : undefined}
        problem={isTried && toNumber(key, draft[key]) === null ? t('whole', { least, most }) : undefined}
        onChange={({ currentTarget }) => set({ [key]: currentTarget.value })}
      />
    );
  };
  const hoursProblem = isTried && !areHoursGood(draft) ? t('time') : undefined;
  return (
    <FormDialog
      title={t('title', { name })}
      submit={t('submit')}
      size="default"
      busy={change.isPending || isSealing}
      problem={
        conflict === undefined
          ? detail === undefined
            ? refusal
            : `${refusal} ${t('refused', { why: detail })}`
          : t('changed')
      }
      aside={
        conflict === undefined ? null : (
          <Button
            onClick={() => {
              setFrom(conflict.current);
              setDraft(toDraft(conflict.current));
              change.reset();
            }}
          >
            {t('takeTheirs')}
          </Button>
        )
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('intro')}</p>
      <div className={styles.fields}>
        {number('everyMinutes')}
        {number('packetsPerSecond')}
        {number('concurrency')}
        <Select
          label={t('ipp')}
          value={draft.ipp}
          options={(['', 'on', 'off'] as const).map((value) => ({ value, label: t(value === '' ? 'open' : value) }))}
          onChange={({ currentTarget: { value } }) => set({ ipp: value === 'on' || value === 'off' ? value : '' })}
        />
        <Select
          label={t('logLevel')}
          value={draft.logLevel}
          options={[{ value: '', label: t('open') }, ...logLevels.map((value) => ({ value, label: value }))]}
          onChange={({ currentTarget: { value } }) => set({ logLevel: logLevels.find((one) => one === value) ?? '' })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={t(end)}
            placeholder="22:00"
            hint={end === 'from' ? t('hoursHint') : undefined}
            value={draft[end]}
            problem={hoursProblem}
            onChange={({ currentTarget }) => set({ [end]: currentTarget.value.trim() })}
          />
        ))}
      </div>
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
