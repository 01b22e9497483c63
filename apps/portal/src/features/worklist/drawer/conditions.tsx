import type { WorklistDetail } from '@platen/contract/worklist';
import type { Condition } from '@platen/contract/worklist-item';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toLifePercent } from '../../../device/figures.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { useDates, useMinute } from '../../../ui/use-dates.ts';
import { KindGlyph } from '../glyphs.tsx';
import { worklistQueries } from '../mutations.ts';
import { toDate, useHeadline } from '../use-headline.ts';
import styles from './drawer.module.css';
import { toErrorDays } from './history-model.ts';
import { Section } from './section.tsx';
import { Source } from './source.tsx';

interface ConditionsProps {
  readonly rowId: string;
  readonly detail: WorklistDetail;
  readonly ticked: ReadonlySet<string>;
  readonly onTick: (id: string) => void;
  readonly onTickAll: () => void;
}

/** Conditions with their evidence and check marks; then what follows from others, and what is resolved. */
export function Conditions({ rowId, detail, ticked, onTick, onTickAll }: ConditionsProps) {
  const t = useTranslations('drawer');
  const { conditions, conditionCount, watch } = detail;
  const open = conditions.filter(({ work }) => work !== 'resolved');
  const resolved = conditions.filter(({ work }) => work === 'resolved');
  const follows = open.filter(({ inhibitedBy }) => inhibitedBy !== null).length;
  return (
    <Section
      title={t('conditions.title')}
      note={t('conditions.count', { open: open.length, follows })}
      aside={
        open.length > 1 ? (
          <Button variant="quiet" onClick={onTickAll}>
            {t('conditions.tickAll')}
          </Button>
        ) : undefined
      }
    >
      <ul className={styles.conditions}>
        {open.map((condition) => (
          <OpenCondition
            key={condition.conditionId}
            condition={condition}
            cause={conditions.find(({ conditionId }) => conditionId === condition.inhibitedBy)}
            detail={detail}
            isTicked={ticked.has(condition.conditionId)}
            onTick={() => onTick(condition.conditionId)}
          />
        ))}
      </ul>
      {watch.length === 0 ? null : (
        <p className="quiet">{t('watch', { names: watch.map(({ component }) => component).join(', ') })}</p>
      )}
      {conditionCount > open.length ? (
        <Resolved rowId={rowId} first={resolved} count={conditionCount - open.length} read={conditions.length} />
      ) : null}
    </Section>
  );
}

interface OpenConditionProps {
  readonly condition: Condition;
  /** The condition that it follows from, where that one is shown. */
  readonly cause: Condition | undefined;
  readonly detail: WorklistDetail;
  readonly isTicked: boolean;
  readonly onTick: () => void;
}

