import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { Icon } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { ExpandableRow, stickyHead } from '../../ui/expandable-row.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import sortButton from '../../ui/sort-button.module.css';
import { type Place, type SortColumn, sortColumns } from './address.ts';
import { NeedDetail } from './need-detail.tsx';
import styles from './parts-needed.module.css';
import { type NeedRow, usePieces } from './to-rows.ts';

interface NeedTableProps {
  readonly rows: readonly NeedRow[];
  readonly place: Place;
  readonly onSort: (column: SortColumn) => void;
}

const isFigure = (column: SortColumn): boolean => column !== 'part' && column !== 'series';

/** The parts as one tab stop; a part opens to the devices and regions that need it. */
export function NeedTable({ rows, place, onSort }: NeedTableProps) {
  const t = useTranslations('partsNeeded');
  const [open, setOpen] = useState<string>();
  return (
    <TableFrame>
      <GridTable label={t('columns.part')} className={classNames(table.table, styles.table)}>
        <thead>
          <tr>
            {sortColumns.map((column) => (
              <Head key={column} column={column} place={place} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              place={place}
              isOpen={row.key === open}
              onToggle={() => setOpen(row.key === open ? undefined : row.key)}
            />
          ))}
        </tbody>
      </GridTable>
    </TableFrame>
  );
}

interface HeadProps extends Pick<NeedTableProps, 'place' | 'onSort'> {
  readonly column: SortColumn;
}

/** `aria-sort` stands on the sorted column only. */
function Head({ column, place: { sort, order }, onSort }: HeadProps) {
  const t = useTranslations('partsNeeded');
  const direction = order === 'asc' ? 'ascending' : 'descending';
  return (
    <th
      scope="col"
      data-column={column}
      className={isFigure(column) ? table.figure : column === 'part' ? stickyHead : undefined}
      aria-sort={column === sort ? direction : undefined}
    >
      <button type="button" className={sortButton.sort} onClick={() => onSort(column)}>
        {t(`columns.${column}`)}
        {column === sort ? <Icon name={direction} /> : null}
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: NeedRow;
  readonly place: Place;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Row({ row, place, isOpen, onToggle }: RowProps) {
  const t = useTranslations('partsNeeded');
  const format = useFormatter();
  const pieces = usePieces();
  const { name, code, isCode, series, devices, expected, lower, upper, stock, bases, asked = 0 } = row;
  const { date, life, rate } = bases;
  const figure = (column: SortColumn, shown: ReactNode, className?: string) => (
    <td data-column={column} className={classNames(table.figure, className)}>
      {shown}
    </td>
  );
  return (
    <ExpandableRow
      name={
        <>
          {isCode ? null : <span>{name}</span>}
          {code === null ? null : <span className={classNames('code', !isCode && 'quiet')}>{code}</span>}
        </>
      }
      below={<small className={styles.below}>{t('below', { series: series ?? t('unknownSeries'), devices })}</small>}
      cells={
        <>
          <td data-column="series">{series ?? <span className="quiet">{t('unknownSeries')}</span>}</td>
          {figure('devices', format.number(devices))}
          {figure(
            'expected',
            <Evidence
              title={`${name}, ${t('columns.expected')}`}
              note={[
                t('expectedNote', { all: round(expected), date: round(date), life: round(life), rate: round(rate) }),
                asked === 0 ? '' : t('askedNote', { asked }),
              ].join(' ')}
            >
              {pieces(expected)}
            </Evidence>,
          )}
          {figure('range', t('range', { lower, upper }))}
          {figure(
            'stock',
            <Evidence title={`${name}, ${t('columns.stock')}`} note={t('stockNote')}>
              {format.number(stock)}
            </Evidence>,
            styles.stock,
          )}
        </>
      }
      columns={sortColumns.length}
      isOpen={isOpen}
      onToggle={onToggle}
      label={t('detail.label', { part: name })}
    >
      <NeedDetail row={row} place={place} />
    </ExpandableRow>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
