import type { ChangeContext, ChangeNote } from '@platen/contract/code-history';
import { breakCauses } from '@platen/contract/constants';
import { contextsOf, type DevicePast, type PastVisit } from '@platen/diagnosis/code-history/change-context';
import type { ReadingSpan } from '@platen/diagnosis/code-history/code-spans';
import { toCodeNumber } from '@platen/diagnosis/codes/thresholds';

export const toInstant = (at: number): string => new Date(at).toISOString();

export const toSpan = ({ lastBefore, firstAfter }: ReadingSpan) => ({
  lastBefore: toInstant(lastBefore),
  firstAfter: toInstant(firstAfter),
});

export const toVisit = ({ visitId, arrivedAt, leftAt, technician }: PastVisit) => ({
  visitId,
  arrivedAt: toInstant(arrivedAt),
  leftAt: leftAt === null ? null : toInstant(leftAt),
  technician,
});

/** The contexts of a span as the wire has them. */
export const toContexts = (span: ReadingSpan, past: DevicePast): ChangeContext[] =>
  contextsOf(span, past).map((context): ChangeContext => {
    if (context.kind === 'visit') return { kind: 'visit', visit: toVisit(context.visit) };
    if (context.kind === 'firmware') return context;
    return { kind: 'memoryCleared', cause: breakCauses.find((cause) => cause === context.cause) ?? null };
  });

/** Notes by code and first reading after the change. */
export type Notes = ReadonlyMap<string, ChangeNote>;
export const noteKey = (code: string, firstAfter: string): string => `${code} ${firstAfter}`;

export const toExplained = (code: string, span: ReadingSpan, past: DevicePast, notes: Notes) => ({
  contexts: toContexts(span, past),
  note: notes.get(noteKey(code, toInstant(span.firstAfter))) ?? null,
});

/** After less before, where both are numbers; to nine decimals. */
export function toStep(before: string, after: string): number | null {
  const [one, other] = [toCodeNumber(before), toCodeNumber(after)];
  return one === undefined || other === undefined ? null : Number((other - one).toFixed(9));
}
