import { type Channel, changeSubscriptions, type Subscription, type SubscriptionForm } from '@platen/contract/channels';
import type { AnswerOf } from '@platen/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { type Conflict, toConflict } from '../editing/conflict.ts';
import { ConflictDialog, changedRows } from '../editing/conflict-dialog.tsx';
import { useRefusal } from '../editing/form-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { PanelBody, toPanelState } from '../ui/panel.tsx';
import { useDates, useMinute } from '../ui/use-dates.ts';
import styles from './delivery.module.css';
import { deliveryQueries, toForm, useChangeSubscriptions } from './queries.ts';
import { SubscriptionDialog } from './subscription-dialog.tsx';

/** What goes to a channel, each subscription in words, to add, change, delete and resume. */
export function Subscriptions({ channel }: { readonly channel: Channel }) {
  const t = useTranslations('delivery.subscription');
  const query = useQuery(deliveryQueries.subscriptions(channel.channelId));
  const [edited, setEdited] = useState<Subscription | 'new'>();
  const { changing, conflict, send, forget } = useListChanges(channel, () => setEdited(undefined));
  const problem = useRefusal(conflict === undefined ? changing.error : null);
  const words = useSubscriptionWords();
  const subscriptions = query.data?.subscriptions ?? [];
  const save = (edit: Edit) => send(query.data, edit);
  const close = () => {
    forget();
    setEdited(undefined);
  };
  return (
    <PanelBody state={toPanelState(query, 2)}>
      <h3 className={styles.detailTitle}>{t('title')}</h3>
      {subscriptions.length === 0 ? <p className="quiet">{t('none')}</p> : null}
      <ul className={styles.subscriptions}>
        {subscriptions.map((one) => (
          <SubscriptionItem
            key={one.subscriptionId}
            subscription={one}
            text={words(one)}
            isOwn={channel.own}
            onSave={save}
            onChange={() => setEdited(one)}
          />
        ))}
      </ul>
      {channel.own ? <Button onClick={() => setEdited('new')}>{t('add')}</Button> : null}
      {problem === undefined || edited !== undefined ? null : (
        <p className={styles.trouble} role="alert">
          {problem}
        </p>
      )}
      {conflict === undefined ? null : (
        <ConflictDialog
          tables={[
            {
              id: channel.channelId,
              caption: channel.name,
              by: conflict.by,
              rows: toRows(subscriptions, conflict.edit, conflict.current.subscriptions, words),
            },
          ]}
          busy={changing.isPending}
          onKeepMine={() => send(conflict.current, conflict.edit)}
          onTakeTheirs={close}
        />
      )}
      {edited === undefined || conflict !== undefined ? null : (
        <SubscriptionDialog
          channel={channel}
          subscription={edited === 'new' ? undefined : edited}
          busy={changing.isPending}
          problem={problem}
          onSave={(form) => save((forms) => [...(edited === 'new' ? forms : without(forms, edited)), form])}
          onClose={close}
        />
      )}
    </PanelBody>
  );
}

/** Sends a change of the list, and holds it where another person has changed the list meanwhile. */
function useListChanges({ channelId }: Channel, onSaved: () => void) {
  const changing = useChangeSubscriptions();
  const [conflict, setConflict] = useState<Conflict<SubscriptionList> & { readonly edit: Edit }>();
  const send = (from: SubscriptionList | undefined, edit: Edit) => {
    if (from === undefined) return;
    changing.mutate(
      { channelId, version: from.version, subscriptions: edit(from.subscriptions.map(toForm)) },
      {
        onSuccess: () => {
          onSaved();
          setConflict(undefined);
        },
        onError: (thrown) => {
          const found = toConflict(thrown, changeSubscriptions.answer);
          setConflict(found === undefined ? undefined : { ...found, edit });
        },
      },
    );
  };
  const forget = () => {
    changing.reset();
    setConflict(undefined);
  };
  return { changing, conflict, send, forget };
}

interface ItemProps {
  readonly subscription: Subscription;
  readonly text: string;
  readonly isOwn: boolean;
  readonly onSave: (edit: Edit) => void;
  readonly onChange: () => void;
}

