import { useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { TableActions } from '../../downloads/table-actions.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import styles from './counter.module.css';
import { Figure } from './figure.tsx';
import { type FeedSource, toFeedRows } from './counter-rows.ts';

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
