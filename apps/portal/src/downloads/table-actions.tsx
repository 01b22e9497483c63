import { type Cell, toTabbedText } from '@platen/contract/csv';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { toCsvFile } from './csv-file.ts';
import { saveFile, toFileName } from './save-file.ts';
import styles from './table-actions.module.css';

interface TableActionsProps {
  /** What the table is called, in the user's language: part of the controls' names and of the file's. */
  readonly name: string;
  /** Heads of the columns, in the user's language. */
  readonly columns: readonly string[];
  /**
   * Plain values in the order of the columns, made when somebody asks for them. Unknown values are texts of
   * the caller; null leaves the cell empty.
   */
  readonly toRows: () => readonly (readonly Cell[])[];
}

const csv = 'CSV';

/**
 * Copies a table for a spreadsheet, or saves it as CSV; says aloud what came of it. For the `aside` of a
 * panel.
 */
export function TableActions({ name, columns, toRows }: TableActionsProps) {
  const t = useTranslations('downloads');
  // A new element each time: an unchanged text would not be read aloud.
  const [announced, setAnnounced] = useState<{ text: string; isProblem: boolean; turn: number }>();
  const announce = (text: string, isProblem = false) =>
    setAnnounced((before) => ({ text, isProblem, turn: (before?.turn ?? 0) + 1 }));
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(toTabbedText([columns, ...toRows()]));
      announce(t('copied', { name }));
    } catch {
      announce(t('copyFailed'), true);
    }
  };
  const save = () => {
    saveFile(toFileName(name, new Date(), 'csv'), toCsvFile(columns, toRows()));
    announce(t('saved', { name, format: csv }));
  };
  return (
    <span className={styles.actions} data-print="none">
      <output className={announced?.isProblem === true ? styles.problem : 'vh'}>
        {announced === undefined ? null : <span key={announced.turn}>{announced.text}</span>}
      </output>
      <button type="button" className={styles.action} aria-label={t('copyTable', { name })} onClick={() => void copy()}>
        {t('copy')}
      </button>
      <button type="button" className={styles.action} aria-label={t('saveTable', { name, format: csv })} onClick={save}>
        {csv}
      </button>
    </span>
  );
}
