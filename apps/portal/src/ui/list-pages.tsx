import { Button } from './button.tsx';
import styles from './list-area.module.css';

interface ListPagesProps {
  /** Rows before those shown. */
  readonly offset: number;
  /** Rows of a page. */
  readonly size: number;
  readonly total: number;
  readonly words: {
    readonly before: string;
    readonly after: string;
    /** Which rows of how many are shown. */
    readonly shown: (from: number, to: number) => string;
  };
  readonly onMove: (offset: number) => void;
}

/** Below a list that is read page by page: which rows are shown, and those before and after. */
export function ListPages({ offset, size, total, words, onMove }: ListPagesProps) {
  if (total <= size) return null;
  const end = Math.min(total, offset + size);
  return (
    <div className={styles.pages} data-print="none">
      <Button disabled={offset === 0} onClick={() => onMove(Math.max(0, offset - size))}>
        {words.before}
      </Button>
      <span>{words.shown(offset + 1, end)}</span>
      <Button disabled={end >= total} onClick={() => onMove(offset + size)}>
        {words.after}
      </Button>
    </div>
  );
}
