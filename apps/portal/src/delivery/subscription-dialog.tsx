import { isForMachines, type SubscriptionEvent, subscriptionEvents } from '@platen/contract/channel-names';
import type { Channel, Subscription, SubscriptionForm } from '@platen/contract/channels';
import { conditionKinds, priorities } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Choice, FormDialog } from '../editing/form-dialog.tsx';
import { Select, TextField } from '../ui/text-field.tsx';
import styles from './delivery.module.css';
import { NarrowFields, QuietFields, RuleFields } from './narrow-fields.tsx';
import { type Draft, toDraft, toSubscription } from './subscription-draft.ts';
import { Tick, Ticks, toggle } from './ticks.tsx';

interface DialogProps {
  readonly channel: Pick<Channel, 'kind' | 'owner' | 'zone'>;
  /** Left out: a new one. */
  readonly subscription: Subscription | undefined;
  readonly busy: boolean;
  /** Why the server refused it. */
  readonly problem: string | undefined;
  readonly onSave: (form: SubscriptionForm) => void;
  readonly onClose: () => void;
}

/**
 * What goes to a channel, of what and when (DE-02, DE-10, DE-11). Programs get each event by itself, at any
 * time.
 */
export function SubscriptionDialog({ channel, subscription, busy, problem, onSave, onClose }: DialogProps) {
  const t = useTranslations('delivery.subscription');
  const [draft, setDraft] = useState<Draft>(() => toDraft(subscription, t('newName')));
  const [isTried, setTried] = useState(false);
  const { form, faults } = toSubscription(draft, subscription);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const problemOf = (field: keyof typeof faults) => {
    const fault = isTried ? faults[field] : undefined;
    return fault === undefined ? undefined : t(fault);
  };
  return (
    <FormDialog
      title={t('title')}
      submit={t('save')}
      size="default"
      busy={busy}
      problem={problem}
      onSubmit={() => {
        setTried(true);
        if (form !== undefined) onSave(form);
      }}
      onClose={onClose}
    >
      <TextField
        label={t('name')}
        maxLength={80}
        value={draft.name}
        data-autofocus=""
        problem={problemOf('name')}
        onChange={({ currentTarget }) => change({ name: currentTarget.value })}
      />
      <Ticks legend={t('events')} problem={problemOf('events')}>
        {subscriptionEvents.map((event) => (
          <Tick
            key={event}
            label={t(`event.${event}`)}
            checked={draft.events.includes(event)}
            onChange={() => change({ events: toggle<SubscriptionEvent>(draft.events, event) })}
          />
        ))}
      </Ticks>
      <div className={styles.fields}>
        <Select
          isStacked
          label={t('priority')}
          value={draft.leastPriority}
          options={priorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
          onChange={({ currentTarget }) => {
            const chosen = priorities.find((value) => value === currentTarget.value);
            if (chosen !== undefined) change({ leastPriority: chosen });
          }}
        />
        <TextField
          label={t('customers')}
          hint={t('customersHint')}
          value={draft.customers}
          onChange={({ currentTarget }) => change({ customers: currentTarget.value })}
        />
      </div>
      {channel.owner === 'organisation' && !draft.assignedToMe ? null : (
        <Ticks legend={t('scope')} hideLegend>
          <Tick
            label={t('mine')}
            checked={draft.assignedToMe}
            onChange={() => change({ assignedToMe: !draft.assignedToMe })}
          />
        </Ticks>
      )}
      <NarrowFields
        kinds={conditionKinds}
        chosenKinds={draft.kinds}
        groupIds={draft.groupIds}
        onKinds={(kinds) => change({ kinds })}
        onGroups={(groupIds) => change({ groupIds })}
      />
      <RuleFields chosen={draft.ruleIds} onChange={(ruleIds) => change({ ruleIds })} />
      {isForMachines(channel.kind) ? null : (
        <WhenFields draft={draft} zone={channel.zone} problemOf={problemOf} onChange={change} />
      )}
    </FormDialog>
  );
}

interface WhenProps {
  readonly draft: Draft;
  /** Whose clock counts. */
  readonly zone: string;
  readonly problemOf: (field: 'times' | 'quiet') => string | undefined;
  readonly onChange: (part: Partial<Draft>) => void;
}

/** When people get it: each event at once, outside quiet hours, or all of them at fixed times. */
function WhenFields({ draft, zone, problemOf, onChange }: WhenProps) {
  const t = useTranslations('delivery.subscription');
  return (
    <>
      <Choice
        legend={t('at')}
        value={draft.at}
        onChange={(at) => onChange({ at })}
        options={[
          { value: 'once', label: t('once'), note: t('onceNote') },
          {
            value: 'digest',
            label: t('digest'),
            below: (
              <span className={styles.below}>
                <TextField
                  label={t('times')}
                  hint={t('timesHint', { zone })}
                  value={draft.times}
                  problem={problemOf('times')}
                  onChange={({ currentTarget }) => onChange({ times: currentTarget.value })}
                />
                <Tick
                  label={t('workingDays')}
                  checked={draft.onWorkingDays}
                  onChange={() => onChange({ onWorkingDays: !draft.onWorkingDays })}
                />
                <Tick
                  label={t('sentEmpty')}
                  checked={draft.isSentEmpty}
                  onChange={() => onChange({ isSentEmpty: !draft.isSentEmpty })}
                />
              </span>
            ),
          },
        ]}
      />
      {draft.at === 'digest' ? null : (
        <QuietFields draft={draft} problem={problemOf('quiet')} zone={zone} onChange={onChange}>
          <Tick
            label={t('quietReally')}
            checked={draft.isReallyQuiet}
            onChange={() => onChange({ isReallyQuiet: !draft.isReallyQuiet })}
          />
        </QuietFields>
      )}
    </>
  );
}
