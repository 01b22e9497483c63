import { answersOfFinding, type FindingAnswer, type OpenFinding } from '@platen/contract/device-merges';
import { can, type Holder } from '@platen/contract/rights';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toFindingText } from '../../../device-facts/finding-text.ts';
import { Choice, FormDialog, useRefusal } from '../../../editing/form-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import styles from './devices.module.css';
import { findingsQuery, useAnswerFinding } from './merge-queries.ts';

const toName = ({ serial, target }: OpenFinding): string => serial ?? target;
const keyOf = ({ collectorId, kind, target, before, now }: OpenFinding): string =>
  [collectorId, kind, target, before, now].join(' ');

/** What collectors found of devices that moved, share a serial number or have another board (OA-45). */
export function FindingsPanel({ me }: { readonly me: Holder | undefined }) {
  const t = useTranslations('deviceFacts.findings');
  const dates = useDates();
  const findings = useQuery(findingsQuery).data ?? [];
  const [open, setOpen] = useState<OpenFinding>();
  if (findings.length === 0) return null;
  return (
    <Panel title={t('title')} note={t('note', { count: findings.length })} className={styles.panel}>
      <ul className={styles.claims}>
        {findings.map((finding) => (
          <li key={keyOf(finding)}>
            <p>
              <b className="code">{toName(finding)}</b> <Sentence finding={finding} />
              <br />
              <span className="quiet">
                {t('by', { collector: finding.collector, date: dates.date(new Date(finding.since)) })}
              </span>
            </p>
            <Button aria-label={t('answerOf', { name: toName(finding) })} onClick={() => setOpen(finding)}>
              {t('answer')}
            </Button>
          </li>
        ))}
      </ul>
      {open === undefined ? null : (
        <AnswerDialog key={keyOf(open)} finding={open} me={me} onClose={() => setOpen(undefined)} />
      )}
    </Panel>
  );
}

function Sentence({ finding }: { readonly finding: OpenFinding }) {
  const t = useTranslations('deviceFacts.finding');
  const { key, before, now } = toFindingText(finding);
  return t(key, { before, now });
}

interface AnswerProps {
  readonly finding: OpenFinding;
  readonly me: Holder | undefined;
  readonly onClose: () => void;
}

function AnswerDialog({ finding, me, onClose }: AnswerProps) {
  const t = useTranslations('deviceFacts.findings');
  const answering = useAnswerFinding();
  const refusal = useRefusal(answering.error);
  const [answer, setAnswer] = useState<FindingAnswer>();
  const [isMissing, setMissing] = useState(false);
  const { collectorId, kind, target, before, now, records } = finding;
  // Two records become one only by those who may merge.
  const possible = answersOfFinding[kind].filter(
    (one) => one !== 'exchanged' || records === null || can(me, 'manageOrganisation'),
  );
  const hintOf = (one: FindingAnswer): string =>
    one === 'exchanged' && records !== null
      ? t('merges', { from: records.now.serial ?? '-', to: records.before.serial ?? '-' })
      : t(`hints.${one}`);
  const submit = () => {
    setMissing(answer === undefined);
    if (answer !== undefined)
      answering.mutate({ collectorId, kind, target, before, now, answer }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={t('question', { name: toName(finding) })}
      submit={t('answer')}
      busy={answering.isPending}
      problem={isMissing ? t('missing') : refusal}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <Sentence finding={finding} />
      </p>
      <Choice
        legend={t('legend')}
        value={answer}
        options={possible.map((value) => ({ value, label: t(`answers.${value}`), hint: hintOf(value) }))}
        onChange={setAnswer}
      />
    </FormDialog>
  );
}
