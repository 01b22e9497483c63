import styles from './codes.module.css';

const places = [1, 2, 3] as const;

/** Three pips, as many filled as the level says. Drawn beside the digit or a name, never alone. */
export function OutlierPips({ level }: { level: number }) {
  return (
    <span className={styles.pips} data-level={level} aria-hidden="true">
      {places.map((place) => (
        <i key={place} data-on={place <= level || undefined} />
      ))}
    </span>
  );
}
