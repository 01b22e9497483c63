import type { AnswerOf } from '@platen/contract/endpoint';
import type { readCounter } from '@platen/contract/history';
import { useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { TableActions } from '../../downloads/table-actions.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import styles from './counter.module.css';
import { Figure } from './figure.tsx';

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
