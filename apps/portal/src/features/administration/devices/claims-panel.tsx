import { type Claim, type ClaimDecision, claimDecisions } from '@platen/contract/device-merges';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { Choice, FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './devices.module.css';
import { claimsQuery, useDecideClaim } from './merge-queries.ts';
import { toNumbers } from './model.ts';

/** Reports of devices that another collector sent before: a person says which device it is (OA-42, OA-45). */
export function ClaimsPanel() {
  const t = useTranslations('deviceFacts.claims');
  const query = useQuery(claimsQuery);
  const [open, setOpen] = useState<Claim>();
  const { claims = [], total = 0 } = query.data ?? {};
  if (claims.length === 0) return null;
  return (
    <Panel title={t('title')} note={t('note', { count: total })} className={styles.panel}>
      <ul className={styles.claims}>
        {claims.map((claim) => (
          <li key={claim.claimId}>
            <Story claim={claim} />
            <Button aria-label={t('decideOf', { serial: toName(claim) })} onClick={() => setOpen(claim)}>
              {t('decide')}
            </Button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <DecisionDialog key={open.claimId} claim={open} onClose={() => setOpen(undefined)} />
      )}
    </Panel>
  );
}

const toName = ({ held, rival }: Claim): string => held.serial ?? rival.serial ?? held.macAddress ?? '-';

/** Who reported the device for whom, and who does now. */
function Story({ claim }: { readonly claim: Claim }) {
  const t = useTranslations('deviceFacts.claims');
  const dates = useDates();
  const { held, rival, firstAt } = claim;
  return (
    <p>
      <b className="code">{toName(claim)}</b> {held.model ?? rival.model}
      <br />
      {t('until', { numbers: toNumbers(rival), collector: rival.collector ?? '-' })}
      <br />
      {t('since', {
        numbers: toNumbers(held),
        collector: held.collector ?? '-',
        date: firstAt === null ? '-' : dates.date(new Date(firstAt)),
      })}
    </p>
  );
}

interface DecisionProps {
  readonly claim: Claim;
  readonly onClose: () => void;
}

function DecisionDialog({ claim, onClose }: DecisionProps) {
  const t = useTranslations('deviceFacts.claims');
  const deciding = useDecideClaim();
  const refusal = useRefusal(deciding.error);
  const [decision, setDecision] = useState<ClaimDecision>();
  const [isMissing, setMissing] = useState(false);
  const [fromDay, setFromDay] = useState(claim.firstAt?.slice(0, 10) ?? '');
  // History goes along within a dealer, and never to another one.
  const possible = claimDecisions.filter((one) => one !== (claim.isOneDealer ? 'move' : 'same'));
  const dayField = (
    <TextField
      type="date"
      label={t('fromDay')}
      hint={t('fromDayHint')}
      value={fromDay}
      onChange={({ currentTarget }) => setFromDay(currentTarget.value)}
    />
  );
  const submit = () => {
    setMissing(decision === undefined);
    if (decision !== undefined)
      deciding.mutate(
        { id: claim.claimId, decision, ...(decision === 'move' && fromDay !== '' && { fromDay }) },
        { onSuccess: onClose },
      );
  };
  return (
    <FormDialog
      title={t('question', { serial: toName(claim) })}
      size="default"
      submit={t('submit')}
      busy={deciding.isPending}
      problem={isMissing ? t('missing') : refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <Story claim={claim} />
      <Choice
        legend={t('legend')}
        value={decision}
        options={possible.map((value) => ({
          value,
          label: t(`decisions.${value}`),
          hint: t(`hints.${value}`),
          ...(value === 'move' && { below: dayField }),
        }))}
        onChange={setDecision}
      />
    </FormDialog>
  );
}
