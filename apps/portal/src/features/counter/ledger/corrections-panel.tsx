import type { MeterCorrection } from '@platen/contract/meters';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { span } from '../../../device/panel-grid.tsx';
import { useMeterWords } from '../../../device/use-meter-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import styles from './ledger.module.css';
import type { MeterLedger } from './queries.ts';
import { useCorrect } from './use-correct.ts';

interface CorrectionsPanelProps {
  readonly deviceId: string;
  readonly ledger: MeterLedger;
  readonly mayCorrect: boolean;
}

/** What people stated and corrected, and what visits typed (LG-19 to LG-22). */
export function CorrectionsPanel({ deviceId, ledger, mayCorrect }: CorrectionsPanelProps) {
  const t = useTranslations('ledger.corrections');
  const words = useMeterWords(ledger.zone);
  const { add, decide, isBusy, problem } = useCorrect(deviceId, ledger.meter);
  const [isAdding, setIsAdding] = useState(false);
  const { corrections, typed, testPrints } = ledger;
  const isEmpty = corrections.length + typed.length + testPrints.length === 0;
  return (
    <>
      <Panel
        className={span(12)}
        title={t('title')}
        aside={mayCorrect ? <Button onClick={() => setIsAdding(true)}>{t('add')}</Button> : undefined}
        state={isEmpty ? { kind: 'empty', text: t('empty') } : { kind: 'data' }}
      >
        <span role="alert">{problem}</span>
        <ul className={styles.list}>
          {testPrints.map(({ visitId, at, pages, by }) => (
            <li key={`prints ${visitId}`}>
              <b>{t('testPrints', { pages: words.number(pages) })}</b>
              <span>{toMade(t, by, words.moment(at))}</span>
              {mayCorrect ? (
                <Button
                  busy={isBusy}
                  onClick={() => add({ kind: 'pages', at, pages: -pages, visitId, reason: 'testPrints' })}
                >
                  {t('take')}
                </Button>
              ) : null}
            </li>
          ))}
          {corrections.map((one) => (
            <li key={one.correctionId}>
              <Line correction={one} zone={ledger.zone} />
              {mayCorrect && one.state === 'waiting' ? (
                <>
                  <Button busy={isBusy} onClick={() => decide({ correctionId: one.correctionId, decision: 'confirm' })}>
                    {t('confirm')}
                  </Button>
                  <Button busy={isBusy} onClick={() => decide({ correctionId: one.correctionId, decision: 'refuse' })}>
                    {t('refuse')}
                  </Button>
                </>
              ) : null}
              {mayCorrect && one.state === 'inForce' && one.kind !== 'cause' ? (
                <Button busy={isBusy} onClick={() => decide({ correctionId: one.correctionId, decision: 'withdraw' })}>
                  {t('withdraw')}
                </Button>
              ) : null}
            </li>
          ))}
          {typed.map(({ visitId, at, value, by }) => (
            <li key={`typed ${visitId}`}>
              <b>{t('typed', { value: words.number(value) })}</b>
              <span>
                {toMade(t, by, words.moment(at))}; {t('typedNote')}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
      {/* The panel shows nothing of its own while it is empty. */}
      {isAdding ? <CorrectionDialog deviceId={deviceId} ledger={ledger} onClose={() => setIsAdding(false)} /> : null}
    </>
  );
}

type Translate = ReturnType<typeof useTranslations<'ledger.corrections'>>;

const toMade = (t: Translate, name: string | null, at: string): string =>
  name === null ? at : t('made', { name, at });

function Line({ correction, zone }: { readonly correction: MeterCorrection; readonly zone: string }) {
  const t = useTranslations('ledger.corrections');
  const causes = useTranslations('ledger.causes');
  const words = useMeterWords(zone);
  const { kind, at, until, cause, pages, value, reason, note, state, madeBy, madeAt, decidedBy, decidedAt } =
    correction;
  const what =
    kind === 'cause' && cause !== null
      ? causes(cause)
      : `${t(`kinds.${kind}`)} ${pages !== null ? words.signed(pages) : value !== null ? words.number(value) : ''}`.trim();
  const texts = [
    until === null || until === at ? words.moment(at) : `${words.moment(at)} – ${words.moment(until)}`,
    t(`reasons.${reason}`),
    toMade(t, madeBy?.name ?? null, words.moment(madeAt)),
    ...(decidedBy === null || decidedAt === null
      ? []
      : [t('decided', { name: decidedBy.name, at: words.moment(decidedAt) })]),
  ];
  return (
    <>
      <b>{what}</b>
      <span className={state === 'waiting' ? styles.waiting : undefined}>{t(`states.${state}`)}</span>
      <span>
        {texts.join('; ')}
        {note === null ? null : <q className={styles.note}>{note}</q>}
      </span>
    </>
  );
}
