import { classNames } from './class-names.ts';
import styles from './life-bar.module.css';

const toLength = (percent: number, scale: number): number => Math.min(100, Math.max(0, (percent / scale) * 100));

/**
 * Consumed life in percent: solid to now, striped on to where the forecast has it, a tick at the threshold.
 * All bars of a table share one `scale`; what is beyond it ends in an open end. `now: null` draws the hatch
 * of 'unknown'. `text` says it all in words.
 */
export function LifeBar({
  now,
  later = null,
  threshold,
  scale,
  text,
  className,
}: {
  now: number | null;
  later?: number | null;
  threshold: number;
  scale: number;
  text: string;
  className?: string | undefined;
}) {
  if (now === null) {
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the hatch is drawn by CSS, not a file
    return <div className={classNames(styles.unknown, className)} role="img" aria-label={text} />;
  }
  const from = toLength(now, scale);
  const to = later === null ? from : toLength(later, scale);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the bar is drawn by CSS, not a file
    <div className={classNames(styles.bar, className)} role="img" aria-label={text}>
      {to > from ? (
        <span className={styles.later} style={{ insetInlineStart: `${from}%`, inlineSize: `${to - from}%` }} />
      ) : null}
      <span className={styles.now} data-beyond={now > scale} style={{ inlineSize: `${from}%` }} />
      <span className={styles.threshold} style={{ insetInlineStart: `${toLength(threshold, scale)}%` }} />
    </div>
  );
}
