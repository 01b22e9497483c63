import type { PackCondition } from '@platen/contract/visit-pack';
import type { BringFacts } from '../src/pack/bring.ts';

// Facts for tests of packs, at noon of one day.

export const dayMs = 86_400_000;
export const today = 20_780;
export const now = today * dayMs + dayMs / 2;
export const id = (at: number) => `0190a0b0-0000-7000-8000-${String(at).padStart(12, '0')}`;

export const condition = (
  at: number,
  kind: PackCondition['kind'],
  subject: string,
  facts: PackCondition['facts'] = {},
) => ({
  conditionId: id(at),
  kind,
  subject,
  facts,
  priority: 'P2' as const,
  openedAt: new Date(now).toISOString(),
  lastSeenAt: new Date(now).toISOString(),
});
export const nothing: BringFacts = {
  conditions: [],
  entered: [],
  judged: [],
  reported: new Set(),
  lookouts: [],
  leadDays: 14,
  numbers: new Map(),
};
