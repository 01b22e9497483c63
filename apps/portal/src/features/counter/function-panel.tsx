import type { AnswerOf } from '@platen/contract/endpoint';
import type { readCounter } from '@platen/contract/history';
import { useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { span } from '../../device/panel-grid.tsx';
import { TableFrame } from '../../device/table-frame.tsx';
import { TableActions } from '../../downloads/table-actions.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Figure } from './figure.tsx';

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
    <Panel
      className={span(12)}
      title={t('title')}
      note={t('note')}
      aside={
        <TableActions
          name={t('title')}
          columns={columns}
          toRows={() => rows.map(({ texts, count }) => [...texts, count ?? notReported])}
        />
      }
    >
      <TableFrame>
        <GridTable label={t('title')} className={table.table}>
          <thead>
            <tr>
              {columns.map((column, n) => (
                <th key={column} scope="col" className={n === columns.length - 1 ? table.figure : undefined}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, texts: [name, ...texts], count }) => (
              <tr key={key}>
                <th scope="row">{name}</th>
                {texts.map((text, n) => (
                  <td key={columns[n + 1]}>{text}</td>
                ))}
                <td className={table.figure}>
                  <Figure
                    title={[t('title'), name, ...texts].join(', ')}
                    value={count}
                    path={`counter.byFunction.${key}`}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </GridTable>
      </TableFrame>
    </Panel>
  );
}
