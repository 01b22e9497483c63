import { type AuditEntry, actorKinds, exportAudit, listAudit, mostAuditCounted } from '@platen/contract/audit';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { call, request } from '../../../api/client.ts';
import { ExportMenu } from '../../../downloads/export-menu.tsx';
import { logError } from '../../../platform/log.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelBody, toPanelState } from '../../../ui/panel.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Select, TextField } from '../../../ui/text-field.tsx';
import { useKeys } from '../../../ui/use-keys.ts';
import styles from './audit.module.css';
import { type AuditSearch, firstDay, readAuditSearch, toQuery } from './audit-model.ts';
import { AuditTable } from './audit-table.tsx';

/** One moment for all pages of a selection, so that `the last seven days` stay the same days. */
const pagesQuery = (search: AuditSearch, now: Date) =>
  infiniteQueryOptions({
    queryKey: ['audit', search],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ signal, pageParam }) =>
      (
        await call(listAudit, {
          query: { ...toQuery(search, now), ...(pageParam !== undefined && { before: pageParam }) },
          signal,
        })
      ).data,
    getNextPageParam: ({ hasMore, entries }) => (hasMore ? entries.at(-1)?.auditId : undefined),
  });

/** The audit by days, kind of actor, subject and text, with values before and after (OA-50). */
export default function AuditSection() {
  const t = useTranslations('audit');
  const format = useFormatter();
  const [now] = useState(() => new Date());
  const search = readAuditSearch(useSearch({ strict: false }));
  const query = useInfiniteQuery(pagesQuery(search, now));
  const total = query.data?.pages[0]?.total;
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <div className={styles.head}>
        <output className={styles.figures}>
          {total === undefined
            ? ''
            : t.rich(total >= mostAuditCounted ? 'entriesOrMore' : 'entries', {
                count: total,
                b: strong,
              })}
        </output>
        <Filters search={search} now={now} subjectName={nameOf(search.subject, entries)} />
        <ExportMenu
          words={(key, values) => t(`export.${key}`, values)}
          ask={(asked, signal, timeout) =>
            request(exportAudit, { query: { ...toQuery(search, now), ...asked }, signal }, timeout)
          }
        />
      </div>
      <div className={styles.frame}>
        <PanelBody state={entries.length === 0 && query.data !== undefined ? none(t, search) : toPanelState(query, 10)}>
          <AuditTable entries={entries} />
        </PanelBody>
        {query.hasNextPage ? (
          <p className={styles.more} data-print="none">
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('more')}
            </Button>
            <span>{format.number(entries.length)}</span>
          </p>
        ) : null}
        <p className={styles.note}>{t('note')}</p>
      </div>
    </>
  );
}

/** The name that entries have for the subject of the address, else its kind and id; null without entries. */
const nameOf = (wanted: string | undefined, entries: readonly AuditEntry[]): string | null | undefined =>
  wanted === undefined || entries.length > 0
    ? (entries.find(({ subject: { kind, id } }) => `${kind}:${id}` === wanted)?.subject.name ?? wanted)
    : null;

type Words = ReturnType<typeof useTranslations<'audit'>>;
const none = (t: Words, { search, kind, subject }: AuditSearch) =>
  ({
    kind: 'empty',
    hint: search === undefined && kind === undefined && subject === undefined ? t('noneYet') : t('none'),
  }) as const;

const strong = (words: ReactNode) => <b>{words}</b>;

/** The pause after which a typed text is asked for. */
const pauseMs = 400;

interface FiltersProps {
  readonly search: AuditSearch;
  readonly now: Date;
  /** Null: of a subject that nothing names; undefined: of all. */
  readonly subjectName: string | null | undefined;
}

function Filters({ search, now, subjectName }: FiltersProps) {
  const t = useTranslations('audit');
  const navigate = useNavigate();
  const box = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(search.search ?? '');
  useKeys({ '/': () => box.current?.focus() });
  const change = (next: AuditSearch) => {
    const wanted = Object.entries({ ...search, ...next }).filter(([, value]) => value !== undefined && value !== '');
    navigate({
      to: '/administration/$section',
      params: { section: 'audit' },
      search: Object.fromEntries(wanted),
      replace: true,
    }).catch((thrown: unknown) => logError('the filter of the audit could not be changed', thrown));
  };
  useEffect(() => {
    if (typed === (search.search ?? '')) return undefined;
    const timer = setTimeout(() => change({ search: typed === '' ? undefined : typed }), pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <>
      <TextField
        type="date"
        label={t('from')}
        value={firstDay(search, now) ?? ''}
        onChange={({ currentTarget }) => change({ from: currentTarget.value })}
      />
      <TextField
        type="date"
        label={t('to')}
        value={search.to ?? ''}
        onChange={({ currentTarget }) => change({ to: currentTarget.value })}
      />
      <Select
        label={t('kind')}
        hideLabel
        value={search.kind ?? ''}
        options={[
          { value: '', label: t('all') },
          ...actorKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) })),
        ]}
        onChange={({ currentTarget }) => change({ kind: readAuditSearch({ kind: currentTarget.value }).kind })}
      />
      {subjectName === undefined ? null : (
        <Button onClick={() => change({ subject: undefined })} title={t('clear')}>
          {subjectName === null ? t('ofOne') : t('ofSubject', { subject: subjectName })} ×
        </Button>
      )}
      <span className={styles.space} />
      <SearchField ref={box} label={t('search')} hint={t('search')} value={typed} onType={setTyped} />
    </>
  );
}
