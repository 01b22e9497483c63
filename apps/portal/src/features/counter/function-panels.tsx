import type { AnswerOf } from '@platen/contract/endpoint';
import type { readCounter } from '@platen/contract/readings';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { span } from '../../device/panel-grid.tsx';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import styles from './counter.module.css';
import { type FeedSource, toFeedRows } from './counter-rows.ts';
import { Figure } from './summary-panel.tsx';

/**
 * A panel of full width that is one table, with its rows as files (`toRows`). `figures`: the columns of
 * numbers, by index; `foot`: what stands below the table.
 */
export function TablePanel({
  title,
  note,
  columns,
  figures,
  toRows,
  foot,
  children,
}: {
  title: string;
  note: string;
  columns: readonly string[];
  figures: readonly number[];
  toRows: ComponentProps<typeof TableActions>['toRows'];
  foot?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Panel
      className={span(12)}
      title={title}
      note={note}
      aside={<TableActions name={title} columns={columns} toRows={toRows} />}
    >
      <TableFrame>
        <GridTable label={title} className={table.table}>
          <thead>
            <tr>
              {columns.map((column, n) => (
                <th key={column} scope="col" className={figures.includes(n) ? table.figure : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </GridTable>
      </TableFrame>
      {foot}
    </Panel>
  );
}

/**
 * What the device counts by function, colour and size, row by row as reported: nothing is added up, units are
 * never mixed.
 */
export function FunctionPanel({ counters }: { counters: NonNullable<AnswerOf<typeof readCounter>['byFunction']> }) {
  const t = useTranslations('counter.byFunction');
  const notReported = useTranslations('common')('notReported');
  const hasSizes = counters.some(({ size }) => size !== 'all');
  const columns = [t('function'), t('color'), ...(hasSizes ? [t('size')] : []), t('unit'), t('count')];
  const rows = counters.map((counter) => ({
    // A device may count one thing in sheets and in sides.
    key: `${counter.function}.${counter.color}.${counter.size}.${counter.unit}`,
    count: counter.count,
    texts: [
      t(`functions.${counter.function}`),
      t(`colors.${counter.color}`),
      ...(hasSizes ? [t(`sizes.${counter.size}`)] : []),
      t(`units.${counter.unit}`),
    ],
  }));
  return (
    <TablePanel
      title={t('title')}
      note={t('note')}
      columns={columns}
      figures={[columns.length - 1]}
      toRows={() => rows.map(({ texts, count }) => [...texts, count ?? notReported])}
    >
      {rows.map(({ key, texts: [name, ...texts], count }) => (
        <tr key={key}>
          <th scope="row">{name}</th>
          {texts.map((text, n) => (
            <td key={columns[n + 1]}>{text}</td>
          ))}
          <td className={table.figure}>
            <Figure title={[t('title'), name, ...texts].join(', ')} value={count} path={`counter.byFunction.${key}`} />
          </td>
        </tr>
      ))}
    </TablePanel>
  );
}

/** Originals scanned, by size (CT-06, CT-08, CT-17, CT-18). A sum only where both sizes are known. */
export function ScanPanel({
  scan,
  stateOf,
}: {
  scan: AnswerOf<typeof readCounter>['scanModule'] | undefined;
  stateOf: (rows: number, isEmpty: boolean) => PanelState;
}) {
  const t = useTranslations('counter');
  const common = useTranslations('common');
  const large = scan?.large ?? null;
  const small = scan?.small ?? null;
  const isEmpty = large === null && small === null;
  const sum = large === null || small === null ? null : large + small;
  const rows = [
    { key: 'large', label: t('scan.large'), value: large },
    { key: 'small', label: t('scan.small'), value: small },
  ];
  return (
    <Panel
      className={styles.narrow}
      title={t('scan.title')}
      note={t('sinceUnpacking')}
      aside={
        isEmpty ? undefined : (
          <TableActions
            name={t('scan.title')}
            columns={[t('scan.original'), t('scan.pages')]}
            toRows={() => rows.map(({ label, value }) => [label, value ?? common('notReported')])}
          />
        )
      }
      state={stateOf(3, isEmpty)}
    >
      <GridTable label={t('scan.title')} className={table.table}>
        <thead>
          <tr>
            <th scope="col">{t('scan.original')}</th>
            <th scope="col" className={table.figure}>
              {t('scan.pages')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, value }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className={table.figure}>
                <Figure title={`${t('scan.title')}, ${label}`} value={value} path={`counter.scanModule.${key}`} />
              </td>
            </tr>
          ))}
          {sum === null ? null : (
            <tr className={styles.sum}>
              <th scope="row">{t('kind.total')}</th>
              <td className={table.figure}>
                <Figure title={`${t('scan.title')}, ${t('kind.total')}`} value={sum} note={t('made.scanTotal')} />
              </td>
            </tr>
          )}
        </tbody>
      </GridTable>
    </Panel>
  );
}

/**
 * Pages fed by each paper source that the device reports; those it leaves out are named below (CT-05, CT-07,
 * CT-09, OQ-65).
 */
export function FeedPanel({
  module,
  stateOf,
}: {
  module: Readonly<Partial<Record<FeedSource, number | null | undefined>>>;
  stateOf: (rows: number, isEmpty: boolean) => PanelState;
}) {
  const t = useTranslations('counter');
  const common = useTranslations('common');
  const { rows, silent } = toFeedRows(module);
  const columns = [t('feed.source'), t('feed.pages')];
  return (
    <Panel
      className={styles.wide}
      title={t('feed.title')}
      note={t('sinceUnpacking')}
      aside={
        rows.length === 0 ? undefined : (
          <TableActions
            name={t('feed.title')}
            columns={columns}
            toRows={() => rows.map(({ source, pages }) => [t(`source.${source}`), pages])}
          />
        )
      }
      state={stateOf(8, rows.length === 0)}
    >
      <GridTable label={t('feed.title')} className={table.table}>
        <thead>
          <tr>
            <th scope="col" colSpan={2}>
              {t('feed.source')}
            </th>
            <th scope="col" className={table.figure}>
              {t('feed.pages')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ source, pages, length }) => (
            <tr key={source}>
              <th scope="row">{t(`source.${source}`)}</th>
              <td className={styles.length} aria-hidden="true">
                <span className={styles.channel}>
                  <i style={{ inlineSize: `${length}%` }} />
                </span>
              </td>
              <td className={table.figure}>
                <Figure
                  title={`${t('feed.title')}, ${t(`source.${source}`)}`}
                  value={pages}
                  path={`counter.module.${source}`}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </GridTable>
      {silent.length === 0 ? null : (
        <p className={styles.partly}>
          {common('notReported')}: {silent.map((source) => t(`source.${source}`)).join(common('list.separator'))}
        </p>
      )}
    </Panel>
  );
}
