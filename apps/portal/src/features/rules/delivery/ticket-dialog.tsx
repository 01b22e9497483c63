import type { Channel } from '@platen/contract/channels';
import { ticketAnswers, ticketEffects } from '@platen/contract/ticket-names';
import type { TicketSystem } from '@platen/contract/tickets';
import { priorities } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from '../../../delivery/delivery.module.css';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { newRule, type SystemDraft, toDraft, toSystem } from './ticket-draft.ts';
import { useAddSystem, useChangeSystem } from './ticket-queries.ts';

interface DialogProps {
  /** Left out: a new one. */
  readonly system: TicketSystem | undefined;
  /** Channels by which tickets can go out (TK-04). */
  readonly ways: readonly Channel[];
  readonly onClose: () => void;
}

/** Rules of a system at most (TK-05). */
const mostRules = 20;

/**
 * Where tickets go, what the answers do, and what is handed over without a press (TK-05, TK-08). There is no
 * field for what is predicted: that goes by a person alone (XC-01).
 */
export function TicketDialog({ system, ways, onClose }: DialogProps) {
  const t = useTranslations('delivery.tickets.edit');
  const [draft, setDraft] = useState<SystemDraft>(() => toDraft(system, ways[0]?.channelId ?? ''));
  const [isTried, setTried] = useState(false);
  const adding = useAddSystem();
  const changing = useChangeSystem();
  const problem = useRefusal(adding.error ?? changing.error);
  const { form, faults } = toSystem(draft);
  const change = (part: Partial<SystemDraft>) => setDraft({ ...draft, ...part });
  // A way that was deleted since stays the one of this system until another one is chosen.
  const options = ways.map(({ channelId, name }) => ({ value: channelId, label: name }));
  const isKnown = options.some(({ value }) => value === draft.channelId);
  return (
    <FormDialog
      title={t(system === undefined ? 'add' : 'change')}
      submit={t('submit')}
      size="default"
      busy={adding.isPending || changing.isPending}
      problem={problem}
      onSubmit={() => {
        setTried(true);
        if (form === undefined) return;
        if (system === undefined) return adding.mutate(form, { onSuccess: onClose });
        changing.mutate({ ...form, systemId: system.systemId, version: system.version }, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <TextField
          label={t('name')}
          maxLength={80}
          value={draft.name}
          data-autofocus=""
          problem={isTried && faults.name ? t('nameNeeded') : undefined}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Select
          className={styles.stacked}
          label={t('channel')}
          value={draft.channelId}
          options={
            isKnown || system === undefined
              ? options
              : [{ value: system.channelId, label: system.channel.name }, ...options]
          }
          onChange={({ currentTarget }) => change({ channelId: currentTarget.value })}
        />
      </div>
      <label className={styles.tick}>
        <input
          type="checkbox"
          checked={draft.withNetworkAddress}
          onChange={() => change({ withNetworkAddress: !draft.withNetworkAddress })}
        />
        {t('network')}
      </label>
      <Rules draft={draft} delays={isTried ? faults.delays : []} onChange={change} />
      <fieldset className={styles.ticks}>
        <legend>{t('effects')}</legend>
        <div className={styles.fields}>
          {ticketAnswers.map((answer) => (
            <Select
              key={answer}
              className={styles.stacked}
              label={t(`state.${answer}`)}
              value={draft.effects[answer]}
              options={ticketEffects.map((value) => ({ value, label: t(`effect.${value}`) }))}
              onChange={({ currentTarget }) => {
                const effect = ticketEffects.find((one) => one === currentTarget.value);
                if (effect !== undefined) change({ effects: { ...draft.effects, [answer]: effect } });
              }}
            />
          ))}
        </div>
      </fieldset>
      <p className="quiet">{t('token', { call: 'POST /v1/tickets/{ticketId}/state', scope: 'tickets.write' })}</p>
    </FormDialog>
  );
}

interface RulesProps {
  readonly draft: SystemDraft;
  /** By rule whether its delay is wrong. */
  readonly delays: readonly boolean[];
  readonly onChange: (part: Partial<SystemDraft>) => void;
}

function Rules({ draft: { rules }, delays, onChange }: RulesProps) {
  const t = useTranslations('delivery.tickets.edit');
  const words = useTranslations('delivery.subscription');
  const set = (index: number, part: Partial<(typeof rules)[number]>) =>
    onChange({ rules: rules.map((rule, place) => (place === index ? { ...rule, ...part } : rule)) });
  return (
    <fieldset className={styles.ticks}>
      <legend>{t('byItself')}</legend>
      <p className="quiet">{t('byItselfNote')}</p>
      {rules.length === 0 ? <p>{t('noRule')}</p> : null}
      {rules.map((rule, index) => (
        <fieldset key={rule.id} className={styles.rule} aria-label={t('rule', { number: index + 1 })}>
          <Select
            className={styles.stacked}
            label={t('least')}
            value={rule.leastPriority}
            options={priorities.map((value) => ({ value, label: words(`priorities.${value}`) }))}
            onChange={({ currentTarget }) => {
              const chosen = priorities.find((one) => one === currentTarget.value);
              if (chosen !== undefined) set(index, { leastPriority: chosen });
            }}
          />
          <TextField
            label={t('delay')}
            inputMode="numeric"
            value={rule.delay}
            problem={delays[index] === true ? t('delayNeeded') : undefined}
            onChange={({ currentTarget }) => set(index, { delay: currentTarget.value })}
          />
          <TextField
            label={t('customers')}
            hint={t('customersHint')}
            value={rule.customers}
            onChange={({ currentTarget }) => set(index, { customers: currentTarget.value })}
          />
          <Button variant="link" onClick={() => onChange({ rules: rules.filter((_, place) => place !== index) })}>
            {t('removeRule', { number: index + 1 })}
          </Button>
        </fieldset>
      ))}
      {rules.length >= mostRules ? null : (
        <Button variant="link" onClick={() => onChange({ rules: [...rules, newRule()] })}>
          {t('addRule')}
        </Button>
      )}
    </fieldset>
  );
}
