import type { CollectorFinding, CollectorItem, FailureKind } from '@platen/contract/collectors';
import type { DeviceStatus } from '@platen/contract/devices';

/** The shape that stands before a collector's state, and the key of its label. */
export interface CollectorMark {
  readonly shape: DeviceStatus;
  readonly label:
    | { readonly key: 'working' | 'never' | 'revoked' }
    | { readonly key: 'failing' | 'refused'; readonly count: number }
    | { readonly key: 'silent'; readonly since: Date };
}

/** Silent collectors rank first: the state of all their devices is unknown. */
export function toMark({ state, lastContactAt, status }: CollectorItem): CollectorMark {
  if (state === 'silent' && lastContactAt !== null)
    return { shape: 'error', label: { key: 'silent', since: new Date(lastContactAt) } };
  if (state === 'never' || lastContactAt === null)
    return { shape: 'unknown', label: { key: state === 'revoked' ? 'revoked' : 'never' } };
  if (state === 'revoked') return { shape: 'offline', label: { key: 'revoked' } };
  if (status !== null && status.failures > 0)
    return { shape: 'warning', label: { key: 'failing', count: status.failures } };
  if (status !== null && status.queue.refused > 0)
    return { shape: 'warning', label: { key: 'refused', count: status.queue.refused } };
  return { shape: 'normal', label: { key: 'working' } };
}

/**
 * The reason without what its row already shows: the address in front of it, and 'no answer', which repeats
 * the kind.
 */
export function toReasonText(kind: FailureKind, reason: string, target: string | null): string {
  const text = target !== null && reason.startsWith(`${target}: `) ? reason.slice(target.length + 2) : reason;
  return kind === 'silent' && text === 'no answer' ? '' : text;
}

type FindingText = 'movedAddress' | 'duplicateSerial' | 'boardSerial' | 'boardMac' | 'boardCounter' | 'other';

const boards: Readonly<Record<string, FindingText>> = {
  serial: 'boardSerial',
  MAC: 'boardMac',
  counter: 'boardCounter',
};

/**
 * Text key of a finding with its arguments. A collector writes of a board what identified it: `MAC 00:80:…`,
 * `serial …`, `counter …`.
 */
export function toFindingText({ kind, before, now }: Pick<CollectorFinding, 'kind' | 'before' | 'now'>): {
  key: FindingText;
  before: string;
  now: string;
} {
  if (kind !== 'exchangedBoard') return { key: kind, before, now };
  const [was, is] = [toIdentifier(before), toIdentifier(now)];
  if (was === undefined || is === undefined || was.of !== is.of) return { key: 'other', before, now };
  return { key: boards[was.of] ?? 'other', before: was.value, now: is.value };
}

function toIdentifier(text: string): { of: string; value: string } | undefined {
  const [, of, value] = /^(serial|MAC|counter) (.+)$/s.exec(text) ?? [];
  return of === undefined || value === undefined ? undefined : { of, value };
}
