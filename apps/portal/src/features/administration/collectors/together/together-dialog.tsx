import { type RolloutCandidate, rolloutKeys } from '@platen/contract/collector-rollouts';
import { logLevels, remoteLimits } from '@platen/contract/remote-settings';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Tick, Ticks } from '../../../../delivery/ticks.tsx';
import { FormDialog, useRefusal } from '../../../../editing/form-dialog.tsx';
import { toStateOf } from '../../../../platform/failure.ts';
import { Button } from '../../../../ui/button.tsx';
import { Select, TextField } from '../../../../ui/text-field.tsx';
import styles from '../remote/remote.module.css';
import { areHoursGood, toNumber } from '../remote/settings-draft.ts';
import { DifferenceTable } from './difference-table.tsx';
import { emptyDraft, numberKeys, type PartDraft, settingOf, toPart, withUnset } from './part-draft.ts';
import { usePreview, useStartRollout } from './queries.ts';

interface DialogProps {
  readonly collectorIds: readonly string[];
  readonly onStarted: () => void;
  readonly onClose: () => void;
}

/** Settings of several collectors: first what, then the difference at each, then it begins (CF-16). */
export function TogetherDialog({ collectorIds, onStarted, onClose }: DialogProps) {
  const t = useTranslations('collectorRollout.dialog');
  const [draft, setDraft] = useState(emptyDraft);
  const [isTried, setTried] = useState(false);
  const [shown, setShown] = useState<readonly RolloutCandidate[]>();
  /** Sent again after a lost answer, it begins nothing twice (GE-07). */
  const [key, setKey] = useState(() => crypto.randomUUID());
  const preview = usePreview();
  const starting = useStartRollout();
  const error = starting.error ?? preview.error;
  const refusal = useRefusal(error);
  const detail = error === null ? undefined : toStateOf(error).detail[0]?.msg;
  const part = toPart(draft);
  const isEmpty = part !== undefined && Object.keys(part).length === 0;
  const changing = (shown ?? []).filter(({ skip }) => skip === null);
  const [first] = changing;
  const look = () => {
    setTried(true);
    if (part === undefined || isEmpty) return;
    preview.mutate({ collectorIds: [...collectorIds], settings: part }, { onSuccess: setShown });
  };
  const begin = () => {
    if (part === undefined || first === undefined) return;
    const collectors = changing.map(({ collectorId, version }) => ({ collectorId, version }));
    starting.mutate({ form: { collectors, settings: part }, idempotencyKey: key }, { onSuccess: onStarted });
  };
  const back = () => {
    setShown(undefined);
    setKey(crypto.randomUUID());
    starting.reset();
  };
  const why = detail === undefined ? refusal : `${refusal} ${t('refused', { why: detail })}`;
  return (
    <FormDialog
      title={t('title', { count: collectorIds.length })}
      submit={first === undefined ? t('submit') : t('begin', { name: first.name })}
      size="default"
      busy={preview.isPending || starting.isPending}
      problem={isTried && isEmpty && shown === undefined ? t('nothing') : why}
      aside={shown === undefined ? null : <Button onClick={back}>{t('back')}</Button>}
      onSubmit={first === undefined ? look : begin}
      onClose={onClose}
    >
      {shown === undefined ? (
        <Fields draft={draft} isTried={isTried} onChange={(change) => setDraft({ ...draft, ...change })} />
      ) : (
        <>
          <output>
            {first === undefined ? t('none') : t('begins', { count: changing.length, first: first.name })}
          </output>
          <DifferenceTable candidates={shown} />
        </>
      )}
    </FormDialog>
  );
}

interface FieldsProps {
  readonly draft: PartDraft;
  readonly isTried: boolean;
  readonly onChange: (change: Partial<PartDraft>) => void;
}

function Fields({ draft, isTried, onChange }: FieldsProps) {
  const t = useTranslations('collectorRollout.dialog');
  const ofOne = useTranslations('collectorRemote.dialog');
  const ofKeys = useTranslations('collectorRemote.keys');
  const hoursProblem = isTried && !areHoursGood(draft) ? ofOne('time') : undefined;
  return (
    <>
      <p>{t('intro')}</p>
      <div className={styles.fields}>
        {numberKeys.map((key) => {
          const [least, most] = remoteLimits[key];
          return (
            <TextField
              key={key}
              label={ofOne(key)}
              inputMode="numeric"
              value={draft[key]}
              disabled={draft.unset.includes(key)}
              data-autofocus={key === 'everyMinutes' ? '' : undefined}
              problem={isTried && toNumber(key, draft[key]) === null ? ofOne('whole', { least, most }) : undefined}
              onChange={({ currentTarget }) => onChange({ [key]: currentTarget.value })}
            />
          );
        })}
        <Select
          label={ofOne('logLevel')}
          value={draft.logLevel}
          disabled={draft.unset.includes('logLevel')}
          options={[{ value: '', label: t('unchanged') }, ...logLevels.map((value) => ({ value, label: value }))]}
          onChange={({ currentTarget: { value } }) =>
            onChange({ logLevel: logLevels.find((one) => one === value) ?? '' })
          }
        />
        <Select
          label="mDNS"
          value={draft.mdns}
          disabled={draft.unset.includes('mdns')}
          options={(['', 'on', 'off'] as const).map((value) => ({
            value,
            label: value === '' ? t('unchanged') : ofOne(value),
          }))}
          onChange={({ currentTarget: { value } }) =>
            onChange({ mdns: value === 'on' || value === 'off' ? value : '' })
          }
        />
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            label={ofOne(end)}
            placeholder="22:00"
            hint={end === 'from' ? ofOne('hoursHint') : undefined}
            value={draft[end]}
            disabled={draft.unset.includes('searchHours')}
            problem={hoursProblem}
            onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value.trim() })}
          />
        ))}
        <p className={`${styles.wide} quiet`}>{t('mdnsHint')}</p>
        <div className={styles.wide}>
          <Ticks legend={t('unset')}>
            {rolloutKeys.map((key) => (
              <Tick
                key={key}
                label={ofKeys(settingOf[key])}
                checked={draft.unset.includes(key)}
                onChange={() => onChange(withUnset(draft, key, !draft.unset.includes(key)))}
              />
            ))}
          </Ticks>
          <p className="quiet">{t('unsetHint')}</p>
        </div>
      </div>
    </>
  );
}
