import { adviceId } from '@platen/contract/advice-ids';
import type { StatusReason } from '@platen/contract/devices';
import type { DeviceFacts } from '../src/conditions/evaluation.ts';
import { day, hour, LiveDevice, noFacts, reportsFrom, start } from './conditions.ts';
import { emptyPredictions } from './judgements.ts';

/** What a judgement states of a device, as far as its conditions depend on it. */
export type JudgedFacts = NonNullable<DeviceFacts['judged']>['judgement'];

/** Days since 1970 of a time. */
export const dayOf = (at: number): number => Math.floor(at / day);

/** Facts of a device that was judged at `at` and about which nothing else is known. */
export const judged = (at: number, more: Partial<JudgedFacts> = {}): DeviceFacts => ({
  ...noFacts,
  judged: {
    at,
    lastDay: dayOf(at),
    judgement: {
      toner: {},
      pmParts: null,
      predictions: emptyPredictions,
      reasons: [],
      replacements: [],
      breaks: [],
      ...more,
    },
  },
});

/** The reason of a status that a failure sign gives. */
export const sign = (code: string): StatusReason => ({ source: 'sign', code, severity: 'warning' });

/** Advice about the yellow drum. */
export const drum = (severity: 'watch' | 'nextVisit' | 'now'): string =>
  adviceId({ component: 'drum', variant: 'yellow', severity });

/** A device that reports every four hours for 13 days, and no matter of its own. */
export const reporting = (): LiveDevice =>
  new LiveDevice().deliver(reportsFrom(start - day, start + 12 * day, 4 * hour, []));
