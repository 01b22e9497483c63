import type { Channel } from '@platen/contract/channels';
import { ticketAnswers, ticketEffects } from '@platen/contract/ticket-names';
import { type TicketSystem, type TicketSystemForm, ticketSystem } from '@platen/contract/tickets';
import { priorities } from '@platen/contract/worklist-names';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import styles from '../../../delivery/delivery.module.css';
import { NarrowFields, QuietFields } from '../../../delivery/narrow-fields.tsx';
import { type Conflict, toConflict } from '../../../editing/conflict.ts';
import { ConflictDialog, changedRows } from '../../../editing/conflict-dialog.tsx';
import { FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { handedOverKinds, newRule, type SystemDraft, toDraft, toSystem } from './ticket-draft.ts';
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
  const [conflict, setConflict] = useState<Conflict<TicketSystem>>();
  const problem = useRefusal(conflict === undefined ? (adding.error ?? changing.error) : null);
  const toRows = useSystemRows(ways);
  const { form, faults } = toSystem(draft);
  const change = (part: Partial<SystemDraft>) => setDraft({ ...draft, ...part });
  // A way that was deleted since stays the one of this system until another one is chosen.
  const options = ways.map(({ channelId, name }) => ({ value: channelId, label: name }));
  const isKnown = options.some(({ value }) => value === draft.channelId);
  const submit = (version = system?.version) => {
    setTried(true);
    if (form === undefined) return;
    if (system === undefined || version === undefined) return adding.mutate(form, { onSuccess: onClose });
    changing.mutate(
      { ...form, systemId: system.systemId, version },
      { onSuccess: onClose, onError: (thrown) => setConflict(toConflict(thrown, ticketSystem)) },
    );
  };
  if (system !== undefined && form !== undefined && conflict !== undefined) {
    const { by, current } = conflict;
    return (
      <ConflictDialog
        tables={[{ id: system.systemId, caption: system.name, by, rows: toRows(system, form, current) }]}
        busy={changing.isPending}
        onKeepMine={() => submit(current.version)}
        onTakeTheirs={onClose}
      />
    );
  }
  return (
    <FormDialog
      title={t(system === undefined ? 'add' : 'change')}
      submit={t('submit')}
      size="default"
      busy={adding.isPending || changing.isPending}
      problem={problem}
      onSubmit={() => submit()}
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
          isStacked
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
      <Rules draft={draft} faults={isTried ? faults.rules : []} onChange={change} />
      <fieldset className={styles.ticks}>
        <legend>{t('effects')}</legend>
        <div className={styles.fields}>
          {ticketAnswers.map((answer) => (
            <Select
              key={answer}
              isStacked
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

/** What a system was, is here and is with the other person, as rows to compare (GE-06). */
function useSystemRows(ways: readonly Channel[]) {
  const t = useTranslations('delivery.tickets.edit');
  const all = useTranslations('delivery.tickets');
  return (before: TicketSystem, mine: TicketSystemForm, theirs: TicketSystem) => {
    const nameOf = (channelId: string) =>
      [before, theirs].find((one) => one.channelId === channelId)?.channel.name ??
      ways.find((one) => one.channelId === channelId)?.name ??
      channelId;
    const rowOf = (label: string, toText: (one: TicketSystemForm) => string) => ({
      label,
      before: toText(before),
      mine: toText(mine),
      theirs: toText(theirs),
    });
    // Rules have no names: which of them differ shows when 'Take theirs' opens the dialog again.
    const toRules = (one: TicketSystemForm) => {
      const count = all('rules', { count: one.rules.length });
      return JSON.stringify(one.rules) === JSON.stringify(before.rules) ? count : all('changedRules', { count });
    };
    return changedRows([
      rowOf(t('name'), ({ name }) => name),
      rowOf(t('channel'), ({ channelId }) => nameOf(channelId)),
      rowOf(t('network'), ({ withNetworkAddress }) => all(withNetworkAddress ? 'yes' : 'no')),
      rowOf(t('byItself'), toRules),
      ...ticketAnswers.map((answer) => rowOf(t(`state.${answer}`), ({ effects }) => t(`effect.${effects[answer]}`))),
    ]);
  };
}

interface RulesProps {
  readonly draft: SystemDraft;
  /** What is wrong, by rule. */
  readonly faults: ReturnType<typeof toSystem>['faults']['rules'];
  readonly onChange: (part: Partial<SystemDraft>) => void;
}

function Rules({ draft: { rules }, faults, onChange }: RulesProps) {
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
            isStacked
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
            problem={faults[index]?.delay === true ? t('delayNeeded') : undefined}
            onChange={({ currentTarget }) => set(index, { delay: currentTarget.value })}
          />
          <TextField
            label={t('customers')}
            hint={t('customersHint')}
            value={rule.customers}
            onChange={({ currentTarget }) => set(index, { customers: currentTarget.value })}
          />
          <div className={styles.whole}>
            <NarrowFields
              kinds={handedOverKinds}
              chosenKinds={rule.kinds}
              groupIds={rule.groupIds}
              onKinds={(kinds) => set(index, { kinds })}
              onGroups={(groupIds) => set(index, { groupIds })}
            />
            <QuietFields
              draft={rule}
              problem={faults[index]?.quiet === true ? words('quietNeeded') : undefined}
              onChange={(part) => set(index, part)}
            />
          </div>
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
