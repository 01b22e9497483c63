import type { ReactNode } from 'react';
import { Mark } from '../brand/logo.tsx';
import { environment } from '../platform/environment.ts';
import styles from './progress.module.css';

interface ProgressProps {
  readonly text: string;
  /** Stopped: no running line; the children offer what can be done. */
  readonly isFailed?: boolean;
  readonly children?: ReactNode;
}

/** A screen with nothing but the current step: sign-in, callback. */
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
