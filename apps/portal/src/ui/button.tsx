import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: 'default' | 'primary' | 'quiet';
  /** Work is underway: the label stays, a spinner stands before it, presses do nothing. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

export function Button({ variant = 'default', busy = false, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      data-print="none"
      className={classNames(styles.button, styles[variant], className)}
      aria-disabled={busy ? true : undefined}
      aria-busy={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy && <span className={styles.spinner} aria-hidden="true" />}
      {children}
    </button>
  );
}
