import { Fragment, useId, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import table from '../../device/table.module.css';
import { TableFrame } from '../../device/table-frame.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Evidence } from '../../ui/evidence.tsx';
import { GridTable } from '../../ui/grid/grid-table.tsx';
import { Icon } from '../../ui/icon.tsx';
import { type Place, type SortColumn, sortColumns } from './address.ts';
import { NeedDetail } from './need-detail.tsx';
import styles from './parts-needed.module.css';
import type { NeedRow } from './to-rows.ts';
import { usePieces } from './use-need-words.ts';

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
      <GridTable label={t('columns.part')} className={table.table}>
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
      className={isFigure(column) ? table.figure : undefined}
      aria-sort={column === sort ? direction : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => onSort(column)}>
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
  const id = useId();
  const pieces = usePieces();
  const { name, code, isCode, series, devices, expected, lower, upper, stock, bases } = row;
  const { date, life, rate } = bases;
  return (
    <Fragment>
      <tr data-open={isOpen ? '' : undefined}>
        <th scope="row">
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            <Icon name="chevron" />
            {isCode ? null : <span>{name}</span>}
            {code === null ? null : <span className={classNames('code', !isCode && 'quiet')}>{code}</span>}
          </button>
        </th>
        <td>{series ?? <span className="quiet">{t('unknownSeries')}</span>}</td>
        <td className={table.figure}>{format.number(devices)}</td>
        <td className={table.figure}>
          <Evidence
            title={`${name}, ${t('columns.expected')}`}
            note={t('expectedNote', { all: round(expected), date: round(date), life: round(life), rate: round(rate) })}
          >
            {pieces(expected)}
          </Evidence>
        </td>
        <td className={table.figure}>{t('range', { lower, upper })}</td>
        <td className={classNames(table.figure, styles.stock)}>
          <Evidence title={`${name}, ${t('columns.stock')}`} note={t('stockNote')}>
            {format.number(stock)}
          </Evidence>
        </td>
      </tr>
      {isOpen ? (
        <tr id={id} className={styles.detailRow}>
          <td colSpan={sortColumns.length}>
            <NeedDetail row={row} place={place} />
          </td>
        </tr>
      ) : null}
    </Fragment>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;
