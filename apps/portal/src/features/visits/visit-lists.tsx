import { searchTextLimit } from '@platen/contract/constants';
import type { VisitPage, VisitRow } from '@platen/contract/visits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { logError } from '../../platform/log.ts';
import { Button, Icon } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useMinute } from '../../ui/use-dates.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { clockOf, TodayLanes } from './lanes.tsx';
import { type ShownList, shownLists, visitQueries } from './queries.ts';
import { lateSince } from './to-lanes.ts';
import { dayOf, toGroups } from './visit-days.ts';
import { VisitLine } from './visit-line.tsx';
import { VisitSide } from './visit-side.tsx';
import styles from './visits.module.css';

const isList = (name: unknown): name is ShownList => shownLists.some((list) => list === name);

/** Lists with a number of their own; the others are looked up and not counted. */
const countOf = (head: VisitPage['head'] | undefined, list: ShownList): number | undefined =>
  head === undefined || list === 'cancelled' || list === 'byAssignee' ? undefined : head[list];

/** The list of the address; on a telephone without one, the screen of today is shown instead. */
export function useShownList(): { readonly list: ShownList; readonly isChosen: boolean; readonly search: string } {
  const { list, search = '' } = useSearch({ strict: false }) as { list?: unknown; search?: string };
  return isList(list) ? { list, isChosen: true, search } : { list: 'open', isChosen: false, search };
}

/** The lists of visits (VP-06), each visit a line, by day where it has one; today also on hours. */
export function VisitLists({ buttons }: { readonly buttons: ReactNode }) {
  const t = useTranslations('visits');
  const { list, search } = useShownList();
  const navigate = useNavigate();
  const query = useInfiniteQuery(visitQueries.list(list, search));
  const first = query.data?.pages[0]?.page;
  const visits = query.data?.pages.flatMap(({ page }) => page.visits) ?? [];
  const now = useMinute();
  const late = first === undefined ? [] : lateSince(visits, first.today, clockOf(first.zone).format(now));
  const searchBox = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => searchBox.current?.focus() });
  const toSearch = (text: string) => {
    navigate({
      to: '/visits',
      search: { ...(list !== 'open' && { list }), ...(text !== '' && { search: text }) },
      replace: true,
    }).catch((thrown: unknown) => logError('the search of visits could not be changed', thrown));
  };
  return (
    <>
      <div className={styles.head}>
        <Figures head={first?.head} late={late} />
        <span className={styles.space} />
        <TextField
          ref={searchBox}
          type="search"
          aria-keyshortcuts="/"
          className={styles.search}
          label={t('head.search')}
          hideLabel
          placeholder={t('head.searchHint')}
          lead={<Icon name="search" />}
          trail={search === '' ? <kbd aria-hidden="true">/</kbd> : null}
          maxLength={searchTextLimit}
          value={search}
          onChange={({ currentTarget }) => toSearch(currentTarget.value)}
        />
        {buttons}
      </div>
      <div className={styles.plan}>
        <section className={styles.frame} aria-label={t(`lists.${list}`)}>
          <div className={styles.tabs} data-print="none">
            <nav aria-label={t('lists.label')}>
              {shownLists.map((one) => (
                <Link
                  key={one}
                  to="/visits"
                  search={{ list: one, ...(search !== '' && { search }) }}
                  className={styles.tab}
                  activeProps={{}}
                  aria-current={one === list ? 'page' : undefined}
                >
                  {t(`lists.${one}`)} <span>{countOf(first?.head, one)}</span>
                </Link>
              ))}
            </nav>
            {first === undefined ? null : <span className={styles.order}>{t('head.order', { zone: first.zone })}</span>}
          </div>
          <PanelBody state={toPanelState(query, 8)}>
            {first === undefined || visits.length === 0 ? (
              <p className={styles.empty}>
                {t(`empty.${list}`)} <span>{t('empty.hint')}</span>
              </p>
            ) : (
              <Lines list={list} visits={visits} page={first} />
            )}
            {query.hasNextPage ? (
              <p className={styles.more}>
                <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  {t('row.more')}
                </Button>
              </p>
            ) : null}
          </PanelBody>
        </section>
        {first === undefined ? null : <VisitSide page={first} />}
      </div>
    </>
  );
}

const bold = { b: (chunks: ReactNode) => <b>{chunks}</b> };

function Figures({
  head,
  late,
}: {
  readonly head: VisitPage['head'] | undefined;
  /** When visits of today should have begun. */
  readonly late: readonly string[];
}) {
  const t = useTranslations('visits.head');
  const format = useFormatter();
  return (
    <p className={styles.figures}>
      <b className={styles.count}>{head === undefined ? '-' : format.number(head.today)}</b>{' '}
      {head === undefined ? null : (
        <>
          <span>{t.rich('today', { ...bold, count: head.today, devices: head.devicesToday })}</span>
          <span>{t('state', { underWay: head.underWay, done: head.doneToday })}</span>
          {late[0] === undefined ? null : (
            <span className={styles.warning}>
              <Icon name="clock" /> {t('late', { count: late.length, time: late[0] })}
            </span>
          )}
        </>
      )}
    </p>
  );
}

interface LinesProps {
  readonly list: ShownList;
  readonly visits: readonly VisitRow[];
  readonly page: VisitPage;
}

const columns = ['time', 'customer', 'devices', 'pressing', 'bring', 'who', 'kind', 'pack'] as const;

/** The lines in their groups, below the hours of today where the list goes by day. */
function Lines({ list, visits, page }: LinesProps) {
  const t = useTranslations('visits');
  const format = useFormatter();
  const { today, zone } = page;
  const day = (text: string) => format.dateTime(toDate(text), { weekday: 'short', month: '2-digit', day: '2-digit' });
  const ofToday = visits.filter((visit) => dayOf(visit, today) === today);
  return (
    <>
      {list === 'open' && ofToday.length > 0 ? <TodayLanes page={page} visits={ofToday} /> : null}
      <div className={styles.columns} aria-hidden="true">
        {columns.map((column) => (
          <span key={column}>{t(`columns.${column}`)}</span>
        ))}
      </div>
      {toGroups(visits, list, today).map((group) => {
        const devices = group.lines.reduce((sum, visit) => sum + visit.devices.length, 0);
        const nobodys = group.lines.filter(({ assignee }) => assignee === null).length;
        return (
          <div key={group.key} className={styles.day}>
            {group.day === null && group.person === undefined ? null : (
              <h2>
                {group.day === null ? (group.person?.name ?? t('row.noAssignee')) : null}
                {group.day === today ? `${t('row.today')} ` : null}
                {group.day === null ? null : <time dateTime={group.day}>{day(group.day)}</time>}
                <span>
                  {t('row.group', { count: group.lines.length, devices })}
                  {group.day !== null && nobodys > 0 ? `, ${t('row.nobodys', { count: nobodys })}` : ''}
                </span>
              </h2>
            )}
            <ul>
              {group.lines.map((visit) => (
                <VisitLine key={visit.visitId} visit={visit} list={list} today={today} zone={zone} />
              ))}
            </ul>
          </div>
        );
      })}
    </>
  );
}
