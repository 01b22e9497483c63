import type { VisitPage, VisitRow } from '@platen/contract/visits';
import { useQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { useItemWords } from '../../device/use-item-words.ts';
import { Link } from '../../ui/link.tsx';
import { StatusShape } from '../../ui/status-mark.tsx';
import { useAgeText, useDates, useMinute } from '../../ui/use-dates.ts';
import { visitQueries } from './queries.ts';
import styles from './visits.module.css';

/** Visits of a list in the column; the list itself has all. */
const shown = 4;

/** What waits next to the plan: overdue, without a day, recorded and not read yet (VP-06). */
export function VisitSide({ page: { head, zone } }: { readonly page: VisitPage }) {
  const t = useTranslations('visits');
  return (
    <aside className={styles.side} aria-label={t('side.label')}>
      <Part list="overdue" count={head.overdue} zone={zone} />
      <Part list="drafts" count={head.drafts} zone={zone} />
      <Part list="toRead" count={head.toRead} zone={zone} />
    </aside>
  );
}

type SideList = 'overdue' | 'drafts' | 'toRead';

interface PartProps {
  readonly list: SideList;
  readonly count: number;
  /** Of the organisation, as in the plan next to it (GE-08). */
  readonly zone: string;
}

function Part({ list, count, zone }: PartProps) {
  const t = useTranslations('visits');
  const query = useQuery({ ...visitQueries.side(list, shown), enabled: count > 0 });
  const visits = count === 0 ? [] : (query.data ?? []);
  const Text = texts[list];
  return (
    <section>
      <h2>
        {t(`lists.${list}`)} <span>{count}</span>
      </h2>
      {count === 0 ? <p className="quiet">{t(`empty.${list}`)}</p> : null}
      <ul>
        {visits.map((visit) => (
          <li key={visit.visitId}>
            <Link to="/visits/$visitId" params={{ visitId: visit.visitId }}>
              <b>{visit.customerName ?? t('row.unknownCustomer')}</b>
            </Link>
            <span className="quiet">
              <When visit={visit} list={list} zone={zone} />
            </span>
            <p>
              <Text visit={visit} />
            </p>
          </li>
        ))}
      </ul>
      {count > visits.length && visits.length > 0 ? (
        <Link to="/visits" search={{ list }}>
          {t('side.more', { count: count - visits.length })}
        </Link>
      ) : null}
    </section>
  );
}

interface TextProps {
  readonly visit: VisitRow;
}

/** The day of what is overdue, the age of a draft, the end of what was not read yet. */
function When({ visit: { plannedDay, madeAt, doneAt }, list, zone }: TextProps & Omit<PartProps, 'count'>) {
  const t = useTranslations('visits');
  const format = useFormatter();
  const dates = useDates(zone);
  const age = useAgeText();
  const now = useMinute();
  if (list === 'drafts') return age.duration(now.getTime() - Date.parse(madeAt));
  if (list === 'toRead') return doneAt === null ? t('states.underWay') : dates.moment(new Date(doneAt), now);
  return plannedDay === null
    ? null
    : format.dateTime(toDate(plannedDay), { weekday: 'short', month: '2-digit', day: '2-digit' });
}

function OverdueText({ visit: { assignee, wentBack } }: TextProps) {
  const t = useTranslations('visits.row');
  return (
    <span className={styles.warning}>
      <StatusShape status="warning" /> {assignee?.name ?? t('noAssignee')}.{' '}
      {wentBack > 0 ? t('wentBack', { count: wentBack }) : null}
    </span>
  );
}

function DraftText({ visit: { note, conditionCount } }: TextProps) {
  const t = useTranslations('visits.side');
  return note ?? t('conditions', { count: conditionCount });
}

function ToReadText({ visit: { devices, missing, isOnOlderPlan } }: TextProps) {
  const t = useTranslations('visits');
  const common = useTranslations('common');
  const itemWords = useItemWords();
  const results = devices.flatMap(({ result, notDone }) =>
    result !== null ? t(`results.${result}`) : notDone !== null ? t(`notDone.${notDone}`) : [],
  );
  const lacks =
    missing.length === 0 ? [] : [t('row.missing', { items: missing.map(itemWords).join(common('list.separator')) })];
  return (
    <>
      {[...(results.length === 0 ? [] : [results.join(common('list.separator'))]), ...lacks].join('; ')}{' '}
      {isOnOlderPlan ? (
        <span className={styles.warning}>
          <StatusShape status="warning" /> {t('row.olderPlan')}
        </span>
      ) : null}
    </>
  );
}

const texts = { overdue: OverdueText, drafts: DraftText, toRead: ToReadText } as const;
