import type { ReactNode } from 'react';
import { environment } from '../platform/environment.ts';
import { Mark } from '../brand/mark.tsx';
import styles from './progress.module.css';

interface ProgressProps {
  readonly text: string;
  /** It came to a stop: no running line, and what can be done stands below. */
  readonly isFailed?: boolean;
  readonly children?: ReactNode;
}

/** A whole screen that says what is going on while there is nothing else to see: sign-in, callback. */
export function Progress({ text, isFailed = false, children }: ProgressProps) {
  const { brand } = environment();
  return (
    <div className={styles.progress}>
      <Mark brand={brand.id} className={styles.mark} />
      <h2>{brand.title}</h2>
      {!isFailed && <span className={styles.line} aria-hidden="true" />}
      <p role={isFailed ? 'alert' : 'status'}>{text}</p>
      {children}
    </div>
  );
}
