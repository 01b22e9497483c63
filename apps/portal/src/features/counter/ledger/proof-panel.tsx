import type { MeterProof } from '@platen/contract/meters';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { span } from '../../../device/panel-grid.tsx';
import { useMeterWords } from '../../../device/use-meter-words.ts';
import { saveFile, toFileName } from '../../../downloads/save-file.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel, toPanelState } from '../../../ui/panel.tsx';
import { useAgeText } from '../../../ui/use-dates.ts';
import styles from './ledger.module.css';
import { ledgerQueries } from './queries.ts';
import { useCorrect } from './use-correct.ts';

interface ProofPanelProps {
  readonly deviceId: string;
  readonly meter: string;
  readonly instant: string;
  readonly mayCorrect: boolean;
  readonly onPrint: () => void;
}

/** Where a reading came from and what was made of it (LG-17): on the screen, on one page, and as JSON. */
export function ProofPanel({ deviceId, meter, instant, mayCorrect, onPrint }: ProofPanelProps) {
  const t = useTranslations('ledger.proof');
  const query = useQuery(ledgerQueries.proof(deviceId, meter, instant));
  const proof = query.data;
  const words = useMeterWords(proof?.zone ?? 'UTC');
  const { add, isBusy, problem } = useCorrect(deviceId, meter);
  const save = () => {
    if (proof === undefined) return;
    const name = [t('title'), proof.serial ?? deviceId, meter].join(' ');
    const text = JSON.stringify(proof, null, 2);
    saveFile(toFileName(name, new Date(), 'json'), new Blob([text], { type: 'application/json' }));
  };
  return (
    <Panel
      className={span(12)}
      title={t('title')}
      note={t('note', { meter: words.meter(meter), at: words.moment(instant) })}
      aside={
        <span className={styles.choices}>
          {mayCorrect && proof?.used?.source === 'report' ? (
            <Button
              busy={isBusy}
              onClick={() => {
                const { at } = proof.used ?? { at: instant };
                add({ kind: 'exclude', at, until: at, reason: 'misread' });
              }}
            >
              {t('leaveOut')}
            </Button>
          ) : null}
          <Button onClick={onPrint}>{t('print')}</Button>
          <Button onClick={save}>{t('json')}</Button>
        </span>
      }
      state={toPanelState(query, 8)}
    >
      <span role="alert">{problem}</span>
      {proof === undefined ? null : proof.used === null ? (
        <p>{t('noReading')}</p>
      ) : (
        <Proof proof={proof} used={proof.used} />
      )}
    </Panel>
  );
}

function Proof({ proof, used }: { readonly proof: MeterProof; readonly used: NonNullable<MeterProof['used']> }) {
  const t = useTranslations('ledger');
  const words = useMeterWords(proof.zone);
  const { duration } = useAgeText();
  const { epoch, begunBy, evidence, before, next, pack, ageMinutes } = proof;
  const state = t(`atStates.${proof.state}`);
  const stated = begunBy?.cause === null || begunBy === null ? undefined : t(`causes.${begunBy.cause}`);
  const rows: readonly (readonly [name: string, value: ReactNode])[] = [
    [
      t('proof.device'),
      [proof.serial, proof.model, proof.assetNumber, proof.customerName].filter((text) => text !== null).join(', '),
    ],
    [t('proof.raw'), words.number(used.raw)],
    [
      t('proof.epoch', { number: epoch?.number ?? 1 }),
      [
        t('proof.offset', { offset: words.number(epoch?.offset ?? 0) }),
        ...(stated === undefined ? [] : [stated]),
        ...(begunBy === null ? [] : [words.moment(begunBy.after.at)]),
        ...(typeof begunBy?.statedBy === 'string' ? [begunBy.statedBy] : []),
      ].join(', '),
    ],
    [t('proof.read'), `${words.moment(used.at)} ${proof.zone}, ${used.at}`],
    [t('proof.received'), used.receivedAt === null ? t('proof.notKnown') : words.moment(used.receivedAt)],
    [
      t('proof.object'),
      evidence === null ? (
        t('proof.notKnown')
      ) : (
        <span key="object" className="code">{`${evidence.name ?? evidence.source} = ${evidence.raw}`}</span>
      ),
    ],
    [
      t('proof.asked'),
      proof.collector === null
        ? t('proof.notKnown')
        : t('proof.collector', { address: proof.address ?? '-', collector: proof.collector }),
    ],
    [
      t('proof.around'),
      [
        before === null
          ? ''
          : t('proof.before', { value: words.number(before.billed ?? before.raw), at: words.moment(before.at) }),
        next === null
          ? t('proof.noNext')
          : t('proof.before', { value: words.number(next.billed ?? next.raw), at: words.moment(next.at) }),
        proof.canDiffer === null ? '' : t('proof.differ', { pages: words.number(proof.canDiffer) }),
      ]
        .filter((text) => text !== '')
        .join('; '),
    ],
    [
      t('proof.corrections'),
      proof.corrections.length === 0
        ? t('proof.none')
        : proof.corrections
            .map(({ kind, pages }) => `${t(`corrections.kinds.${kind}`)} ${pages ?? ''}`.trim())
            .join(', '),
    ],
    [
      t('proof.hash'),
      <span key="hash" className={styles.hash}>
        <span className="code">{proof.hash ?? t('proof.notKnown')}</span>
        <span>{pack === null ? t('proof.notPacked') : t('proof.packed', { ...pack, place: String(pack.place) })}</span>
      </span>,
    ],
  ];
  return (
    <>
      <p className={styles.value}>
        <b>
          {proof.value === null
            ? t('proof.noValue', { state })
            : t('proof.value', { value: words.number(proof.value), state })}
        </b>
        {ageMinutes === null ? null : <span>{t('proof.age', { age: duration(ageMinutes * 60_000) })}</span>}
      </p>
      <dl className={styles.facts}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
