import type { CollectorFinding } from '@platen/contract/collectors';

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
