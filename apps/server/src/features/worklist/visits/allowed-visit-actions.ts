import { can } from '@platen/contract/rights';
import {
  correctDays,
  type VisitAction,
  type VisitState,
  visitActionStates,
  visitActions,
} from '@platen/contract/visit-names';
import { dayMs } from '../../../base/time.ts';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';

interface Actable {
  readonly state: VisitState;
  readonly assignee: string | null;
  readonly recordedAt: Date | null;
  readonly seenAt: Date | null;
  readonly doneAt: Date | null;
  /** Who recorded its devices. */
  readonly authors: readonly string[];
}

type Who = Pick<SignedInUser, 'role' | 'rights' | 'userId'>;

/** Whether a user may do this with a visit that the user sees, in the state it is in (VP-02, OA-20). */
export function mayDoWithVisit(user: Who, visit: Actable, action: VisitAction, now: Date): boolean {
  if (!visitActionStates[action].includes(visit.state)) return false;
  switch (action) {
    case 'change':
    case 'plan':
    case 'cancel':
      return can(user, 'planVisits');
    case 'see':
      return (
        can(user, 'planVisits') &&
        visit.recordedAt !== null &&
        (visit.seenAt === null || visit.seenAt < visit.recordedAt)
      );
    case 'start':
    case 'record': {
      // A technician goes to own visits, and to those of no user.
      const isOwn = visit.assignee === null || visit.assignee === user.userId;
      return can(user, 'recordVisits') && (isOwn || can(user, 'actOnWorklist'));
    }
    case 'correct':
      break;
  }
  if (visit.recordedAt === null) return false;
  if (can(user, 'correctVisits')) return true;
  const since = visit.doneAt?.getTime() ?? now.getTime();
  return (
    can(user, 'recordVisits') && visit.authors.includes(user.userId) && now.getTime() - since <= correctDays * dayMs
  );
}

export const visitActionsFor = (user: Who, visit: Actable, now: Date): VisitAction[] =>
  visitActions.filter((action) => mayDoWithVisit(user, visit, action, now));
