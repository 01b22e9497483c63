import { can } from '@platen/contract/rights';
import type { Close } from './queries.ts';

/** What the user may do in the area. */
export interface Rights {
  readonly mayClose: boolean;
  readonly mayCorrect: boolean;
  readonly mayFacts: boolean;
}

export const rightsOf = (me: Parameters<typeof can>[0]): Rights => ({
  mayClose: can(me, 'closeMeters'),
  mayCorrect: can(me, 'correctMeters'),
  mayFacts: can(me, 'manageFacts'),
});

/** Whether the lines of a close can still be settled. */
export const isOpen = ({ state }: Pick<Close, 'state'>): boolean => state === 'open' || state === 'ready';
