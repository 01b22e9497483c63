import { storagePortLabel } from '@platen/catalogue/storage-health';
import { isKeyOf } from '@platen/catalogue/supply-phrase';
import { predictionComponents } from '@platen/contract/prediction-components';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMessages, useTranslations } from 'use-intl/react';
import { TimeTracks } from '../../charts/time-tracks.tsx';
import type { TimeTrack } from '../../charts/to-time-tracks.ts';
import { toIsoDay } from '../../device/figures.ts';
import { historyQueries } from '../../device/history-queries.ts';
import { environment } from '../../platform/environment.ts';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import styles from './failure-sign.module.css';
import { type HorizonRow, isPast, toHorizonRows, toVisit } from './horizon-rows.ts';
import { type PredictionQueries, toData, toFailed } from './predictions.ts';
import { shapeOf } from './to-sign.ts';
import { useTexts } from './use-texts.ts';

const months = 12;

/** When which part will fail, most severe first, and what one visit would see to (FS-17). */
export function HorizonPanel({
  deviceId,
  queries,
  predictedAt,
  isEmpty,
}: {
  deviceId: string;
  queries: PredictionQueries;
  predictedAt: string | null;
  /** Shown in place of the chart if no component has data: the reason of each. */
  isEmpty: boolean;
}) {
  const t = useTranslations('failureSign.horizon');
  const now = useMinute();
  const texts = useHorizonTexts();
  const rows = toHorizonRows(toData(queries), toFailed(queries));
  const drawn = rows.map((row) => ({ ...texts.toTrack(row), verdict: texts.verdict(row) }));
  const parts = useQuery(historyQueries.pmParts(deviceId));
  const visit = toVisit(rows, now, parts.data);
  const end = new Date(now.getFullYear(), now.getMonth() + months, now.getDate(), 12);
  return (
    <Panel
      className={classNames(styles.whole, !isEmpty && styles.horizon)}
      title={t('title')}
      note={
        <>
          {t('months', { count: months })}
          {predictedAt === null ? null : <Run at={predictedAt} />}
        </>
      }
    >
      <p className={styles.visit}>
        {visit === undefined ? null : <Visit by={visit.by} parts={texts.visit(visit)} />}{' '}
        <Known rows={rows} hasVisit={visit !== undefined} isWaiting={parts.isPending} />
      </p>
      {isEmpty ? (
        <Reasons />
      ) : (
        <TimeTracks
          title={t('title')}
          summary={t('summary', { count: rows.filter(({ span }) => span !== undefined).length })}
          from={toIsoDay(now)}
          to={toIsoDay(end)}
          today={toIsoDay(now)}
          endTitle={t('reaches')}
          columns={12}
          tracks={drawn}
          table={{
            columns: [{ label: t('part') }, { label: t('state') }, { label: t('reaches') }],
            rows: drawn.map(({ label, verdict, end: when }) => [label, verdict, when ?? null]),
          }}
        />
      )}
    </Panel>
  );
}

/** What the device would have to report for each component, in as many columns as fit. */
function Reasons() {
  const t = useTranslations('failureSign.noData');
  return (
    <ul className={styles.reasons}>
      {predictionComponents.map((name) => (
        <li key={name}>{t(name)}</li>
      ))}
    </ul>
  );
}

/** When the signs were judged. */
function Run({ at }: { at: string }) {
  const t = useTranslations('failureSign');
  const dates = useDates();
  return (
    <>
      {' · '}
      <Evidence title={t('horizon.runTitle')} path="predictedAt" note={t('made.run')}>
        {t('horizon.run', { date: dates.dateTime(new Date(at)) })}
      </Evidence>
    </>
  );
}

/** States that no visit is needed only for known components; for the others, why there is no statement. */
function Known({ rows, hasVisit, isWaiting }: { rows: readonly HorizonRow[]; hasVisit: boolean; isWaiting: boolean }) {
  const t = useTranslations('failureSign.horizon');
  const common = useTranslations('common');
  const count = (sign: HorizonRow['sign']) => rows.filter((row) => row.sign === sign).length;
  const failed = count('failed');
  if (failed > 0) return t('notLoaded', { count: failed });
  if (isWaiting || count('loading') > 0) return hasVisit ? null : common('loading');
  if (hasVisit) return null;
  return count('noData') + count('withheld') === rows.length ? t('notJudged') : t('noVisit');
}