function OpenCondition({ condition, cause, detail, isTicked, onTick }: OpenConditionProps) {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const headline = useHeadline();
  const dates = useDates();
  const { kind, subject, facts, signal, marks, lastSeenAt } = condition;
  const now = useMinute();
  const what = headline(condition);
  const follows = condition.inhibitedBy !== null;
  return (
    <li className={styles.condition} data-follows={follows ? '' : undefined}>
      <input type="checkbox" checked={isTicked} aria-label={t('conditions.tick', { what })} onChange={onTick} />
      <span className={styles.glyph}>
        <KindGlyph kind={kind} subject={facts.item ?? subject} isCleared={signal === 'cleared'} />
      </span>
      <div className={styles.words}>
        <p>
          <b data-kind={kind === 'down' && signal === 'active' ? 'down' : undefined}>{what}</b>{' '}
          <span className="quiet">
            {t('conditions.since', { time: dates.moment(toDate(condition.openedAt), now) })}
          </span>
          {marks.map((mark) => (
            <span key={mark} className={styles.mark} data-mark={mark}>
              {mark === 'notHeardOf'
                ? worklist('marks.notHeardOf', { date: dates.date(toDate(lastSeenAt)) })
                : worklist(`marks.${mark}`)}
            </span>
          ))}
        </p>
        <p className={styles.evidence}>
          <Source source={condition.source} />
          {useStanding(condition, cause === undefined ? undefined : headline(cause)).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      </div>
      <Chart condition={condition} detail={detail} />
    </li>
  );
}

/** What the device shows of a condition and what people did about it, in short sentences. */
function useStanding(condition: Condition, cause: string | undefined): string[] {
  const t = useTranslations('drawer');
  const worklist = useTranslations('worklist');
  const dates = useDates();
  const { signal, clearedAt, inhibitedBy, assignee, plannedDay, snooze, regressions, facts } = condition;
  const date = (at: string) => dates.date(toDate(at));
  const texts: (string | undefined)[] = [
    facts.text,
    signal === 'clearing' ? t('conditions.clearing') : undefined,
    signal === 'cleared' && clearedAt !== null ? t('conditions.cleared', { time: date(clearedAt) }) : undefined,
    signal === 'unknown' ? t('conditions.signalUnknown') : undefined,
    inhibitedBy === null || cause === undefined ? undefined : t('conditions.follows', { what: cause }),
    regressions > 0 ? t('conditions.returned', { count: regressions }) : undefined,
    assignee === null ? undefined : t('conditions.assigned', { name: assignee.name }),
    plannedDay === null ? undefined : t('conditions.planned', { day: date(plannedDay) }),
  ];
  if (snooze !== null) {
    const reason = snooze.note ?? worklist(`snoozeReasons.${snooze.reason}`);
    texts.push(
      snooze.until === null
        ? t('conditions.snoozedWorse', { reason })
        : t('conditions.snoozedUntil', { day: date(snooze.until), reason }),
    );
  }
  return texts.flatMap((text) => (text === undefined || text === '' ? [] : [text]));
}

/** Days of the small chart. */
const chartDays = 30;

/** The evidence in small: errors of 30 days, or a life or level against its threshold. */
function Chart({ condition: { facts, kind }, detail }: { condition: Condition; detail: WorklistDetail }) {
  const t = useTranslations('drawer');
  const now = useMinute();
  const { code, percent, threshold } = facts;
  if ((kind === 'down' || kind === 'errorRepeat') && code !== undefined) {
    const days = toErrorDays(detail.errors, { code, days: chartDays, now });
    const total = days.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return null;
    const most = Math.max(...days.map(({ count }) => count));
    return (
      <div className={styles.chart}>
        <svg viewBox={`0 0 ${chartDays * 4} 24`} preserveAspectRatio="none" aria-hidden="true">
          {days.map(({ day, count }, index) =>
            count === 0 ? null : (
              <rect key={day} x={index * 4} width={3} y={24 - (24 * count) / most} height={(24 * count) / most} />
            ),
          )}
        </svg>
        <small>{t('conditions.errors', { count: total })}</small>
      </div>
    );
  }
  if (percent === undefined) return null;
  const full = Math.max(100, percent, threshold ?? 0);
  return (
    <div className={styles.chart}>
      <div className={styles.gauge} aria-hidden="true">
        <i style={{ inlineSize: `${(100 * Math.max(0, percent)) / full}%` }} />
        {threshold === undefined ? null : <u style={{ insetInlineStart: `${(100 * threshold) / full}%` }} />}
      </div>
      <small>
        {threshold === undefined
          ? t('conditions.percentOnly', { percent: toLifePercent(percent) })
          : t('conditions.percent', { percent: toLifePercent(percent), threshold })}
      </small>
    </div>
  );
}

interface ResolvedProps {
  readonly rowId: string;
  readonly first: readonly Condition[];
  readonly count: number;
  /** Conditions that the first page holds. */
  readonly read: number;
}

/** Former conditions, folded; those beyond the first page are read when asked for. */
function Resolved({ rowId, first, count, read }: ResolvedProps) {
  const t = useTranslations('drawer');
  const [offset, setOffset] = useState<number>();
  return (
    <details className={styles.resolved}>
      <summary>{t('conditions.resolved', { count })}</summary>
      <ResolvedList conditions={first} />
      {offset === undefined ? null : <FurtherPage rowId={rowId} offset={offset} />}
      {first.length < count && offset === undefined ? (
        <Button variant="quiet" onClick={() => setOffset(read)}>
          {t('conditions.more')}
        </Button>
      ) : null}
    </details>
  );
}

function FurtherPage({ rowId, offset }: { readonly rowId: string; readonly offset: number }) {
  const t = useTranslations('drawer');
  const query = useQuery(worklistQueries.row(rowId, offset));
  const [isNext, setNext] = useState(false);
  const { data } = query;
  const read = offset + (data?.conditions.length ?? 0);
  return (
    <PanelBody state={toPanelState(query, 3)}>
      <ResolvedList conditions={data?.conditions ?? []} />
      {data === undefined || read >= data.conditionCount ? null : isNext ? (
        <FurtherPage rowId={rowId} offset={read} />
      ) : (
        <Button variant="quiet" onClick={() => setNext(true)}>
          {t('conditions.more')}
        </Button>
      )}
    </PanelBody>
  );
}

function ResolvedList({ conditions }: { readonly conditions: readonly Condition[] }) {
  const t = useTranslations('drawer');
  const headline = useHeadline();
  const dates = useDates();
  return (
    <ul>
      {conditions.map((condition) => (
        <li key={condition.conditionId}>
          {headline(condition)}{' '}
          <span className="quiet">
            {condition.resolvedAt === null || condition.resolution === null
              ? null
              : t('conditions.resolvedOn', {
                  day: dates.date(toDate(condition.resolvedAt)),
                  how: t(`resolutions.${condition.resolution}`),
                })}
          </span>
        </li>
      ))}
    </ul>
  );
}
