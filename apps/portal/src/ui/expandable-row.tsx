import { type ReactNode, useId } from 'react';
import { Icon } from './button.tsx';
import { classNames } from './class-names.ts';
import styles from './expandable-row.module.css';

interface ExpandableRowProps {
  /** The head of the row, in spans; pressed, it opens and closes the row. */
  readonly name: ReactNode;
  /** Below the name, not part of the control. */
  readonly below?: ReactNode;
  /** The cells after the head. */
  readonly cells: ReactNode;
  /** How many columns the table has. */
  readonly columns: number;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** What the opened part is called, for assistive technology. */
  readonly label: string;
  readonly className?: string | undefined;
  /** The opened part. */
  readonly children: ReactNode;
}

/**
 * A row of a table, and below it, while it is open, a row with its details, as wide as the frame that the
 * table scrolls in. The head stays in sight where the table scrolls sideways; `stickyHead` is for the head
 * above it.
 */
export function ExpandableRow(props: ExpandableRowProps) {
  const { name, below, cells, columns, isOpen, onToggle, label, className, children } = props;
  const id = useId();
  return (
    <>
      <tr className={classNames(styles.row, className)} data-open={isOpen ? '' : undefined}>
        <th scope="row" className={stickyHead}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={onToggle}
          >
            <Icon name="chevron" />
            {name}
          </button>
          {below}
        </th>
        {cells}
      </tr>
      {isOpen ? (
        <tr id={id} className={styles.detailRow}>
          <td colSpan={columns}>
            <section className={styles.detail} aria-label={label}>
              {children}
            </section>
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** Class of a head of a row or column that stays in sight while its table scrolls sideways. */
export const stickyHead = styles.sticky;

/** Two lists of an opened row next to each other, below each other in a narrow window; each with an `h3`. */
export function DetailLists({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return <div className={classNames(styles.lists, className)}>{children}</div>;
}
