import type { VisitRow } from '@platen/contract/visits';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { useItemWords } from '../../device/use-item-words.ts';
import { Icon } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import type { ShownList } from './queries.ts';
import styles from './visits.module.css';

interface LineProps {
  readonly visit: VisitRow;
  readonly list: ShownList;
  readonly today: string;
  /** Of the organisation, in which the list has its days and hours. */
  readonly zone: string;
}

/** The place of a visit; without one the first of its devices by their serial numbers. */
export const whereOf = ({ place, devices }: VisitRow): string =>
  place ??
  devices
    .flatMap(({ serial }) => serial ?? [])
    .slice(0, 3)
    .join(', ');

/** One visit of a list: when, where, how pressing, what to bring, who; with links to its pack and record. */
export function VisitLine({ visit, list, today, zone }: LineProps) {
  const t = useTranslations('visits');
  const dates = useDates(zone);
  const now = useMinute();
  const { visitId, customerName, assignee, devices, kind, state, packStoredAt } = visit;
  const isAhead = state === 'planned' || state === 'underWay';
  return (
    <li className={styles.line} data-state={state}>
      <span className={styles.time}>
        <When visit={visit} list={list} today={today} />
      </span>
      <span className={styles.where}>
        <Link to="/visits/$visitId" params={{ visitId }} className={styles.whole}>
          <b>{customerName ?? t('row.unknownCustomer')}</b>
        </Link>{' '}
        <span>{whereOf(visit)}</span>
        <Marks visit={visit} />
      </span>
      <span className={styles.devices}>{t('row.devices', { count: devices.length })}</span>
      <Priorities visit={visit} />
      <span className={styles.bring}>{isAhead ? <Bring visit={visit} /> : null}</span>
      <span className={styles.who}>{assignee?.name ?? t('row.noAssignee')}</span>
      <span className={styles.kind}>{t(`kinds.${kind}`)}</span>
      <span className={styles.ways}>
        <State visit={visit} zone={zone} />
        {isAhead ? (
          <>
            <Link
              to="/visits/$visitId/pack"
              params={{ visitId }}
              search={{}}
              data-print="none"
              aria-label={t('row.packOf', { customer: customerName ?? t('row.unknownCustomer') })}
            >
              {t('row.pack')}
            </Link>
            <Link
              to="/visits/$visitId/record"
              params={{ visitId }}
              data-print="none"
              aria-label={t('row.recordOf', { customer: customerName ?? t('row.unknownCustomer') })}
            >
              {t('row.record')}
            </Link>
          </>
        ) : null}
        {packStoredAt === null || !isAhead ? null : (
          <small>{t('row.stored', { time: dates.moment(new Date(packStoredAt), now) })}</small>
        )}
      </span>
    </li>
  );
}

/** Where a visit stands that is more than planned: since when it is under way, or when it was done. */
function State({ visit: { state, startedAt, doneAt }, zone }: Pick<LineProps, 'visit' | 'zone'>) {
  const t = useTranslations('visits');
  const dates = useDates(zone);
  if (state === 'planned' || state === 'draft') return null;
  const since =
    state === 'underWay' && startedAt !== null ? t('row.since', { time: dates.time(new Date(startedAt)) }) : '';
  const until = state === 'done' && doneAt !== null ? dates.time(new Date(doneAt)) : '';
  return (
    <b className={styles.state}>
      {state === 'done' ? <Icon name="check" /> : null}{' '}
      {[t(`states.${state}`), since, until].filter(Boolean).join(', ')}
    </b>
  );
}

/** How pressing its devices are, each class once. */
export function Priorities({ visit }: Pick<LineProps, 'visit'>) {
  return (
    <span className={styles.classes}>
      {visit.priorities.map((priority) => (
        <span key={priority} className={styles.priority} data-class={priority}>
          {priority}
        </span>
      ))}
    </span>
  );
}

/** What its newest pack asks for and how much of it is packed (VP-08). */
export function Bring({ visit: { bring } }: Pick<LineProps, 'visit'>) {
  const t = useTranslations('visits.bring');
  const itemWords = useItemWords();
  if (bring === null) return <span className="quiet">{t('noPack')}</span>;
  if (bring.count === 0) return <span className="quiet">{t('nothing')}</span>;
  const warning =
    bring.notInStock.length > 0
      ? t('notInStock', { items: bring.notInStock.map(itemWords).join(', ') })
      : bring.unnumbered > 0
        ? t('unnumbered', { count: bring.unnumbered })
        : undefined;
  return (
    <>
      <span>
        <Icon name="box" /> {t('packed', { packed: bring.packed, count: bring.count })}
      </span>
      {warning === undefined ? null : (
        <span className={styles.warning}>
          <StatusShape status="warning" /> {warning}
        </span>
      )}
    </>
  );
}

/** Hours within the day of the list, else the day. */
function When({ visit, list, today }: Omit<LineProps, 'zone'>) {
  const t = useTranslations('visits.row');
  const format = useFormatter();
  const age = useAgeText();
  const now = useMinute();
  const { hours, plannedDay, doneAt, madeAt } = visit;
  const toDay = (day: string) =>
    day === today ? t('today') : format.dateTime(toDate(day), { weekday: 'short', month: '2-digit', day: '2-digit' });
  if (list === 'drafts') return t('madeAgo', { ago: age.ago(new Date(madeAt), now) });
  if (list === 'open' || list === 'mine' || list === 'byAssignee')
    return (
      <>
        {list === 'byAssignee' && plannedDay !== null ? `${toDay(plannedDay)} ` : ''}
        {hours === null ? <span>{t('noHours')}</span> : <b>{hours.from}</b>}{' '}
        {hours === null || hours.to === null ? null : <span>{t('until', { time: hours.to })}</span>}
      </>
    );
  const day = doneAt ?? plannedDay;
  return day === null ? '-' : toDay(day);
}

/** What needs a look, in words with a shape. */
function Marks({ visit }: { readonly visit: VisitRow }) {
  const t = useTranslations('visits');
  const itemWords = useItemWords();
  const results = visit.devices.flatMap(({ result, notDone }) =>
    result !== null ? t(`results.${result}`) : notDone !== null ? t(`notDone.${notDone}`) : [],
  );
  const warnings = [
    ...(visit.isOverdue && visit.wentBack > 0 ? [t('row.wentBack', { count: visit.wentBack })] : []),
    ...(visit.isOnOlderPlan ? [t('row.olderPlan')] : []),
    ...(visit.missing.length > 0 ? [t('row.missing', { items: visit.missing.map(itemWords).join(', ') })] : []),
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