function Visit({ by, parts }: { by: Date | 'now' | undefined; parts: string }) {
  const t = useTranslations('failureSign.horizon');
  const dates = useDates();
  const b = (chunks: ReactNode) => <b>{chunks}</b>;
  if (by === 'now') return t.rich('coversNow', { parts, b });
  return by === undefined ? t.rich('coversAnyDay', { parts, b }) : t.rich('covers', { date: dates.date(by), parts, b });
}

/** The rows of the service horizon as the chart draws them, with their texts. */
function useHorizonTexts() {
  const t = useTranslations('failureSign');
  const common = useTranslations('common');
  const known = useMessages();
  const texts = useTexts();
  const { locale } = environment();
  const now = useMinute();

  const partText = (part: string): string => {
    if (isKeyOf(known.common.color, part)) return common(`color.${part}`);
    return storagePortLabel(Number(part), locale) ?? part;
  };
  const label = ({ component, part, nameId }: HorizonRow): string => {
    const whole = t(`component.${component}`);
    if (part === undefined) return component === 'drum' ? (texts.part(nameId ?? null) ?? whole) : whole;
    return texts.part(nameId ?? null) ?? t('horizon.row', { component: whole, part: partText(part) });
  };
  const verdict = ({ sign }: HorizonRow): string =>
    sign === 'noData' || sign === 'loading' || sign === 'failed' ? t(`horizon.verdict.${sign}`) : texts.sign(sign);

  const toEnd = ({ sign, span, missing }: HorizonRow): string => {
    if (span !== undefined) return texts.range(span) ?? t('horizon.rangeUnknown', { date: texts.at(span) });
    if (missing !== undefined) return t('readings', { count: missing.readings, needed: missing.neededReadings });
    return sign === 'noData' ? common('noData') : common('none');
  };
  const toTrack = (row: HorizonRow): TimeTrack => {
    const { component, part, sign } = row;
    // A day that has passed lies before the axis: a text states it, no bar is drawn.
    const isReached = isPast(row.span, now);
    const span = isReached ? undefined : row.span;
    const shape = sign === 'noData' || sign === 'loading' || sign === 'failed' ? 'unknown' : shapeOf(sign);
    const end = toEnd(row);
    return {
      key: `${component} ${part ?? ''}`,
      label: label(row),
      status: shape,
      end,
      text: [`${label(row)}: ${verdict(row)}`, ...(end === common('none') ? [] : [end])].join(', '),
      ...(shape === 'error' || shape === 'warning' ? { tone: shape } : {}),
      ...(span === undefined ? {} : { at: toIsoDay(span.middle) }),
      ...(span?.lower === undefined || span.upper === undefined
        ? {}
        : { range: { from: toIsoDay(span.lower), to: toIsoDay(span.upper) } }),
      ...(isReached ? { state: { kind: 'none', text: t('horizon.reached') } } : {}),
      ...(row.span === undefined ? { state: toState(row) } : {}),
    };
  };
  /** A text or a hatch where there is no date to draw. */
  const toState = (row: HorizonRow): NonNullable<TimeTrack['state']> => {
    const { sign } = row;
    if (sign === 'noData' || sign === 'withheld' || sign === 'failed') return { kind: 'unknown', text: verdict(row) };
    if (sign === 'none' || sign === 'loading') return { kind: 'none', text: verdict(row) };
    return { kind: 'none', text: t('horizon.signWithoutDate', { sign: verdict(row) }) };
  };
  const visit = ({ rows, otherParts }: { readonly rows: readonly HorizonRow[]; readonly otherParts: number }): string =>
    [...rows.map(label), ...(otherParts === 0 ? [] : [t('horizon.otherParts', { count: otherParts })])].join(
      t('horizon.and'),
    );
  return { label, verdict, visit, toTrack };
}
