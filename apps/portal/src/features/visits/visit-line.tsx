import type { VisitRow } from '@platen/contract/visits';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { Link } from '../../ui/link.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import type { ShownList } from './queries.ts';
import styles from './visits.module.css';

interface LineProps {
  readonly visit: VisitRow;
  readonly list: ShownList;
  readonly today: string;
}

/** One visit of a list: when, where, how pressing, who; a link as a whole. */
export function VisitLine({ visit, list, today }: LineProps) {
  const t = useTranslations('visits');
  const dates = useDates();
  const { customerName, place, assignee, devices, kind, state } = visit;
  const serials = devices.flatMap(({ serial }) => serial ?? []);
  return (
    <li data-state={state}>
      <Link to="/visits/$visitId" params={{ visitId: visit.visitId }} className={styles.line}>
        <span className={styles.time}>
          <When visit={visit} list={list} today={today} />
        </span>
        <span className={styles.where}>
          <b>{customerName ?? t('row.unknownCustomer')}</b> <span>{place ?? serials.slice(0, 3).join(', ')}</span>
          <Marks visit={visit} />
        </span>
        <span className={styles.classes}>
          {visit.priorities.map((priority) => (
            <span key={priority} className={styles.priority} data-class={priority}>
              {priority}
            </span>
          ))}
        </span>
        <span className={styles.devices}>{t('row.devices', { count: devices.length })}</span>
        <span className={styles.who}>{assignee?.name ?? t('row.noAssignee')}</span>
        <span className={styles.kind}>
          {state === 'planned' || state === 'draft' ? t(`kinds.${kind}`) : t(`states.${state}`)}
          {state === 'underWay' && visit.startedAt !== null
            ? `, ${t('row.since', { time: dates.time(new Date(visit.startedAt)) })}`
            : ''}
        </span>
      </Link>
    </li>
  );
}

/** Hours within the day of the list, else the day. */
function When({ visit, list, today }: LineProps) {
  const t = useTranslations('visits.row');
  const format = useFormatter();
  const age = useAgeText();
  const now = useMinute();
  const { hours, plannedDay, doneAt, madeAt } = visit;
  if (list === 'drafts') return t('madeAgo', { ago: age.ago(new Date(madeAt), now) });
  if (list === 'open' || list === 'mine')
    return hours === null ? (
      <span>{t('noHours')}</span>
    ) : (
      <>
        <b>{hours.from}</b> {hours.to === null ? null : <span>{t('until', { time: hours.to })}</span>}
      </>
    );
  const day = doneAt ?? plannedDay;
  if (day === null) return '-';
  return day === today
    ? t('today')
    : format.dateTime(toDate(day), { weekday: 'short', month: '2-digit', day: '2-digit' });
}

/** What needs a look, in words with a shape. */
function Marks({ visit }: { readonly visit: VisitRow }) {
  const t = useTranslations('visits');
  const results = visit.devices.flatMap(({ result, notDone }) =>
    result !== null ? t(`results.${result}`) : notDone !== null ? t(`notDone.${notDone}`) : [],
  );
  const warnings = [
    ...(visit.isOverdue && visit.wentBack > 0 ? [t('row.wentBack', { count: visit.wentBack })] : []),
    ...(visit.isOnOlderPlan ? [t('row.olderPlan')] : []),
    ...(visit.missing.length > 0 ? [t('row.missing', { items: visit.missing.join(', ') })] : []),
  ];
  return (
    <>
      {results.length > 0 ? <span className={styles.results}>{results.join(', ')}</span> : null}
      {warnings.map((warning) => (
        <span key={warning} className={styles.warning}>
          <StatusShape status="warning" /> {warning}
        </span>
      ))}
    </>
  );
}
