import { useTranslations } from 'use-intl/react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { StatusShape } from '../../../ui/status-mark.tsx';
import styles from './health.module.css';
import { countMet, type HealthLine, isBurst, spark, stripNames, toSpark } from './health-model.ts';
import { useHealthTexts } from './health-texts.ts';
import type { Health } from './use-health.ts';

interface StripProps {
  readonly health: Health;
  readonly onOpen: () => void;
}

/**
 * How good the list is, in one strip above it (WL-72): value, target and the line of eight weeks. Folded, the
 * foot line has it; below 960 px one line is left of it.
 */
export function HealthStrip({ health: { query, lines, isFolded, fold }, onOpen }: StripProps) {
  const t = useTranslations('worklist.health');
  const common = useTranslations('common');
  const text = useHealthTexts();
  if (isFolded) return null;
  const { data } = query;
  const { met, all } = countMet(lines);
  return (
    <section className={styles.strip} aria-label={t('title')} data-print="none">
      <div className={styles.head}>
        <h2>{t('title')}</h2>
        <IconButton icon="chevron" className={styles.fold} label={t('fold')} aria-keyshortcuts="h" onClick={fold} />
        <span className={styles.span}>{data === undefined ? '\u00a0' : t('to', { date: text.day(data.to) })}</span>
        {data === undefined ? null : <span className={styles.met}>{t('met', { met, all })}</span>}
        {query.isError && data === undefined ? (
          <Button variant="link" className={styles.more} busy={query.isFetching} onClick={() => void query.refetch()}>
            {common('retry')}
          </Button>
        ) : (
          <Button variant="link" className={styles.more} disabled={data === undefined} onClick={onOpen}>
            {t('open')}
          </Button>
        )}
      </div>
      {query.isError && data === undefined ? (
        <p className={styles.failed} role="alert">
          {t('failed')}
        </p>
      ) : (
        stripNames.map((name) => (
          <Cell key={name} line={lines.find((line) => line.name === name)} ninety={data?.acknowledged.ninety ?? null} />
        ))
      )}
    </section>
  );
}

/** Without a line, the room of a cell while the answer is on its way. */
function Cell({ line, ninety }: { readonly line: HealthLine | undefined; readonly ninety: number | null }) {
  const t = useTranslations('worklist.health');
  const text = useHealthTexts();
  if (line === undefined) return <div className={styles.cell} aria-hidden="true" />;
  const isUnknown = line.value === null;
  return (
    <div className={styles.cell} data-met={line.isMet === null ? 'unknown' : String(line.isMet)}>
      <span className={styles.name} title={t(`measures.${line.name}`)}>
        {t(`measures.${line.name}`)}
      </span>
      <span className={styles.value}>
        {line.isMet === false ? (
          <>
            <StatusShape status="warning" size={13} />
            <span className="vh">{t('missed')} </span>
          </>
        ) : null}
        {isUnknown ? <span className={styles.unknown}>{t('notKnown')}</span> : text.value(line)}
      </span>
      <Weeks line={line} />
      <span className={styles.target}>
        {line.target === null
          ? ninety === null
            ? null
            : t('ninety', { time: text.minutes(ninety) })
          : isBurst(line)
            ? t('burst')
            : text.target(line)}
      </span>
    </div>
  );
}

/** The eight weeks as a line, with the target. The table of the panel holds the numbers. */
export function Weeks({ line }: { readonly line: HealthLine }) {
  if (line.value === null || line.weeks.length === 0) return <span className={styles.noWeeks} />;
  const { paths, last, target } = toSpark(line);
  return (
    <svg className={styles.weeks} viewBox={`0 0 ${spark.width} ${spark.height}`} aria-hidden="true">
      {target === undefined ? null : (
        <line
          className={line.isMet === false ? styles.goalMissed : styles.goal}
          x1="0"
          x2={spark.width}
          y1={target}
          y2={target}
        />
      )}
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
      {last === undefined ? null : <circle cx={last.x} cy={last.y} r="2.6" />}
    </svg>
  );
}
