import { type ChannelKind, channelKinds, type MessageLanguage, usualLimits } from '@platen/contract/channel-names';
import { type Channel, channel as channelSchema } from '@platen/contract/channels';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type Conflict, toConflict } from '../editing/conflict.ts';
import { ConflictDialog, changedRows } from '../editing/conflict-dialog.tsx';
import { Choice, FormDialog, useRefusal } from '../editing/form-dialog.tsx';
import { environment, viewerTimeZone } from '../platform/environment.ts';
import { Select, TextField } from '../ui/text-field.tsx';
import styles from './delivery.module.css';
import { useAddChannel, useChangeChannel } from './queries.ts';

interface EditProps {
  /** Left out: a new one. */
  readonly channel: Channel | undefined;
  readonly sendsMail: boolean;
  readonly fallbackId: string | undefined;
  readonly mayManage: boolean;
  /** With the secret of a new webhook. */
  readonly onDone: (name: string, secret: string | undefined) => void;
  readonly onClose: () => void;
}

const languages: readonly { readonly value: MessageLanguage; readonly label: string }[] = [
  { value: 'en-us', label: 'English' },
  { value: 'ja-jp', label: '日本語' },
];
const mostAnHour = 1000;
const mostADay = 10_000;
const isLimit = (text: string, most: number) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= most;

/** Where a channel leads, in which language and zone, and how much goes there at most (DE-01, DE-13). */
export function EditDialog({ channel, sendsMail, fallbackId, mayManage, onDone, onClose }: EditProps) {
  const t = useTranslations('delivery.edit');
  const all = useTranslations('delivery');
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'mail');
  const [owner, setOwner] = useState(channel?.owner ?? 'self');
  const [name, setName] = useState(channel?.name ?? '');
  const [address, setAddress] = useState('');
  const [language, setLanguage] = useState<MessageLanguage>(channel?.language ?? environment().locale);
  const [zone, setZone] = useState(channel?.zone ?? viewerTimeZone());
  const limits = channel?.limits ?? usualLimits;
  const [hour, setHour] = useState(String(limits.hour));
  const [day, setDay] = useState(String(limits.day));
  const [isFallback, setFallback] = useState(channel !== undefined && channel.channelId === fallbackId);
  const [isTried, setTried] = useState(false);
  const adding = useAddChannel();
  const changing = useChangeChannel();
  const [conflict, setConflict] = useState<Conflict<Channel>>();
  const problem = useRefusal(conflict === undefined ? (adding.error ?? changing.error) : null);
  const faults = {
    name: name.trim() === '',
    address: channel === undefined && address.trim() === '',
    limits: !isLimit(hour, mostAnHour) || !isLimit(day, mostADay),
  };
  const common = { name: name.trim(), language, zone, limits: { hour: Number(hour), day: Number(day) } };
  const submit = (version = channel?.version) => {
    setTried(true);
    if (Object.values(faults).includes(true)) return;
    if (channel === undefined || version === undefined)
      return adding.mutate(
        { kind, owner, address: address.trim(), ...common },
        { onSuccess: ({ channel: made, secret }) => onDone(made.name, secret) },
      );
    changing.mutate(
      {
        channelId: channel.channelId,
        version,
        ...common,
        ...(address.trim() === '' ? {} : { address: address.trim() }),
        ...(channel.owner === 'organisation' ? { isFallback } : {}),
      },
      {
        onSuccess: () => onDone(common.name, undefined),
        onError: (thrown) => setConflict(toConflict(thrown, channelSchema)),
      },
    );
  };
  const zones = Intl.supportedValuesOf('timeZone');
  if (channel !== undefined && conflict !== undefined)
    return (
      <ChannelConflict
        channel={channel}
        mine={common}
        conflict={conflict}
        isBusy={changing.isPending}
        onKeepMine={() => submit(conflict.current.version)}
        onTakeTheirs={onClose}
      />
    );
  return (
    <FormDialog
      title={t(channel === undefined ? 'add' : 'change')}
      submit={t(channel === undefined ? 'submitAdd' : 'submit')}
      busy={adding.isPending || changing.isPending}
      problem={problem}
      onSubmit={() => submit()}
      onClose={onClose}
    >
      {channel === undefined ? (
        <Choice
          legend={t('kind')}
          value={kind}
          onChange={setKind}
          options={channelKinds.map((value) => ({
            value,
            label: all(`kind.${value}`),
            note: value === 'mail' && !sendsMail ? all('noMail') : undefined,
          }))}
        />
      ) : null}
      <TextField
        label={t('name')}
        maxLength={80}
        value={name}
        data-autofocus=""
        problem={isTried && faults.name ? t('nameNeeded') : undefined}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextField
        label={t(`address.${kind}`)}
        type={kind === 'mail' ? 'email' : 'url'}
        hint={channel === undefined ? t(`hint.${kind}`) : t('addressUnchanged')}
        placeholder={channel?.address}
        maxLength={2000}
        value={address}
        problem={isTried && faults.address ? t('addressNeeded') : undefined}
        onChange={({ currentTarget }) => setAddress(currentTarget.value)}
      />
      {channel === undefined && mayManage ? (
        <Select
          className={styles.stacked}
          label={t('owner')}
          value={owner}
          options={[
            { value: 'self', label: t('self') },
            { value: 'organisation', label: t('organisation') },
          ]}
          onChange={({ currentTarget }) => setOwner(currentTarget.value === 'self' ? 'self' : 'organisation')}
        />
      ) : null}
      <div className={styles.fields}>
        <Select
          className={styles.stacked}
          label={t('language')}
          value={language}
          options={languages}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'ja-jp' ? 'ja-jp' : 'en-us')}
        />
        <Select
          className={styles.stacked}
          label={t('zone')}
          value={zone}
          options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({ value, label: value }))}
          onChange={({ currentTarget }) => setZone(currentTarget.value)}
        />
      </div>
      <div className={styles.fields}>
        <TextField
          label={t('hour')}
          inputMode="numeric"
          value={hour}
          problem={isTried && faults.limits ? t('limitsNeeded') : undefined}
          onChange={({ currentTarget }) => setHour(currentTarget.value)}
        />
        <TextField
          label={t('day')}
          inputMode="numeric"
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </div>
      {channel?.owner === 'organisation' ? (
        <label className={styles.tick}>
          <input type="checkbox" checked={isFallback} onChange={() => setFallback(!isFallback)} />
          {t('fallback')}
        </label>
      ) : null}
    </FormDialog>
  );
}

