import type { Channel, Subscription, SubscriptionForm } from '@platen/contract/channels';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
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
  const problem = useRefusal(changing.error);
  const words = useSubscriptionWords();
  const dates = useDates();
  const now = useMinute();
  const [edited, setEdited] = useState<Subscription | 'new'>();
  const subscriptions = query.data?.subscriptions ?? [];
  const save = (forms: readonly SubscriptionForm[]) => {
    if (query.data === undefined) return;
    changing.mutate(
      { channelId: channel.channelId, version: query.data.version, subscriptions: forms },
      { onSuccess: () => setEdited(undefined) },
    );
  };
  const others = (one: Subscription) =>
    subscriptions.filter(({ subscriptionId }) => subscriptionId !== one.subscriptionId).map(toForm);
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
                      save([...others(one), form]);
                    }}
                  >
                    {t('resume')}
                  </Button>
                )}
                <Button variant="link" onClick={() => setEdited(one)}>
                  {t('change')}
                </Button>
                <Button variant="link" onClick={() => save(others(one))}>
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
      {edited === undefined ? null : (
        <SubscriptionDialog
          subscription={edited === 'new' ? undefined : edited}
          busy={changing.isPending}
          problem={problem}
          onSave={(form) => save(edited === 'new' ? [...subscriptions.map(toForm), form] : [...others(edited), form])}
          onClose={() => {
            changing.reset();
            setEdited(undefined);
          }}
        />
      )}
    </PanelBody>
  );
}

/** A subscription in one line: which events, how pressing, of what, and when they go. */
function useSubscriptionWords(): (subscription: Subscription) => string {
  const t = useTranslations('delivery.subscription');
  return ({ events, leastPriority, kinds, scope, ruleIds, when, quiet }) => {
    const join = (texts: readonly string[]) => texts.join(t('words.and'));
    const counted = (key: 'someKinds' | 'someGroups' | 'someCustomers' | 'someRules', list?: readonly unknown[]) =>
      list === undefined ? [] : [t(key, { count: list.length })];
    const span = quiet?.spans[0];
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
      ...(span === undefined ? [] : [t('words.quiet', { from: span.from, to: span.to })]),
    ].join(' · ');
  };
}
