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
  const changing = useChangeSubscriptions();
  const [conflict, setConflict] = useState<Conflict<SubscriptionList> & { readonly edit: Edit }>();
  const problem = useRefusal(conflict === undefined ? changing.error : null);
  const words = useSubscriptionWords();
  const dates = useDates();
  const now = useMinute();
  const [edited, setEdited] = useState<Subscription | 'new'>();
  const subscriptions = query.data?.subscriptions ?? [];
  const send = (from: SubscriptionList | undefined, edit: Edit) => {
    if (from === undefined) return;
    changing.mutate(
      { channelId: channel.channelId, version: from.version, subscriptions: edit(from.subscriptions.map(toForm)) },
      {
        onSuccess: () => {
          setEdited(undefined);
          setConflict(undefined);
        },
        onError: (thrown) => {
          const found = toConflict(thrown, changeSubscriptions.answer);
          setConflict(found === undefined ? undefined : { ...found, edit });
        },
      },
    );
  };
  const save = (edit: Edit) => send(query.data, edit);
  /** The subscriptions of all three lists by name; '-' where one has none of that name. */
  const toRows = (before: readonly Subscription[], edit: Edit, theirs: readonly Subscription[]) => {
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
  };
  return (
    <PanelBody state={toPanelState(query, 2)}>
      <h3 className={styles.detailTitle}>{t('title')}</h3>
      {subscriptions.length === 0 ? <p className="quiet">{t('none')}</p> : null}
      <ul className={styles.subscriptions}>
        {subscriptions.map((one) => (
          <li key={one.subscriptionId}>
            <span>
              <b>{one.name}</b> {words(one)}
              {one.stoppedAt === null ? null : (
                <span className={styles.trouble}>
                  {t('stopped', { time: dates.moment(new Date(one.stoppedAt), now) })}
                </span>
              )}
            </span>
            {channel.own ? (
              <span className={styles.itemActions}>
                {one.stoppedAt === null ? null : (
                  // Without its id it is a new one, which is not stopped.
                  <Button
                    variant="link"
                    onClick={() => {
                      const { subscriptionId: _stopped, ...form } = toForm(one);
                      save((forms) => [...without(forms, one), form]);
                    }}
                  >
                    {t('resume')}
                  </Button>
                )}
                <Button variant="link" onClick={() => setEdited(one)}>
                  {t('change')}
                </Button>
                <Button variant="link" onClick={() => save((forms) => without(forms, one))}>
                  {t('remove')}
                </Button>
              </span>
            ) : null}
          </li>
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
              rows: toRows(subscriptions, conflict.edit, conflict.current.subscriptions),
            },
          ]}
          busy={changing.isPending}
          onKeepMine={() => send(conflict.current, conflict.edit)}
          onTakeTheirs={() => {
            changing.reset();
            setConflict(undefined);
            setEdited(undefined);
          }}
        />
      )}
      {edited === undefined || conflict !== undefined ? null : (
        <SubscriptionDialog
          channel={channel}
          subscription={edited === 'new' ? undefined : edited}
          busy={changing.isPending}
          problem={problem}
          onSave={(form) => save((forms) => [...(edited === 'new' ? forms : without(forms, edited)), form])}
          onClose={() => {
            changing.reset();
            setEdited(undefined);
          }}
        />
      )}
    </PanelBody>
  );
}

type SubscriptionList = AnswerOf<typeof changeSubscriptions>;
/** What a person did to the list, whichever list that is by now. */
type Edit = (forms: readonly SubscriptionForm[]) => SubscriptionForm[];

const without = (forms: readonly SubscriptionForm[], one: Subscription): SubscriptionForm[] =>
  forms.filter(({ subscriptionId }) => subscriptionId !== one.subscriptionId);

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
      when.at === 'once' ? t('words.once') : t('words.digest', { times: join(when.times) }),
      ...(quiet === null
        ? []
        : quiet.spans.length === 0
          ? [t('quietHolidays')]
          : [join(quiet.spans.map(({ from, to }) => t('words.quiet', { from, to })))]),
    ].join(' · ');
  };
}
