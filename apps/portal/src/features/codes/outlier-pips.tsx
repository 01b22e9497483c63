import styles from './codes.module.css';

/** Three pips, as many filled as the level says; one element, for a table has hundreds. Beside the digit or a name, never alone. */
export function OutlierPips({ level }: { level: number }) {
  return <span className={styles.pips} data-level={level} aria-hidden="true" />;
}
