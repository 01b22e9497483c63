import { type ReactNode, useId } from 'react';
import styles from './drawer.module.css';

interface SectionProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the drawer with its heading. */
export function Section({ title, note, aside, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 id={id}>{title}</h3>
        {note === undefined ? null : <span className="quiet">{note}</span>}
        {aside === undefined ? null : <span className={styles.aside}>{aside}</span>}
      </div>
      {children}
    </section>
  );
}
