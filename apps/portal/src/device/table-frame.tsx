import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import styles from './sheet-table.module.css';

/** Frame that a table wider than its sheet scrolls in; the keyboard reaches it, so that it can be scrolled without a mouse. */
export function TableFrame({
  label,
  className,
  children,
}: {
  label: string;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex -- a fieldset is for what is sent; what scrolls must take the focus
    <div className={classNames(styles.scroll, className)} tabIndex={0} role="group" aria-label={label}>
      {children}
    </div>
  );
}
