import type { CodeProposal, ComparedRow } from '@platen/contract/code-history';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toMessage } from '../../../platform/application-message.ts';
import { toStateOf } from '../../../platform/failure.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './history.module.css';
import { historyQueries, sendProposal, sendWithdrawal } from './queries.ts';

interface ProposalsPanelProps {
  readonly deviceId: string;
  readonly chosen: readonly ComparedRow[];
  readonly mayChange: boolean;
  readonly onClear: () => void;
}

/** Codes to be set back by hand with their chain, and the form for more (CH-12). */
export function ProposalsPanel({ deviceId, chosen, mayChange, onClear }: ProposalsPanelProps) {
  const t = useTranslations('codeHistory.proposals');
  const client = useQueryClient();
  const query = historyQueries.proposals(deviceId);
  const { data } = useSuspenseQuery(query);
  const [why, setWhy] = useState('');
  const keep = (proposals: CodeProposal[]) => client.setQueryData(query.queryKey, proposals);
  const propose = useMutation({
    mutationFn: () =>
      sendProposal(
        deviceId,
        why.trim(),
        chosen.flatMap(({ code, left }) => (left === null ? [] : [{ code, to: left }])),
      ),
    onSuccess: (proposals) => {
      keep(proposals);
      setWhy('');
      onClear();
    },
  });
  const withdraw = useMutation({
    mutationFn: ({ proposalId, version }: CodeProposal) => sendWithdrawal(deviceId, proposalId, version),
    onSuccess: keep,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (why.trim() !== '' && chosen.length > 0 && !propose.isPending) propose.mutate();
  };
  const failure = propose.error ?? withdraw.error;
  return (
    <aside className={styles.sheet} aria-label={t('title')}>
      <h2>
        {t('title')} <small>{t('byHand')}</small>
      </h2>
      {data.length === 0 && <p className={styles.note}>{t('none')}</p>}
      {data.slice(0, 20).map((proposal) => (
        <Proposal
          key={proposal.proposalId}
          proposal={proposal}
          onWithdraw={mayChange ? () => withdraw.mutate(proposal) : undefined}
        />
      ))}
      {mayChange && (
        <form className={styles.propose} onSubmit={submit}>
          <h3>
            {t('add')} <small>{t('chosen', { count: chosen.length })}</small>
          </h3>
          <TextField
            label={t('why')}
            maxLength={2000}
            required
            value={why}
            onChange={({ currentTarget }) => setWhy(currentTarget.value)}
          />
          <Button
            type="submit"
            variant="primary"
            busy={propose.isPending}
            disabled={chosen.length === 0 || why.trim() === ''}
          >
            {t('propose')}
          </Button>{' '}
          <Button onClick={onClear} disabled={chosen.length === 0}>
            {t('clear')}
          </Button>
        </form>
      )}
      <p role="alert" className={styles.problem}>
        {failure === null ? '' : toMessage(toStateOf(failure).errorCode)}
      </p>
    </aside>
  );
}

interface ProposalProps {
  readonly proposal: CodeProposal;
  readonly onWithdraw: (() => void) | undefined;
}

function Proposal({ proposal, onWithdraw }: ProposalProps) {
  const t = useTranslations('codeHistory.proposals');
  const { date, dateTime } = useDates();
  const { code, now, to, state, why, proposedBy } = proposal;
  const on = (at: string | null) => (at === null ? null : date(new Date(at)));
  const isOpen = state === 'proposed' || state === 'inPack';
  const isBroken = state === 'notDone' || state === 'withdrawn';
  const steps = [
    { key: 'proposed', label: t('steps.proposed'), at: on(proposal.proposedAt) },
    { key: 'inPack', label: t('steps.inPack'), at: on(proposal.inPackAt) },
    {
      key: 'set',
      label: isBroken ? t(`steps.${state}`) : t('steps.setByHand'),
      at: isBroken ? on(proposal.answeredAt ?? proposal.withdrawnAt) : on(proposal.answeredAt),
    },
    {
      key: 'proved',
      label: state === 'notProved' ? t('steps.notProved') : t('steps.proved'),
      at: proposal.provedAt === null ? null : dateTime(new Date(proposal.provedAt)),
    },
  ];
  return (
    <article className={styles.proposal}>
      <h3>
        <span className={styles.code}>{code}</span> {now ?? '-'} → {to}{' '}
        <small>
          {proposedBy} {date(new Date(proposal.proposedAt))}
        </small>
      </h3>
      <p>{proposal.reason === null ? why : `${why} ${t('reason', { reason: proposal.reason })}`}</p>
      <ol className={styles.chain} aria-label={t('chain')}>
        {steps.map(({ key, label, at }) => (
          <li key={key} data-passed={at !== null || undefined} data-broken={(key === 'set' && isBroken) || undefined}>
            {label}
            <small>{at ?? t('waits')}</small>
          </li>
        ))}
      </ol>
      {isOpen && onWithdraw !== undefined && (
        <Button variant="link" aria-label={t('withdrawCode', { code })} onClick={onWithdraw}>
          {t('withdraw')}
        </Button>
      )}
    </article>
  );
}