type Common = Pick<Channel, 'name' | 'language' | 'zone' | 'limits'>;

interface ConflictProps {
  /** As it was when the dialog was opened. */
  readonly channel: Channel;
  readonly mine: Common;
  readonly conflict: Conflict<Channel>;
  readonly isBusy: boolean;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

/** What another person changed meanwhile, next to the own change (GE-06). */
function ChannelConflict({ channel, mine, conflict, isBusy, onKeepMine, onTakeTheirs }: ConflictProps) {
  const t = useTranslations('delivery.edit');
  const rowOf = (label: string, toText: (one: Common) => string) => ({
    label,
    before: toText(channel),
    mine: toText(mine),
    theirs: toText(conflict.current),
  });
  const nameOf = (value: MessageLanguage) => languages.find((one) => one.value === value)?.label ?? value;
  const rows = changedRows([
    rowOf(t('name'), (one) => one.name),
    rowOf(t('language'), (one) => nameOf(one.language)),
    rowOf(t('zone'), (one) => one.zone),
    rowOf(t('hour'), ({ limits: most }) => String(most.hour)),
    rowOf(t('day'), ({ limits: most }) => String(most.day)),
  ]);
  return (
    <ConflictDialog
      tables={[{ id: channel.channelId, caption: channel.name, by: conflict.by, rows }]}
      busy={isBusy}
      onKeepMine={onKeepMine}
      onTakeTheirs={onTakeTheirs}
    />
  );
}
