import type { VisitRow } from '@platen/contract/visits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { viewerTimeZone } from '../../platform/environment.ts';
import { Icon } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useDates, useMinute } from '../../ui/use-dates.ts';
import { visitQueries } from './queries.ts';
import styles from './today.module.css';
import { dayOf } from './visit-days.ts';
import { Bring, Priorities, whereOf } from './visit-line.tsx';

const weekMs = 7 * 86_400_000;

/**
 * The first screen of a telephone: the own visits of today, then those of the next seven days (VP-06). The
 * day is that of the organisation, in whose zone visits are planned; the zone is named where the viewer has
 * another (GE-08).
 */
export function TodayScreen() {
  const t = useTranslations('visits');
  const format = useFormatter();
  const dates = useDates();
  const now = useMinute();
  const query = useInfiniteQuery(visitQueries.list('mine', ''));
  const page = query.data?.pages[0]?.page;
  const visits = page?.visits ?? [];
  const today = page?.today ?? '';
  const until = today === '' ? '' : new Date(Date.parse(today) + weekMs).toISOString().slice(0, 10);
  const own = visits.filter((visit) => dayOf(visit, today) === today);
  const next = visits.filter((visit) => dayOf(visit, today) > today && dayOf(visit, today) <= until);
  const newest = visits
    .flatMap(({ packStoredAt }) => packStoredAt ?? [])
    .toSorted()
    .at(-1);
  const day = (text: string) => format.dateTime(toDate(text), { weekday: 'short', month: '2-digit', day: '2-digit' });
  return (
    <div className={styles.today}>
      <div className={styles.head}>
        <h2>{t('row.today')}</h2>
        <span>
          {today === '' ? '' : day(today)}
          {page === undefined || page.zone === viewerTimeZone() ? null : ` ${page.zone}`}
        </span>
        {newest === undefined ? null : (
          <small>{t('today.stored', { time: dates.moment(new Date(newest), now) })}</small>
        )}
      </div>
      <PanelBody state={toPanelState(query, 4)}>
        {own.length === 0 ? <p className={styles.nothing}>{t('today.none')}</p> : null}
        <ul className={styles.big}>
          {own.map((visit) => (
            <BigRow key={visit.visitId} visit={visit} zone={page?.zone} isToday />
          ))}
        </ul>
        <div className={styles.head}>
          <h2 className={styles.nextHead}>{t('today.next')}</h2>
          <span>{until === '' ? '' : t('today.until', { count: next.length, day: day(until) })}</span>
        </div>
        <ul className={styles.big}>
          {next.map((visit) => (
            <BigRow key={visit.visitId} visit={visit} zone={page?.zone} isToday={false} />
          ))}
        </ul>
        <p className={styles.all}>
          <Link to="/visits" search={{ list: 'open' }}>
            {t('today.all')}
          </Link>
        </p>
      </PanelBody>
    </div>
  );
}

interface RowProps {
  readonly visit: VisitRow;
  /** Of the organisation, as its hours (GE-08). */
  readonly zone: string | undefined;
  readonly isToday: boolean;
}

/** A visit in big letters: a press opens its pack, before it is done. */
function BigRow({ visit, zone, isToday }: RowProps) {
  const t = useTranslations('visits');
  const format = useFormatter();
  const dates = useDates(zone);
  const { visitId, state, hours, plannedDay, customerName, devices, doneAt, kind } = visit;
  const time =
    hours?.from ??
    (state === 'underWay' && visit.startedAt !== null ? dates.time(new Date(visit.startedAt)) : t('row.noHours'));
  const isDone = state === 'done';
  const name = <b>{customerName ?? t('row.unknownCustomer')}</b>;
  return (
    <li data-state={state}>
      <span className={styles.when} data-long={isToday && hours === null && state !== 'underWay' ? '' : undefined}>
        {isToday || plannedDay === null ? time : format.dateTime(toDate(plannedDay), { weekday: 'short' })}
        <small>
          {isDone && doneAt !== null
            ? t('today.sent', { time: dates.time(new Date(doneAt)) })
            : !isToday
              ? time
              : hours !== null && hours.to !== null
                ? t('row.until', { time: hours.to })
                : ''}
        </small>
      </span>
      <span className={styles.what}>
        {isDone ? (
          <Link to="/visits/$visitId" params={{ visitId }}>
            {name}
          </Link>
        ) : (
          <Link to="/visits/$visitId/pack" params={{ visitId }} search={{}}>
            {name}
          </Link>
        )}
        <span className="quiet">{whereOf(visit)}</span>
        {isDone ? null : (
          <span className={styles.details}>
            <span>
              <Priorities visit={visit} />
              {visit.priorities.length === 0 ? t(`kinds.${kind}`) : t('row.devices', { count: devices.length })}
            </span>
            <Bring visit={visit} />
            {visit.isOnOlderPlan ? (
              <span>
                <StatusShape status="warning" /> {t('row.olderPlan')}
              </span>
            ) : null}
          </span>
        )}
      </span>
      {state === 'underWay' ? (
        <Link className={styles.record} to="/visits/$visitId/record" params={{ visitId }}>
          {t('row.record')}
        </Link>
      ) : (
        <Icon name={isDone ? 'check' : 'chevron'} className={isDone ? undefined : styles.onward} />
      )}
    </li>
  );
}
