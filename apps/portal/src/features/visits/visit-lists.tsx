import { searchTextLimit } from '@platen/contract/constants';
import type { VisitPage, VisitRow } from '@platen/contract/visits';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { toDate } from '../../device/use-headline.ts';
import { logError } from '../../platform/log.ts';
import { Button, Icon } from '../../ui/button.tsx';
import { ButtonLink, Link } from '../../ui/link.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FeedDialog } from './feed-dialog.tsx';
import { type ShownList, shownLists, visitQueries } from './queries.ts';
import { toDayGroups } from './visit-days.ts';
import { VisitLine } from './visit-line.tsx';
import styles from './visits.module.css';

const isList = (name: unknown): name is ShownList => shownLists.some((list) => list === name);

/** Lists with a number of their own; cancelled ones are looked up and not counted. */
const countOf = (head: VisitPage['head'] | undefined, list: ShownList): number | undefined =>
  head === undefined || list === 'cancelled' ? undefined : head[list];

/** '/visits': the lists (VP-06), each visit a line, by day where it has one. */
export function VisitLists() {
  const t = useTranslations('visits');
  const { list: named, search = '' } = useSearch({ strict: false }) as { list?: unknown; search?: string };
  const list = isList(named) ? named : 'open';
  const navigate = useNavigate();
  const [hasFeed, setHasFeed] = useState(false);
  const query = useInfiniteQuery(visitQueries.list(list, search));
  const first = query.data?.pages[0]?.page;
  const visits = query.data?.pages.flatMap(({ page }) => page.visits) ?? [];
  const toSearch = (text: string) => {
    navigate({
      to: '/visits',
      search: { ...(list !== 'open' && { list }), ...(text !== '' && { search: text }) },
      replace: true,
    }).catch((thrown: unknown) => logError('the search of visits could not be changed', thrown));
  };
  return (
    <div className={`page ${styles.page}`}>
      <div className={styles.head}>
        <Figures head={first?.head} />
        <span className={styles.space} />
        <TextField
          type="search"
          className={styles.search}
          label={t('head.search')}
          hideLabel
          placeholder={t('head.searchHint')}
          lead={<Icon name="search" />}
          maxLength={searchTextLimit}
          value={search}
          onChange={({ currentTarget }) => toSearch(currentTarget.value)}
        />
        <ButtonLink to="/visits/$visitId" params={{ visitId: 'effect' }} search={{}}>
          {t('head.effect')}
        </ButtonLink>
        <Button aria-haspopup="dialog" onClick={() => setHasFeed(true)}>
          {t('head.feed')}
        </Button>
      </div>
      <section className={styles.frame} aria-label={t(`lists.${list}`)}>
        <div className={styles.tabs} data-print="none">
          <nav aria-label={t('lists.label')}>
            {shownLists.map((one) => (
              <Link
                key={one}
                to="/visits"
                search={{ ...(one !== 'open' && { list: one }), ...(search !== '' && { search }) }}
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
          {visits.length === 0 ? (
            <p className={styles.empty}>
              {t(`empty.${list}`)} <span>{t('empty.hint')}</span>
            </p>
          ) : (
            <Lines list={list} visits={visits} today={first?.today ?? ''} />
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
      {hasFeed ? <FeedDialog onClose={() => setHasFeed(false)} /> : null}
    </div>
  );
}

const bold = { b: (chunks: ReactNode) => <b>{chunks}</b> };

function Figures({ head }: { readonly head: VisitPage['head'] | undefined }) {
  const t = useTranslations('visits.head');
  const format = useFormatter();
  return (
    <p className={styles.figures}>
      <b className={styles.count}>{head === undefined ? '-' : format.number(head.today)}</b>{' '}
      {head === undefined ? null : (
        <>
          <span>{t.rich('today', { ...bold, count: head.today, devices: head.devicesToday })}</span>
          <span>{t('state', { underWay: head.underWay, done: head.doneToday })}</span>
        </>
      )}
    </p>
  );
}

interface LinesProps {
  readonly list: ShownList;
  readonly visits: readonly VisitRow[];
  readonly today: string;
}

/** The lines by day; a list without days has one group. */
function Lines({ list, visits, today }: LinesProps) {
  const t = useTranslations('visits.row');
  const format = useFormatter();
  return toDayGroups(visits, list, today).map(({ day, lines }) => (
    <div key={day ?? 'none'} className={styles.day}>
      {day === null ? null : (
        <h2>
          {day === today ? `${t('today')} ` : ''}
          <time dateTime={day}>
            {format.dateTime(toDate(day), { weekday: 'short', month: '2-digit', day: '2-digit' })}
          </time>
          <span>{t('devices', { count: lines.reduce((sum, { devices }) => sum + devices.length, 0) })}</span>
        </h2>
      )}
      <ul>
        {lines.map((visit) => (
          <VisitLine key={visit.visitId} visit={visit} list={list} today={today} />
        ))}
      </ul>
    </div>
  ));
}
