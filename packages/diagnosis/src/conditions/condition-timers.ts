import { dayMs, hourMs } from '@platen/contract/constants';
import { longestSnoozeDays } from '@platen/contract/worklist-names';
import { toLocalDay, type WorkTime } from './calendar.ts';
import type { Instant, ReplayedCondition } from './model.ts';

/** Working days until a planned condition is overdue (WL-25), and one that rests is forgotten (WL-26). */
const overdueDays = 2;
const forgottenDays = 3;
/** A planned condition that is gone is resolved after these days (WL-30). */
const goneDays = 7;
/** Quiet after which a flickering condition is resolved (WL-41). */
export const quietMs = 72 * hourMs;

/** A step that time alone takes. */
export interface Timer {
  readonly at: Instant;
  readonly change: 'overdue' | 'forgotten' | 'woken' | 'cleared';
}

interface Waiting extends Pick<ReplayedCondition, 'work' | 'plannedDay' | 'snooze'> {
  /** When the present state began, and when a person last acted. */
  readonly enteredAt: Instant;
  readonly personAt: Instant;
}

/** Since when the signal is gone, and gone for its clear delay; null: it is active. */
interface Gone {
  readonly clearedAt: Instant | null;
  readonly closedAt: Instant | null;
}

/**
 * The next step that time alone takes with a condition that is not resolved; undefined: none. Working days
 * end with the end of work.
 */
export function nextTimer(condition: Waiting, { clearedAt, closedAt }: Gone, time: WorkTime): Timer | undefined {
  const { work, enteredAt, personAt, plannedDay, snooze } = condition;
  const after = (at: Instant) => Math.max(at, enteredAt);
  if (work === 'planned') {
    if (closedAt !== null) return { at: after(closedAt + goneDays * dayMs), change: 'cleared' };
    if (plannedDay === null) return undefined;
    return { at: after(time.afterWorkingDays(toLocalDay(plannedDay), overdueDays)), change: 'overdue' };
  }
  const timers: Timer[] = [];
  if (closedAt !== null)
    timers.push({ at: after(Math.max(closedAt, (clearedAt ?? closedAt) + quietMs)), change: 'cleared' });
  if (work === 'snoozed')
    timers.push({ at: after(snooze?.until ?? enteredAt + longestSnoozeDays * dayMs), change: 'woken' });
  if (work === 'acknowledged') {
    const since = time.dayOf(Math.max(enteredAt, personAt));
    timers.push({ at: time.afterWorkingDays(since, forgottenDays), change: 'forgotten' });
  }
  return timers.sort((a, b) => a.at - b.at)[0];
}
