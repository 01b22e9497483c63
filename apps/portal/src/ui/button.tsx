import type { ComponentPropsWithRef, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: 'default' | 'primary' | 'quiet' | 'link';
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

/** Outline icons on a 20 px grid. They carry no meaning alone: the control around them has a name. */
const paths = {
  back: 'M16 10H4M9 5l-5 5 5 5',
  list: 'M7 5h10M7 10h10M7 15h10M3 5h.5M3 10h.5M3 15h.5',
  user: 'M13.2 7a3.2 3.2 0 1 1-6.4 0a3.2 3.2 0 0 1 6.4 0M3.8 17c.6-3.4 3-5 6.2-5s5.6 1.6 6.2 5',
  info: 'M17 10a7 7 0 1 1-14 0a7 7 0 0 1 14 0M10 9v4.500M10 6.400v.2',
  bell: 'M4.5 14.500h11c-1.2-1.3-1.5-2.6-1.5-5.500a4 4 0 0 0-8 0c0 2.9-.3 4.2-1.5 5.500zM8.5 17h3',
  search: 'M14 9a5 5 0 1 1-10 0a5 5 0 0 1 10 0M13 13l4 4',
  export: 'M10 3v9M6.5 8.500L10 12l3.5-3.500M4 16.500h12',
  refresh: 'M16 10a6 6 0 1 1-1.9-4.400M16 3v3.500h-3.5',
  close: 'M5 5l10 10M15 5L5 15',
  plus: 'M10 4v12M4 10h12',
  chevron: 'M5.5 8l4.5 4.500L14.5 8',
  ascending: 'M10 16V4M5 9l5-5 5 5',
  descending: 'M10 4v12M5 11l5 5 5-5',
  columns: 'M3 4h14v12H3zM8 4v12M12.5 4v12',
  filter: 'M3 6h8M15 6h2M3 14h2M9 14h8M15 6a2 2 0 1 1-4 0a2 2 0 0 1 4 0M9 14a2 2 0 1 1-4 0a2 2 0 0 1 4 0',
  image: 'M3 4h14v12H3zM3 14l4-4 3 3 3-3 4 4M7.500 7.500v.2',
  check: 'M4 10.500l4 4 8-9',
  clock: 'M17 10a7 7 0 1 1-14 0a7 7 0 0 1 14 0M10 6v4l3 2',
  shelf: 'M3 3v14M17 3v14M3 10h14M3 16h14M6 10v-4h3.500v4M11.500 16v-3h3v3',
  box: 'M3.5 6.500L10 3l6.5 3.500v7L10 17l-6.5-3.500zM3.5 6.500L10 10l6.5-3.500M10 10v7',
} as const;
type IconName = keyof typeof paths;

export function Icon({ name, className }: { readonly name: IconName; readonly className?: string | undefined }) {
  return (
    <svg
      className={className === undefined ? styles.drawing : `${styles.drawing} ${className}`}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'aria-label' | 'children'> {
  readonly icon: IconName;
  /** Name of the control, for assistive technology and as its tip. */
  readonly label: string;
  readonly tone?: 'sheet' | 'bezel';
}

export function IconButton({ icon, label, tone = 'sheet', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-print="none"
      className={classNames(styles.iconButton, tone === 'bezel' && styles.bezel, className)}
      aria-label={label}
      title={label}
      {...rest}
    >
      <Icon name={icon} className={styles.icon} />
    </button>
  );
}
