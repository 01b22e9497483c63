import { type ReactNode, useId } from 'react';
import styles from './trial.module.css';

interface PartProps {
  readonly title: string;
  readonly note?: string;
  /** At the end of the line of the title. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of what came of a trial. */
export function Part({ title, note, aside, children }: PartProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.partHead}>
        <h3 id={id}>{title}</h3>
        {note === undefined ? null : <span>{note}</span>}
        {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}
