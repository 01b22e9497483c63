import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './table.module.css';

/**
 * Frame that a table wider than its sheet scrolls in. Arrow keys that move through a `GridTable` scroll it as
 * well; around a table without them the frame has a `label` and takes the focus itself, so that it can be
 * scrolled without a mouse.
 */
export function TableFrame({
  label,
  className,
  children,
}: {
  label?: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  const focusable = label === undefined ? {} : { tabIndex: 0, role: 'group', 'aria-label': label };
  return (
    <div className={classNames(styles.scroll, className)} {...focusable}>
      {children}
    </div>
  );
}
