import { type ChannelKind, channelKinds, type MessageLanguage, usualLimits } from '@platen/contract/channel-names';
import { type Channel, channel as channelSchema } from '@platen/contract/channels';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type Conflict, toConflict } from '../editing/conflict.ts';
import { ConflictDialog, changedRows } from '../editing/conflict-dialog.tsx';
import { Choice, FormDialog, useRefusal } from '../editing/form-dialog.tsx';
import { listTimeZones } from '../editing/time-zones.ts';
import { environment, viewerTimeZone } from '../platform/environment.ts';
import { toStateOf } from '../platform/failure.ts';
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
export function EditDialog(props: EditProps) {
  const { channel, sendsMail, mayManage, onClose } = props;
  const t = useTranslations('delivery.edit');
  const form = useChannelForm(props);
  const { conflict } = form;
  // A refused address is named at its field.
  const problem = useRefusal(conflict === undefined && form.refusedAddress === undefined ? form.error : null);
  if (channel !== undefined && conflict !== undefined)
    return (
      <ChannelConflict
        channel={channel}
        mine={form.common}
        conflict={conflict}
        isBusy={form.isChanging}
        onKeepMine={() => form.submit(conflict.current.version)}
        onTakeTheirs={onClose}
      />
    );
  return (
    <FormDialog
      title={t(channel === undefined ? 'add' : 'change')}
      submit={t(channel === undefined ? 'submitAdd' : 'submit')}
      busy={form.isAdding || form.isChanging}
      problem={problem}
      onSubmit={() => form.submit()}
      onClose={onClose}
    >
      {channel === undefined ? <KindChoice form={form} sendsMail={sendsMail} /> : null}
      <NameAndAddress form={form} channel={channel} />
      {channel === undefined && mayManage ? (
        <Select
          isStacked
          label={t('owner')}
          value={form.owner}
          options={[
            { value: 'self', label: t('self') },
            { value: 'organisation', label: t('organisation') },
          ]}
          onChange={({ currentTarget }) => form.setOwner(currentTarget.value === 'self' ? 'self' : 'organisation')}
        />
      ) : null}
      <LanguageAndZone form={form} />
      <LimitFields form={form} />
      {channel?.owner === 'organisation' ? (
        <label className={styles.tick}>
          <input type="checkbox" checked={form.isFallback} onChange={() => form.setFallback(!form.isFallback)} />
          {t('fallback')}
        </label>
      ) : null}
    </FormDialog>
  );
}

/** What was typed and chosen of a channel, what is missing of it, and the calls that send it. */
function useChannelForm({ channel, fallbackId, onDone }: EditProps) {
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
  /** The address that the server did not take. */
  const [refusedAddress, setRefusedAddress] = useState<string>();
  const noteRefusal = (thrown: Error) => setRefusedAddress(isAboutAddress(thrown) ? address.trim() : undefined);
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
        { onSuccess: ({ channel: made, secret }) => onDone(made.name, secret), onError: noteRefusal },
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
        onError: (thrown) => {
          noteRefusal(thrown);
          setConflict(toConflict(thrown, channelSchema));
        },
      },
    );
  };
  const values = { kind, owner, name, address, language, zone, hour, day, isFallback };
  const setters = { setKind, setOwner, setName, setAddress, setLanguage, setZone, setHour, setDay, setFallback };
  /** Whether a fault is shown: only once the form was sent. */
  const shows = (fault: keyof typeof faults) => isTried && faults[fault];
  return {
    ...values,
    ...setters,
    shows,
    common,
    submit,
    conflict,
    refusedAddress,
    error: adding.error ?? changing.error,
    isAdding: adding.isPending,
    isChanging: changing.isPending,
  };
}

/** Whether the server refused a call because of the address in it. */
const isAboutAddress = (thrown: Error): boolean =>
  toStateOf(thrown).detail.some(({ msg }) => msg.startsWith('body.address'));

interface FieldsProps {
  readonly form: ReturnType<typeof useChannelForm>;
}

function KindChoice({ form, sendsMail }: FieldsProps & Pick<EditProps, 'sendsMail'>) {
  const t = useTranslations('delivery');
  return (
    <Choice
      legend={t('edit.kind')}
      value={form.kind}
      onChange={form.setKind}
      options={channelKinds.map((value) => ({
        value,
        label: t(`kind.${value}`),
        note: value === 'mail' && !sendsMail ? t('noMail') : undefined,
      }))}
    />
  );
}

function NameAndAddress({ form, channel }: FieldsProps & Pick<EditProps, 'channel'>) {
  const t = useTranslations('delivery.edit');
  const { kind } = form;
  return (
    <>
      <TextField
        label={t('name')}
        maxLength={80}
        value={form.name}
        data-autofocus=""
        problem={form.shows('name') ? t('nameNeeded') : undefined}
        onChange={({ currentTarget }) => form.setName(currentTarget.value)}
      />
      <TextField
        label={t(`address.${kind}`)}
        type={kind === 'mail' ? 'email' : 'url'}
        hint={channel === undefined ? t(`hint.${kind}`) : t('addressUnchanged')}
        placeholder={channel?.address}
        maxLength={2000}
        value={form.address}
        problem={
          form.shows('address')
            ? t('addressNeeded')
            : form.refusedAddress === form.address.trim()
              ? t(`addressRefused.${kind}`)
              : undefined
        }
        onChange={({ currentTarget }) => form.setAddress(currentTarget.value)}
      />
    </>
  );
}

function LanguageAndZone({ form }: FieldsProps) {
  const t = useTranslations('delivery.edit');
  return (
    <div className={styles.fields}>
      <Select
        isStacked
        label={t('language')}
        value={form.language}
        options={languages}
        onChange={({ currentTarget }) => form.setLanguage(currentTarget.value === 'ja-jp' ? 'ja-jp' : 'en-us')}
      />
      <Select
        isStacked
        label={t('zone')}
        value={form.zone}
        options={listTimeZones(form.zone).map((value) => ({ value, label: value }))}
        onChange={({ currentTarget }) => form.setZone(currentTarget.value)}
      />
    </div>
  );
}

function LimitFields({ form }: FieldsProps) {
  const t = useTranslations('delivery.edit');
  return (
    <div className={styles.fields}>
      <TextField
        label={t('hour')}
        inputMode="numeric"
        value={form.hour}
        problem={form.shows('limits') ? t('limitsNeeded') : undefined}
        onChange={({ currentTarget }) => form.setHour(currentTarget.value)}
      />
      <TextField
        label={t('day')}
        inputMode="numeric"
        value={form.day}
        onChange={({ currentTarget }) => form.setDay(currentTarget.value)}
      />
    </div>
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
