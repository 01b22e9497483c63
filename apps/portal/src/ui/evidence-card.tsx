import type { EvidenceEntry } from '@platen/contract/details';
import { lazy, Suspense, use } from 'react';
import { useTranslations } from 'use-intl/react';
import type { ShownFigure } from './figure-arithmetic.tsx';
import { isStale, useAgeText, useDates, useMinute } from './use-dates.ts';
import styles from './evidence.module.css';
import { EvidenceContext, type NamedInputs, toAddress, toContradictions, toRawLines } from './evidence-source.ts';
import { useJudgedTexts } from './judged-evidence.ts';

/** Comes with the first card of a calculated figure. */
const FigureArithmetic = lazy(async () => ({ default: (await import('./figure-arithmetic.tsx')).FigureArithmetic }));

/** Card of one value: source, raw reading, rule, age, and its way from the printer to here. */
export function EvidenceCard({
  title,
  path,
  note,
  reading,
  inputs,
}: {
  title: string;
  path: string | undefined;
  note: string | undefined;
  reading: Partial<EvidenceEntry> | undefined;
  inputs: readonly NamedInputs[] | undefined;
}) {
  const source = use(EvidenceContext);
  const t = useTranslations('evidence');
  const common = useTranslations('common');
  const entry = source.state === 'ready' && path !== undefined ? source.entries[path] : undefined;
  const figure = source.state === 'ready' && path !== undefined ? source.figures[entry?.figure ?? path] : undefined;
  return (
    <>
      <b className={styles.title}>{title}</b>
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {entry !== undefined ? (
        <Known
          entry={reading === undefined ? entry : { ...entry, ...reading }}
          figures={inputs ?? (figure === undefined ? [] : [figure])}
        />
      ) : inputs !== undefined ? (
        <dl className={styles.facts}>
          <Arithmetic figures={inputs} />
        </dl>
      ) : path === undefined && note !== undefined ? null : source.state === 'failed' ? (
        <p className={styles.note}>
          {t('failed')} <span className="code">{source.errorCode}</span>
        </p>
      ) : (
        <p className={styles.note}>{source.state === 'loading' ? common('loading') : t('none')}</p>
      )}
    </>
  );
}

function Arithmetic({ figures }: { figures: readonly ShownFigure[] }) {
  if (figures.length === 0) return null;
  return (
    <Suspense>
      <FigureArithmetic figures={figures} />
    </Suspense>
  );
}

function Known({ entry, figures }: { entry: EvidenceEntry; figures: readonly ShownFigure[] }) {
  const t = useTranslations('evidence');
  const age = useAgeText();
  const now = useMinute();
  const observed = new Date(entry.observedAt);
  const judged = useJudgedTexts()(entry);
  const address = judged === undefined ? toAddress(entry) : undefined;
  return (
    <>
      <dl className={styles.facts}>
        <dt>{t('source')}</dt>
        <dd>
          {judged?.source ?? t(`protocol.${entry.protocol}`)}
          {address === undefined ? null : <div className={`code ${styles.raw}`}>{address}</div>}
        </dd>
        <dt>{t('raw')}</dt>
        <dd className={judged === undefined ? `code ${styles.raw}` : undefined}>
          {(judged?.raw ?? toRawLines(entry).map(({ name, raw }) => `${name} = ${raw}`)).map((text, line) => (
            // The lines of one reading never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={line}>{text}</div>
          ))}
        </dd>
        <Contradictions entry={entry} />
        <dt>{t('ruleLabel')}</dt>
        <dd>{judged?.rule ?? t(`rule.${entry.rule}`)}</dd>
        <Arithmetic figures={figures} />
        <dt>{t('age')}</dt>
        <dd data-stale={isStale(observed, now)}>{age.ago(observed, now)}</dd>
      </dl>
      {entry.receivedAt === null ? null : <Chain entry={entry} receivedAt={entry.receivedAt} now={now} />}
    </>
  );
}

/** Other sources that do not agree: the value above won over them, and a reader may judge. */
function Contradictions({ entry }: { entry: EvidenceEntry }) {
  const t = useTranslations('evidence');
  const lines = toContradictions(entry);
  if (lines.length === 0) return null;
  return (
    <>
      <dt>{t('contradictedBy')}</dt>
      <dd>
        {lines.map(({ protocol, name, raw }) => (
          <div key={`${protocol} ${name}`}>
            {t(`protocol.${protocol}`)}
            <div className={`code ${styles.raw}`}>{`${name} = ${raw}`}</div>
          </div>
        ))}
      </dd>
    </>
  );
}

/** Printer, collector, portal with their times; a device that reports by itself has no collector. */
function Chain({ entry, receivedAt, now }: { entry: EvidenceEntry; receivedAt: string; now: Date }) {
  const t = useTranslations('evidence');
  const dates = useDates();
  const stations = [
    { name: t('printer'), at: entry.observedAt },
    ...(entry.collector === null ? [] : [{ name: entry.collector, at: entry.observedAt }]),
    { name: t('portal'), at: receivedAt },
  ];
  return (
    <ol className={styles.chain} aria-label={t('chain')}>
      {stations.map(({ name, at }) => (
        <li key={name}>
          <span>{name}</span>
          <small>{dates.moment(new Date(at), now)}</small>
        </li>
      ))}
    </ol>
  );
}
