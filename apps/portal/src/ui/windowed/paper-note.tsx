import styles from './paper-note.module.css';
import { printedRows } from './use-visible-rows.ts';

/** On paper alone: that a table goes on beyond what is printed of it, and how to get the rest. Nothing where it is whole. */
export function PaperNote({ rows, text }: { rows: number; text: (shown: number) => string }) {
  return rows > printedRows ? <p className={styles.note}>{text(printedRows)}</p> : null;
}
