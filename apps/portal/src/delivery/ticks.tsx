import type { ReactNode } from 'react';
import styles from './delivery.module.css';

interface TicksProps {
  readonly legend: string;
  readonly hideLegend?: boolean;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
}

/** Things to tick under one heading. */
export function Ticks({ legend, hideLegend = false, problem, children }: TicksProps) {
  return (
    <fieldset className={styles.ticks}>
      <legend className={hideLegend ? 'vh' : undefined}>{legend}</legend>
      <span>{children}</span>
      {problem === undefined ? null : (
        <span className={styles.trouble} role="alert">
          {problem}
        </span>
      )}
    </fieldset>
  );
}

interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: () => void;
}

export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={checked} onChange={onChange} />
      {label}
    </label>
  );
}

/** The list with this one taken in, or without it where it was there. */
export const toggle = <T,>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((each) => each !== one) : [...list, one];
