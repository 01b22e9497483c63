import { classNames } from './class-names.ts';
import styles from './gauge.module.css';
import type { PrintLetter } from './print-colors.ts';

/** Fill of a gauge: a print colour by its letter, or ink for everything that is no print colour. */
export type GaugeTone = PrintLetter | 'ink' | 'error';

/** Keeps a drawn length within its channel; the text stays as reported. */
const toFill = (percent: number): number => Math.min(100, Math.max(0, percent));

/**
 * A level in percent, drawn in a sunken channel with ticks at the quarters. `percent: null` draws the hatch
 * of 'unknown', never an empty gauge; `text` says the value or the state in words.
 */
export function Gauge({
  percent,
  tone,
  label,
  text,
  slim = false,
}: {
  percent: number | null;
  tone: GaugeTone;
  label: string;
  text: string;
  slim?: boolean;
}) {
  if (percent === null) {
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the hatch is drawn by CSS, not a file
    return <div className={styles.unknown} data-slim={slim} role="img" aria-label={`${label}: ${text}`} />;
  }
  return (
    <div
      className={styles.gauge}
      data-slim={slim}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- CSS cannot draw into a meter element
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={toFill(percent)}
      aria-valuetext={text}
    >
      <span className={styles.ticks} />
      <span className={styles.fill} data-tone={tone} style={{ inlineSize: `${toFill(percent)}%` }} />
    </div>
  );
}

/** The letter of a print colour on its colour: the letter, not the hue, is the sign. */
export function Swatch({ tone }: { tone: PrintLetter }) {
  return (
    <span className={styles.swatch} data-tone={tone} aria-hidden="true">
      {tone}
    </span>
  );
}

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
    return <div className={classNames(styles.unknownLife, className)} role="img" aria-label={text} />;
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
