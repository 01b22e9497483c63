import type { ReactNode } from 'react';
import styles from './readout.module.css';

/**
 * One figure: small label above, figure below, unit after it. Goes into a `dl`. The figure usually comes
 * wrapped in its evidence; what is not known comes as `<Unknown>`.
 */
export function Readout({
  label,
  size = 20,
  unit,
  note,
  children,
}: {
  label: string;
  size?: 28 | 20 | 16;
  unit?: string | undefined;
  /** A line below figure and unit. */
  note?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div>
      <dt className="label">{label}</dt>
      <dd className={styles.value} data-size={size}>
        {children}
        {unit === undefined ? null : <span className={styles.unit}>{unit}</span>}
        {note}
      </dd>
    </div>
  );
}

/** Text in place of a figure that was not reported. `boxed` where no hatch is next to it. */
export function Unknown({ boxed = false, children }: { boxed?: boolean; children: ReactNode }) {
  return <span className={boxed ? styles.box : styles.unknown}>{children}</span>;
}
