import type { OutlierLevel } from '../codes/outlier-level.ts';
import type { Instant } from '../conditions/model.ts';
import { type ChangeContext, contextsOf, type DevicePast } from './change-context.ts';
import { type CodeReading, type ReadingSpan, readingAt, toCodeSpans } from './code-spans.ts';
import { compareCodes, levelOf, type ModelValues, modeOf } from './model-values.ts';

/** A code whose value is not what it was at an instant. The span is that of its last change. */
export interface ChangeSince extends ReadingSpan {
  readonly code: string;
  readonly before: string;
  readonly after: string;
  readonly mode: string | null;
  /** Of the present value; null where too few devices are known. */
  readonly level: OutlierLevel | null;
  /** None: at the device, by someone unknown (CH-05). */
  readonly contexts: readonly ChangeContext[];
}

/** All that changes of codes are judged by. */
export interface CodePast extends DevicePast {
  /** Ascending by time; must reach back to the last reading before `since`. */
  readonly readings: readonly CodeReading[];
  readonly values: ModelValues;
  /** Codes that the family adjusts by itself (CH-06). */
  readonly adjusting: ReadonlySet<string>;
}

export interface ChangesSince {
  readonly changes: readonly ChangeSince[];
  /** Codes that changed too, but that the family adjusts by itself. */
  readonly adjusting: readonly string[];
}

/**
 * Code changes since an instant (CH-09): what the device reports now compared with what it reported at that
 * instant, without codes that adjust themselves and without those that are back at their value. Most unlike
 * the model first (level 3 to 0, then those that cannot be judged), by code in a level. Empty without
 * readings.
 * @param since e.g. the departure of the last visit; before the first reading: the first reading
 */
export function codeChangesSince(since: Instant, past: CodePast): ChangesSince {
  const { readings, values, adjusting } = past;
  const [left, right] = [readingAt(readings, since), readings.at(-1)];
  if (left === undefined || right === undefined) return { changes: [], adjusting: [] };
  const last = new Map(
    toCodeSpans(readings.filter(({ at }) => at >= left.at)).changes.map((change) => [change.code, change]),
  );
  const differing = [...last.values()]
    .map((change) => ({ ...change, before: left.codes.get(change.code) ?? change.before }))
    .filter(({ before, after }) => before !== after);
  return {
    adjusting: differing.flatMap(({ code }) => (adjusting.has(code) ? code : [])),
    changes: differing
      .filter(({ code }) => !adjusting.has(code))
      .map((change): ChangeSince => {
        const { code, after } = change;
        const [mode, level] = [modeOf(code, values), levelOf(code, after, values)];
        return { ...change, mode, level, contexts: contextsOf(change, past) };
      })
      .sort((a, b) => (b.level ?? -1) - (a.level ?? -1) || compareCodes(a.code, b.code)),
  };
}
