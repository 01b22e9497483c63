import type { Channel } from '@platen/contract/channels';
import { dayMs } from '@platen/contract/constants';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { useRefusal } from '../editing/form-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { ExpandableRow } from '../ui/expandable-row.tsx';
import { ListTable } from '../ui/list-table.tsx';
import { Menu, type MenuItem } from '../ui/menu.tsx';
import { StatusShape } from '../ui/status-mark.tsx';
import { useDates, useMinute } from '../ui/use-dates.ts';
import { useAnswerWords } from './answer-words.ts';
import type { ChannelDialogState } from './channel-dialogs.tsx';
import styles from './delivery.module.css';
import { KindGlyph } from './kind-glyph.tsx';
import { deliveryQueries, useEnableChannel, useSendAgain, useTestChannel } from './queries.ts';
import { Subscriptions } from './subscriptions.tsx';

const columns = ['channel', 'address', 'owner', 'state', 'accepted', 'waiting', 'answer', 'act'] as const;

interface TableProps {
  readonly channels: readonly Channel[];
  readonly fallbackId: string | undefined;
  readonly sendsMail: boolean;
  readonly userId: string | undefined;
  readonly onDialog: (dialog: ChannelDialogState) => void;
}

/** Those that fail first, then by name. */
const rankOf = ({ state }: Channel): number => ['failing', 'disabled', 'unverified', 'active'].indexOf(state);

/** The channels with their health; each opens to what goes there. */
export function ChannelsTable({ channels, ...rest }: TableProps) {
  const t = useTranslations('delivery.channels');
  const [opened, setOpened] = useState<string>();
  const sorted = channels.toSorted((a, b) => rankOf(a) - rankOf(b) || a.name.localeCompare(b.name));
  return (
    <ListTable
      caption={t('title')}
      columns={columns}
      heading={(column) => t(`columns.${column}`)}
      className={styles.table}
    >
      {sorted.map((channel) => (
        <ChannelRow
          key={channel.channelId}
          channel={channel}
          isOpen={channel.channelId === opened}
          onToggle={() => setOpened(channel.channelId === opened ? undefined : channel.channelId)}
          {...rest}
        />
      ))}
    </ListTable>
  );
}

