import type { CodeChangesAnswer, ComparedRow } from '@platen/contract/code-history';
import { dayMs } from '@platen/contract/constants';
import { type CodeRange, isAskedFor } from '../search-box.tsx';

/** Which kinds of code are shown. */
export const kindChoices = ['both', '05', '08', '13'] as const;
export type KindChoice = (typeof kindChoices)[number];

export interface HistoryFilter {
  readonly kind: KindChoice;
  readonly ranges: readonly CodeRange[];
  /** Only values of level 2 and 3. */
  readonly unlikeOnly: boolean;
}

function toName(code: string): { kind: string; main: number; sub: number | null } {
  const [kind = '', main, sub] = code.split('-');
  return { kind, main: Number(main), sub: sub === undefined ? null : Number(sub) };
}

/** Rows that the filter asks for (CH-04). */
export function toShown(rows: readonly ComparedRow[], { kind, ranges, unlikeOnly }: HistoryFilter): ComparedRow[] {
  return rows.filter(({ code, level }) => {
    const name = toName(code);
    const isKind = kind === 'both' ? name.kind !== '13' : name.kind === kind;
    return isKind && isAskedFor(name, ranges) && (!unlikeOnly || (level ?? 0) >= 2);
  });
}

/** Whether a row can be proposed to be set back: both sides are known, and it is a code that people set. */
export const isSettable = ({ code, left, right }: ComparedRow): boolean =>
  left !== null && right !== null && !code.startsWith('13');

export interface Mark {
  readonly key: string;
  /** Percent of the line. */
  readonly start: number;
  readonly width: number;
  readonly level: 0 | 2 | 3;
  readonly codes: readonly string[];
  readonly span: { readonly lastBefore: string; readonly firstAfter: string };
}

/** The line of days: its beginning and length in milliseconds. */
export interface Line {
  readonly from: number;
  readonly days: number;
}

export const toLine = ({ from, to }: Pick<CodeChangesAnswer, 'from' | 'to'>): Line => {
  const begin = Date.parse(`${from}T00:00:00Z`);
  return { from: begin, days: Math.round((Date.parse(`${to}T00:00:00Z`) - begin) / dayMs) + 1 };
};

/** Place of an instant on the line, in percent; within it. */
export const toPlace = ({ from, days }: Line, at: string): number =>
  Math.min(100, Math.max(0, ((Date.parse(at) - from) / (days * dayMs)) * 100));

/** Days of the line that are written above it, about every fortnight. */
export const toTicks = (line: Line): string[] => {
  const every = Math.max(1, Math.round(line.days / 6));
  return Array.from({ length: Math.ceil(line.days / every) }, (_, index) => toDayOf(line, index * every));
};

/** The day (UTC) of a step of the line, from 0. */
export const toDayOf = ({ from }: Line, step: number): string =>
  new Date(from + step * dayMs).toISOString().slice(0, 10);

/** Changes of one span become one mark: as wide as the time between the two readings (CH-02). */
type Marked = Pick<CodeChangesAnswer['changes'][number], 'code' | 'level' | 'lastBefore' | 'firstAfter'>;
function toMarks(changes: readonly Marked[], line: Line): Mark[] {
  const bySpan = new Map<string, Marked[]>();
  for (const change of changes) {
    const key = `${change.lastBefore} ${change.firstAfter}`;
    bySpan.set(key, [...(bySpan.get(key) ?? []), change]);
  }
  return [...bySpan].flatMap(([key, list]): Mark[] => {
    const [first] = list;
    if (first === undefined) return [];
    const start = toPlace(line, first.lastBefore);
    const level = Math.max(...list.map((change) => change.level ?? 0));
    return [
      {
        key,
        start,
        width: Math.max(0.5, toPlace(line, first.firstAfter) - start),
        level: level === 3 ? 3 : level === 2 ? 2 : 0,
        codes: list.map(({ code }) => code),
        span: { lastBefore: first.lastBefore, firstAfter: first.firstAfter },
      },
    ];
  });
}

/** The three lanes of changes: unlike the model, like it (resets too), and what adjusts itself. */
export function toLanes({ changes, resets }: Pick<CodeChangesAnswer, 'changes' | 'resets'>, line: Line) {
  const own = changes.filter(({ isAdjusting }) => !isAdjusting);
  return {
    unlike: toMarks(
      own.filter(({ level }) => (level ?? 0) >= 2),
      line,
    ),
    like: toMarks(
      [
        ...own.filter(({ level }) => (level ?? 0) < 2),
        ...resets.flatMap(({ codes, ...span }) => codes.map(({ code }) => ({ code, level: null, ...span }))),
      ],
      line,
    ),
    adjusting: toMarks(
      changes.filter(({ isAdjusting }) => isAdjusting),
      line,
    ),
  };
}
