import type { ChangeContext, CodeComparison, ComparedRow } from '@platen/contract/code-history';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl/react';
import { Button } from '../../../ui/button.tsx';
import { useDates } from '../../../ui/use-dates.ts';
import pips from '../codes.module.css';
import styles from './history.module.css';
import { isSettable } from './model.ts';

/** The contexts of a change in words (CH-05): during a visit, never by it. */
export function useContextText() {
  const t = useTranslations('codeHistory.context');
  const { date } = useDates();
  const one = (context: ChangeContext): string => {
    if (context.kind === 'firmware') return t('firmware', { before: context.before, after: context.after });
    if (context.kind === 'memoryCleared') return t('memoryCleared');
    const { arrivedAt, technician } = context.visit;
    const on = date(new Date(arrivedAt));
    return technician === null ? t('visit', { date: on }) : t('visitBy', { date: on, name: technician });
  };
  return (row: ComparedRow): string => {
    if (row.right === null) return t('notReported');
    if (row.isNewWithFirmware) return t('newWithFirmware');
    if (row.change === null) return '-';
    const { note, contexts } = row.change;
    if (note !== null) return note.changedBy === null ? note.why : `${note.changedBy}: ${note.why}`;
    return contexts.length === 0 ? t('unknown') : contexts.map(one).join('; ');
  };
}

/** The span of a change as days, with instants where both are of one day. */
export function useSpanText() {
  const { date, dateTime, time } = useDates();
  return ({ change }: ComparedRow): string => {
    if (change === null) return '-';
    const [from, to] = [new Date(change.lastBefore), new Date(change.firstAfter)];
    const isOneDay = date(from) === date(to);
    return isOneDay ? `${dateTime(from)}–${time(to)}` : `${date(from)}–${date(to)}`;
  };
}

interface HistoryTableProps {
  readonly comparison: CodeComparison;
  readonly rows: readonly ComparedRow[];
  readonly leftName: string;
  readonly rightName: string;
  readonly chosen: ReadonlySet<string>;
  readonly mayChange: boolean;
  readonly onChoose: (code: string, isChosen: boolean) => void;
  readonly onExplain: (row: ComparedRow) => void;
}

/** Codes that differ, those that adjust themselves folded away (CH-04, CH-06). */
export function HistoryTable(props: HistoryTableProps) {
  const { rows, leftName, rightName } = props;
  const t = useTranslations('codeHistory');
  const [isOpen, setIsOpen] = useState(false);
  const own = rows.filter(({ isAdjusting }) => !isAdjusting);
  const folded = rows.filter(({ isAdjusting }) => isAdjusting);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls takes the focus
    <section className={styles.frame} aria-label={t('table')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('columns.choose')}</span>
            </th>
            <th scope="col">{t('columns.code')}</th>
            <th scope="col" className={styles.number}>
              {leftName}
            </th>
            <th scope="col" className={styles.number}>
              {rightName}
            </th>
            <th scope="col" className={styles.number}>
              {t('columns.by')}
            </th>
            <th scope="col" className={styles.number}>
              {t('columns.model')}
            </th>
            <th scope="col">{t('columns.level')}</th>
            <th scope="col">{t('columns.between')}</th>
            <th scope="col">{t('columns.context')}</th>
            <th scope="col">
              <span className="vh">{t('explain')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {own.map((row) => (
            <Row key={row.code} row={row} {...props} />
          ))}
          {folded.length > 0 && (
            <tr className={styles.fold}>
              <td colSpan={10}>
                <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
                  {t('adjusting', { count: folded.length })}
                </button>{' '}
                {t('adjustingNote')}
              </td>
            </tr>
          )}
          {isOpen && folded.map((row) => <Row key={row.code} row={row} {...props} />)}
        </tbody>
      </table>
      {rows.length === 0 && <p className={styles.empty}>{t('noDifference')}</p>}
    </section>
  );
}

function Row({ row, chosen, mayChange, onChoose, onExplain }: HistoryTableProps & { readonly row: ComparedRow }) {
  const t = useTranslations('codeHistory');
  const format = useFormatter();
  const toContext = useContextText();
  const toSpan = useSpanText();
  const value = (text: string | null) => text ?? <span className={styles.unknown}>{t('notReported')}</span>;
  return (
    <tr data-level={row.level ?? undefined} data-chosen={chosen.has(row.code) || undefined}>
      <td>
        {mayChange && isSettable(row) && (
          <input
            type="checkbox"
            aria-label={t('setBack', { code: row.code })}
            checked={chosen.has(row.code)}
            onChange={({ currentTarget }) => onChoose(row.code, currentTarget.checked)}
          />
        )}
      </td>
      <th scope="row" className={styles.code}>
        {row.code}
      </th>
      <td className={styles.number}>{value(row.left)}</td>
      <td className={styles.number}>{value(row.right)}</td>
      <td className={styles.number}>
        {row.by === null ? '-' : format.number(row.by, { signDisplay: 'exceptZero', maximumFractionDigits: 9 })}
      </td>
      <td className={styles.number}>{row.mode ?? '-'}</td>
      <td data-level={row.level ?? undefined} className={pips.painted}>
        {row.level === null ? (
          <span className={styles.unknown}>{t('tooFew')}</span>
        ) : (
          <>
            <i aria-hidden="true" className={pips.pips} data-level={row.level} />
            {row.level}
          </>
        )}
      </td>
      <td>{toSpan(row)}</td>
      <td className={styles.context}>{toContext(row)}</td>
      <td>
        {mayChange && row.change !== null && row.left !== null && row.right !== null && (
          <Button variant="link" aria-label={t('explainCode', { code: row.code })} onClick={() => onExplain(row)}>
            {t('explain')}
          </Button>
        )}
      </td>
    </tr>
  );
}
