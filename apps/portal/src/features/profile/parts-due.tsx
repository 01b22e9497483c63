import { partName } from '@platen/catalogue/families/parts';
import type { AnswerOf } from '@platen/contract/endpoint';
import type { PartVerdict } from '@platen/contract/part-verdict';
import type { readPmParts } from '@platen/contract/readings';
import { asksForVisit, compareVerdicts, verdictOf } from '@platen/diagnosis/judge/part-verdict';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { toLifePercent } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { environment } from '../../platform/environment.ts';
import { Evidence } from '../../ui/evidence.tsx';
import styles from './later.module.css';
import { LaterState } from './later-state.tsx';

/** Rows in a taller window, where more than `rows` of them fit; the PM parts screen has all. */
const shownTall = 4;
/** Percent of life at the end of a bar. */
const scale = 140;

/**
 * Parts at their threshold now or within 4 weeks: life consumed now and then. `rows` of them fit a window of
 * 900 pixels.
 */
export function PartsDue({ deviceId, series, rows }: { deviceId: string; series: string | null; rows: number }) {
  const t = useTranslations('failureSign.profile');
  const query = useQuery(historyQueries.pmParts(deviceId));
  const { data } = query;
  if (data === undefined) return <LaterState query={query} rows={2} />;
  const due = toDueParts(data);
  if (due.length === 0) return <p className={styles.quiet}>{t('noneDue')}</p>;
  return (
    <>
      {isDue(due[0]) ? <p className={styles.caption}>{t('lifeThen')}</p> : null}
      <dl className={styles.due}>
        {due.slice(0, Math.max(rows, shownTall)).map((part, at) => (
          <Row key={part.partsCode} part={part} threshold={data.threshold} series={series} isForTall={at >= rows} />
        ))}
      </dl>
      <More count={due.length - rows} countTall={due.length - Math.max(rows, shownTall)} />
    </>
  );
}

const isDue = (part: DuePart | undefined): boolean => part !== undefined && asksForVisit(part.verdict.verdict);

function Row({
  part,
  threshold,
  series,
  isForTall,
}: {
  part: DuePart;
  threshold: number;
  series: string | null;
  isForTall: boolean;
}) {
  const t = useTranslations('failureSign.profile');
  const common = useTranslations('common');
  const { partsCode, lifeNow, life4Weeks } = part;
  const name = partName(series ?? '', partsCode, environment().locale) ?? part.name ?? partsCode;
  const percent = (value: number | null) =>
    value === null ? common('none') : common('percent', { value: toLifePercent(value) });
  const toOffset = (value: number | null) => Math.min(100, Math.max(0, ((value ?? 0) / scale) * 100));
  return (
    <div data-due={isDue(part)} data-tall={isForTall || undefined}>
      <dt title={name}>{name}</dt>
      <dd className={styles.life} aria-hidden="true">
        <i style={{ inlineSize: `${toOffset(life4Weeks)}%` }} />
        <b style={{ inlineSize: `${toOffset(lifeNow)}%` }} />
        <s style={{ insetInlineStart: `${toOffset(threshold)}%` }} />
      </dd>
      <dd className={styles.lifeFigures}>
        <Evidence title={name} path={`parts.${partsCode}.lifeNow`}>
          {percent(lifeNow)}
        </Evidence>{' '}
        <span className="quiet">
          → <span className="vh">{t('inFourWeeks')}</span>
          {percent(life4Weeks)}
        </span>
      </dd>
    </div>
  );
}

type PmParts = AnswerOf<typeof readPmParts>;
type DuePart = PmParts['parts'][number] & { readonly verdict: PartVerdict };

/**
 * Parts that ask for a visit and parts to watch, by their verdict, most severe first, then the most consumed
 * first.
 */
export function toDueParts({ threshold, parts }: PmParts): readonly DuePart[] {
  return parts
    .map((part) => ({ ...part, verdict: verdictOf(part, threshold) }))
    .filter(({ verdict: { verdict } }) => asksForVisit(verdict) || verdict === 'watch')
    .toSorted(
      (a, b) =>
        compareVerdicts(a.verdict.verdict, b.verdict.verdict) ||
        (b.lifeNow ?? 0) - (a.lifeNow ?? 0) ||
        (b.life4Weeks ?? 0) - (a.life4Weeks ?? 0),
    );
}

/**
 * How many rows are left out, in a window of 900 pixels and in a taller one; the screen behind the panel's
 * link has them.
 */
export function More({ count, countTall }: { count: number; countTall: number }) {
  const t = useTranslations('failureSign.profile');
  if (count <= 0) return null;
  return (
    <p className={styles.more}>
      <span data-short>{t('more', { count })}</span>
      {countTall <= 0 ? null : <span data-tall>{t('more', { count: countTall })}</span>}
    </p>
  );
}