function SubscriptionItem({ subscription, text, isOwn, onSave, onChange }: ItemProps) {
  const t = useTranslations('delivery.subscription');
  const dates = useDates();
  const now = useMinute();
  const { name, stoppedAt } = subscription;
  return (
    <li>
      <span>
        <b>{name}</b> {text}
        {stoppedAt === null ? null : (
          <span className={styles.trouble}>{t('stopped', { time: dates.moment(new Date(stoppedAt), now) })}</span>
        )}
      </span>
      {isOwn ? (
        <span className={styles.itemActions}>
          {stoppedAt === null ? null : (
            // Without its id it is a new one, which is not stopped.
            <Button
              variant="link"
              onClick={() => {
                const { subscriptionId: _stopped, ...form } = toForm(subscription);
                onSave((forms) => [...without(forms, subscription), form]);
              }}
            >
              {t('resume')}
            </Button>
          )}
          <Button variant="link" onClick={onChange}>
            {t('change')}
          </Button>
          <Button variant="link" onClick={() => onSave((forms) => without(forms, subscription))}>
            {t('remove')}
          </Button>
        </span>
      ) : null}
    </li>
  );
}

/** The subscriptions of all three lists by name; '-' where one has none of that name. */
function toRows(
  before: readonly Subscription[],
  edit: Edit,
  theirs: readonly Subscription[],
  words: (subscription: SubscriptionForm) => string,
) {
  const mine = edit(before.map(toForm));
  const textOf = (list: readonly SubscriptionForm[], name: string) => {
    const found = list.find((one) => one.name === name);
    return found === undefined ? '-' : words(found);
  };
  const names = new Set([...before, ...mine, ...theirs].map(({ name }) => name));
  return changedRows(
    [...names].map((name) => ({
      label: name,
      before: textOf(before, name),
      mine: textOf(mine, name),
      theirs: textOf(theirs, name),
    })),
  );
}

type SubscriptionList = AnswerOf<typeof changeSubscriptions>;
/** What a person did to the list, whichever list that is by now. */
type Edit = (forms: readonly SubscriptionForm[]) => SubscriptionForm[];

const without = (forms: readonly SubscriptionForm[], one: Subscription): SubscriptionForm[] =>
  forms.filter(({ subscriptionId }) => subscriptionId !== one.subscriptionId);

const everyDay = 7;

/** A subscription in one line: which events, how pressing, of what, and when they go. */
function useSubscriptionWords(): (subscription: SubscriptionForm) => string {
  const t = useTranslations('delivery.subscription');
  return ({ events, leastPriority, kinds, scope, ruleIds, when, quiet }) => {
    const join = (texts: readonly string[]) => texts.join(t('words.and'));
    const counted = (key: 'someKinds' | 'someGroups' | 'someCustomers' | 'someRules', list?: readonly unknown[]) =>
      list === undefined ? [] : [t(key, { count: list.length })];
    return [
      join(events.map((event) => t(`event.${event}`))),
      t(`priorities.${leastPriority}`),
      ...counted('someKinds', kinds),
      ...(scope.customerNumbers === undefined && scope.groupIds === undefined ? [t('allCustomers')] : []),
      ...counted('someCustomers', scope.customerNumbers),
      ...counted('someGroups', scope.groupIds),
      ...counted('someRules', ruleIds),
      ...(scope.assignedToMe === true ? [t('words.mine')] : []),
      when.at === 'once'
        ? t('words.once')
        : t(when.days === 'working' ? 'words.workingDays' : 'words.digest', { times: join(when.times) }),
      ...(quiet === null
        ? []
        : quiet.spans.length === 0
          ? [t('quietHolidays')]
          : [
              join(
                quiet.spans.map(({ from, to, days }) =>
                  days.length === everyDay
                    ? t('words.quiet', { from, to })
                    : t('words.quietOn', { from, to, days: days.map((day) => t(`days.${day}`)).join(' ') }),
                ),
              ),
            ]),
    ].join(' · ');
  };
}