interface RowProps extends Omit<TableProps, 'channels'> {
  readonly channel: Channel;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function ChannelRow({ channel, isOpen, onToggle, fallbackId, sendsMail, userId, onDialog }: RowProps) {
  const t = useTranslations('delivery.channels');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const answer = useAnswerWords();
  const { name, kind, address, ownedBy, lastDay, lastTry, own } = channel;
  const waiting = lastDay.waiting + lastDay.failed;
  const waitingTexts = [
    ...(waiting === 0 ? [] : [format.number(waiting)]),
    ...(lastDay.held === 0 ? [] : [t('held', { count: lastDay.held })]),
  ];
  const owner = ownedBy === null ? t('organisation') : ownedBy.userId === userId ? t('you') : ownedBy.name;
  return (
    <ExpandableRow
      columns={columns.length}
      isOpen={isOpen}
      onToggle={onToggle}
      label={t('detail', { name })}
      className={channel.state === 'failing' ? styles.failing : undefined}
      name={
        <span className={styles.channel}>
          <KindGlyph kind={kind} />
          {name}
        </span>
      }
      below={channel.channelId === fallbackId ? <span className={styles.aside}>{t('fallback')}</span> : null}
      cells={
        <>
          <td data-column="address" title={address}>
            <span className={styles.address}>{address}</span>
          </td>
          <td data-column="owner">{owner}</td>
          <td data-column="state">
            <ChannelState channel={channel} sendsMail={sendsMail} now={now} />
          </td>
          <td data-column="accepted" data-label={t('columns.accepted')}>
            {format.number(lastDay.accepted)}
          </td>
          <td data-column="waiting" data-label={t('columns.waiting')} data-bad={lastDay.failed > 0 ? '' : undefined}>
            {waitingTexts.length === 0 ? '-' : waitingTexts.join(', ')}
          </td>
          <td data-column="answer" data-label={t('columns.answer')}>
            {lastTry === null ? '-' : `${answer(lastTry)}, ${dates.moment(new Date(lastTry.at), now)}`}
          </td>
          <td data-column="act">{own ? <ChannelActions channel={channel} onDialog={onDialog} /> : null}</td>
        </>
      }
    >
      <Subscriptions channel={channel} />
    </ExpandableRow>
  );
}

const shapes = { unverified: 'unknown', active: 'normal', failing: 'error', disabled: 'offline' } as const;

function ChannelState({ channel, sendsMail, now }: { channel: Channel; sendsMail: boolean; now: Date }) {
  const t = useTranslations('delivery');
  const dates = useDates();
  const { kind, state, stateSince, secrets, subscriptionCount } = channel;
  const until = secrets.find((secret) => secret.until !== null)?.until;
  const time = dates.moment(new Date(stateSince), now);
  return (
    <>
      <span className={styles.state} data-state={state}>
        <StatusShape status={shapes[state]} />
        {t(`channels.state.${state}`, { time })}
      </span>
      {kind === 'mail' && !sendsMail ? <span className={styles.trouble}>{t('noMail')}</span> : null}
      {subscriptionCount === 0 ? <span className={styles.aside}>{t('channels.nothing')}</span> : null}
      {until === undefined || until === null ? null : (
        <span className={styles.aside}>{t('channels.secrets', { time: dates.moment(new Date(until), now) })}</span>
      )}
    </>
  );
}

interface ActionsProps {
  readonly channel: Channel;
  readonly onDialog: (dialog: ChannelDialogState) => void;
}

function ChannelActions({ channel, onDialog }: ActionsProps) {
  const t = useTranslations('delivery.channels');
  const testing = useTestChannel();
  const enabling = useEnableChannel();
  const again = useSendAgain();
  const problem = useRefusal(testing.error ?? enabling.error ?? again.error);
  const { kind, state, name, lastDay } = channel;
  const items: MenuItem[] = [
    { key: 'edit', label: t('edit'), onSelect: () => onDialog({ kind: 'edit', channel }) },
    ...(kind === 'webhook'
      ? [{ key: 'rotate', label: t('rotate'), onSelect: () => onDialog({ kind: 'rotate', channel }) }]
      : []),
    ...(lastDay.failed + lastDay.givenUp === 0
      ? []
      : [
          {
            key: 'again',
            label: t('again'),
            onSelect: () => {
              const to = new Date();
              const from = new Date(to.getTime() - dayMs);
              again.mutate({ channelId: channel.channelId, from: from.toISOString(), to: to.toISOString() });
            },
          },
        ]),
    { key: 'remove', label: t('remove'), onSelect: () => onDialog({ kind: 'remove', channel }) },
  ];
  return (
    <span className={styles.actions}>
      {state === 'active' ? (
        <Button busy={testing.isPending} onClick={() => testing.mutate(channel)}>
          {t('test')}
        </Button>
      ) : (
        <Button busy={enabling.isPending} onClick={() => enabling.mutate(channel)}>
          {t(state === 'unverified' ? 'sendLink' : 'enable')}
        </Button>
      )}
      <Menu
        label={t('menu', { name })}
        items={items}
        renderTrigger={(trigger) => (
          <button type="button" className={styles.more} aria-label={t('menu', { name })} {...trigger}>
            <span aria-hidden="true">⋯</span>
          </button>
        )}
      />
      <output className={styles.outcome}>
        {testing.data === undefined ? null : <TestOutcome name={name} deliveryId={testing.data} />}
      </output>
      {problem === undefined ? null : (
        <span className={styles.trouble} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

/** What came of a test (DE-05): asked for until the other side has answered. */
function TestOutcome({ name, deliveryId }: { readonly name: string; readonly deliveryId: string }) {
  const t = useTranslations('delivery.test');
  const answer = useAnswerWords();
  const sent = useQuery(deliveryQueries.one(deliveryId)).data;
  const last = sent?.tries.at(-1);
  if (last === undefined) return t('sent', { name });
  // The status of the answer stands before it already.
  const hasReason = last.reason !== null && last.outcome !== 'accepted' && last.reason !== `answered ${last.code}`;
  const words = hasReason ? `${answer(last)}, ${last.reason}` : answer(last);
  return t(last.outcome === 'accepted' ? 'accepted' : 'failed', { name, answer: words });
}
