import { textWidth } from './text-width.ts';

/** Room between two names, px. */
const gap = 4;

/**
 * The names below bars in up to two lines each: in one where `step` px hold it, else taken apart at its last space ('Jun' above
 * '2026'). Names that still do not fit are left out at every other bar, counted from the last.
 */
export function toBarNames(labels: readonly string[], step: number): readonly (readonly string[])[] {
  const fits = (lines: readonly string[]) => lines.every((line) => textWidth(line) + gap <= step);
  const whole = labels.map((label) => [label]);
  if (whole.every(fits)) return whole;
  const split = labels.map((label) => {
    const at = label.lastIndexOf(' ');
    return at < 0 ? [label] : [label.slice(0, at), label.slice(at + 1)];
  });
  if (split.every(fits)) return split;
  return split.map((lines, bar) => ((labels.length - 1 - bar) % 2 === 0 ? lines : []));
}
