import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { type CodeKind, codeQueries, type SettableKind } from '../../device/code-queries.ts';
import { TableActions } from '../../downloads/table-actions.tsx';
import { useArea } from '../../platform/state.ts';
import { AfterPaint } from '../../ui/after-paint.tsx';
import { Button, Icon } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Menu } from '../../ui/menu.tsx';
import { PanelBody, toPanelState } from '../../ui/panel.tsx';
import windowed from '../../ui/windowed/windowed-table.module.css';
import { PaperNote } from '../../ui/windowed/windowed-table.tsx';
import { toTableRows, useRowTexts } from './code-row.tsx';
import {
  type CodeColumn,
  codeColumns,
  toCodeRow,
  toNextSort,
  toShownColumns,
  toShownRows,
  visibilityAreas,
} from './code-rows.ts';
import { CodeTable, EmptyTable } from './code-table.tsx';
import styles from './codes.module.css';
import { FleetPanel } from './fleet-panel.tsx';
import { CodeViews } from './history/view-switch.tsx';
import { useCodeSearch, useScrollPosition, useSettingLinks } from './navigation.ts';
import { CodeSearchBox, parseCodeSearch } from './search-box.tsx';

/** The codes of one kind: search, table, and what of them lies outside the fleet (CD-01..CD-19). */
function CodesTab({ kind, deviceId }: { kind: CodeKind; deviceId: string }) {
  const t = useTranslations('codes');
  const title = useTranslations('header.titles')(`code${kind}`);
  const format = useFormatter();
  const query = useQuery(codeQueries.table(kind, deviceId));
  const { text, sort, address, setText, setSort } = useCodeSearch();
  const hidden = useArea(visibilityAreas[kind === '13' ? '05' : kind]);
  const columns = useMemo(() => toShownColumns(kind, hidden), [kind, hidden]);
  const texts = useRowTexts(kind, query.data?.comparedWith);
  const links = useSettingLinks(kind, deviceId);
  const frame = useRef<HTMLDivElement>(null);
  const position = useScrollPosition(frame, { deviceId, kind, search: address });
  const [wanted, setWanted] = useState(position.row);

  const all = useMemo(() => (query.data?.codes ?? []).map(toCodeRow), [query.data]);
  // A text that does not match the grammar can only come from the address; it shows all codes.
  const ranges = useMemo(() => parseCodeSearch(text, kind !== '13') ?? [], [text, kind]);
  const rows = useMemo(() => toShownRows(all, ranges, sort), [all, ranges, sort]);
  const isKnown = query.data !== undefined;
  const hasRail = kind !== '13';

  const prepare = rows.length > 0 ? links?.prepare : undefined;
  const onSort = (column: CodeColumn) => setSort(toNextSort(sort, column));
  const show = (key: string) => {
    setWanted(key);
    if (!rows.some((row) => row.key === key)) setText('');
  };
  return (
    <div className={styles.screen} data-rail={hasRail || undefined}>
      <div className={styles.bar}>
        <output className={styles.count}>
          {isKnown ? (
            <>
              <b>{format.number(rows.length)}</b> <span>{t('ofTotal', { total: all.length })}</span>
            </>
          ) : null}
        </output>
        <CodeSearchBox kind={kind} text={text} onSearch={setText} />
        <span className={styles.space} />
        {rows.length > 0 ? (
          <TableActions
            name={title}
            columns={columns.map((column) => t(`columns.${column}`))}
            toRows={() => toTableRows(rows, columns, texts)}
          />
        ) : null}
        {kind === '13' ? null : <ColumnMenu kind={kind} />}
      </div>
      <div
        ref={frame}
        className={classNames(windowed.frame, styles.frame)}
        data-state={isKnown ? 'known' : 'none'}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <PaperNote rows={rows.length} text={(shown) => t('onPaper', { shown, total: rows.length })} />
        {rows.length > 0 ? (
          <CodeTable
            label={title}
            rows={rows}
            columns={columns}
            sort={sort}
            texts={texts}
            kind={kind}
            toHref={links?.toHref}
            wanted={wanted}
            onReached={() => setWanted(undefined)}
            onSort={onSort}
            onOpen={(row) => links?.open(row)}
            onActive={position.remember}
          />
        ) : (
          <>
            <EmptyTable label={title} columns={columns} sort={sort} onSort={onSort} />
            <WithoutRows query={query} hasCodes={all.length > 0} />
          </>
        )}
      </div>
      {hasRail && isKnown && all.length > 0 ? (
        <AfterPaint>
          <div className={styles.rail}>
            <FleetPanel evidence={`codes.${kind}`} rows={all} comparedWith={query.data?.comparedWith} onShow={show} />
          </div>
        </AfterPaint>
      ) : null}
    </div>
  );
}

/** The frame while the codes load, after a failure, and when there are none to show (NF-01, NF-02). */
function WithoutRows({ query, hasCodes }: { query: Parameters<typeof toPanelState>[0]; hasCodes: boolean }) {
  const t = useTranslations('codes');
  const common = useTranslations('common');
  const state = toPanelState(query, 10);
  const empty = hasCodes
    ? { kind: 'empty' as const, text: common('noDataFound'), hint: t('noHit') }
    : { kind: 'empty' as const, hint: t('noCodes') };
  return (
    <div className={styles.without} aria-busy={state.kind === 'loading'}>
      <PanelBody state={state.kind === 'data' ? empty : state} />
    </div>
  );
}

/** The three tabs of codes: one screen for three kinds (RT-12..RT-14). */
const toTab = (kind: CodeKind) => ({
  Content: ({ deviceId }: { readonly deviceId: string }) => (
    <CodeViews deviceId={deviceId}>
      <CodesTab kind={kind} deviceId={deviceId} />
    </CodeViews>
  ),
  prefetch: (client: QueryClient, deviceId: string): Promise<unknown> =>
    client.prefetchQuery(codeQueries.table(kind, deviceId)),
});
export const code05 = toTab('05');
export const code08 = toTab('08');
export const code13 = toTab('13');

/** Which columns are shown, until logout (CD-17, OQ-75). The code itself always is. */
export function ColumnMenu({ kind }: { kind: SettableKind }) {
  const t = useTranslations('codes');
  const area = visibilityAreas[kind];
  const hidden = useArea(area);
  const toggle = (column: string) =>
    area.set(hidden.includes(column) ? hidden.filter((name) => name !== column) : [...hidden, column]);
  return (
    <Menu
      label={t('columnsUntilLogout')}
      items={[
        ...codeColumns
          .filter((column) => column !== 'main')
          .map((column) => ({
            key: column,
            label: t(`columns.${column}`),
            checked: !hidden.includes(column),
            onSelect: () => toggle(column),
          })),
        { key: 'all', label: t('showAll'), disabled: hidden.length === 0, onSelect: () => area.reset() },
      ]}
      renderTrigger={(props) => (
        <Button {...props}>
          <Icon name="columns" />
          {t('columnsMenu')}
          <Icon name="chevron" className={styles.chevron} />
        </Button>
      )}
    />
  );
}
