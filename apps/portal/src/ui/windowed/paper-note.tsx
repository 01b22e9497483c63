import styles from './paper-note.module.css';
import { printedRows } from './use-visible-rows.ts';

interface PaperNoteProps {
  /** Rows that are loaded. */
  readonly rows: number;
  /** There are more than are loaded. */
  readonly isPart?: boolean;
  readonly text: (printed: number) => string;
}

/**
 * On paper alone: that a table goes on beyond what is printed of it, and how to get the rest. Nothing where
 * it is whole.
 */
export function PaperNote({ rows, isPart = false, text }: PaperNoteProps) {
  return isPart || rows > printedRows ? <p className={styles.note}>{text(Math.min(rows, printedRows))}</p> : null;
}
