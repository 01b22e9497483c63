import type { VisitEvent } from '@platen/contract/channel-names';
import type { SubscriptionForm } from '@platen/contract/channels';
import type { VisitChange, VisitState } from '@platen/contract/visit-names';

/** What of a visit its changes are about. */
export interface VisitStand {
  readonly state: VisitState;
  /** `YYYY-MM-DD` */
  readonly plannedDay: string | null;
  /** `HH:MM-HH:MM` or `HH:MM`. */
  readonly hours: string | null;
  /** User id. */
  readonly assignee: string | null;
  readonly version: number;
}

const isAhead = (visit: VisitStand | undefined): visit is VisitStand =>
  visit !== undefined && (visit.state === 'planned' || visit.state === 'underWay');

/**
 * What a change of a visit was (DE-27); undefined: nothing that is reported, as with a draft. `before`
 * undefined: it was made.
 */
export function toVisitChange(before: VisitStand | undefined, after: VisitStand): VisitChange | undefined {
  if (before?.version === after.version && before.state === after.state) return undefined;
  if (after.state === 'done') return before?.state === 'done' ? 'changed' : 'done';
  if (after.state === 'cancelled') return isAhead(before) ? 'cancelled' : undefined;
  if (!isAhead(after)) return undefined;
  if (!isAhead(before)) return 'planned';
  if (before.state !== after.state) return 'begun';
  if (before.plannedDay !== after.plannedDay || before.hours !== after.hours) return 'moved';
  return before.assignee === after.assignee ? 'changed' : 'assigned';
}

/** Why a person is notified: the visit became theirs, is theirs no longer, or has another time. */
export type VisitNotice = 'given' | 'moved' | 'taken';

/**
 * Who gets a message of their own, one each: whose visit it became, was or is at another time. No user is
 * notified of an own action (`by`), and none of a draft.
 */
export function toNotified(
  before: VisitStand | undefined,
  after: VisitStand,
  by: string | null,
): readonly { readonly userId: string; readonly notice: VisitNotice }[] {
  const [was, is] = [isAhead(before) ? before.assignee : null, isAhead(after) ? after.assignee : null];
  const change = toVisitChange(before, after);
  const notified: { userId: string; notice: VisitNotice }[] = [];
  if (is !== null && is !== was) notified.push({ userId: is, notice: 'given' });
  if (was !== null && is !== was && after.state !== 'done') notified.push({ userId: was, notice: 'taken' });
  if (is !== null && is === was && change === 'moved') notified.push({ userId: is, notice: 'moved' });
  return notified.filter(({ userId }) => userId !== by);
}

/** From what says most of a visit to what says least; what ended it stands above all. */
const weight: readonly VisitChange[] = ['cancelled', 'done', 'planned', 'begun', 'moved', 'assigned', 'changed'];

/**
 * The changes of visits that go in one message, oldest first, as one for each visit: how it is now, and what
 * was before the first. A visit that was planned and cancelled meanwhile is left out (DE-09). `wasSent`: a
 * message about the visit went before.
 */
export function mergeVisits<
  T extends {
    readonly wasSent: boolean;
    readonly data: {
      readonly change: VisitChange;
      readonly visit: { readonly visitId: string };
      readonly before: object | null;
    };
  },
>(changes: readonly T[]): T[] {
  const byVisit = new Map<string, T[]>();
  for (const change of changes) {
    const { visitId } = change.data.visit;
    byVisit.set(visitId, [...(byVisit.get(visitId) ?? []), change]);
  }
  return [...byVisit.values()].flatMap((own) => {
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return [];
    if (first.data.change === 'planned' && last.data.change === 'cancelled' && !first.wasSent) return [];
    const change = weight.find((one) => own.some(({ data }) => data.change === one)) ?? last.data.change;
    return [{ ...last, data: { ...last.data, change, before: first.data.before } }];
  });
}

interface VisitPlace {
  readonly assignees: readonly string[];
  readonly customerNumber: string | null;
  /** Groups of its devices. */
  readonly groupIds: readonly number[];
}

/** Whether a subscription wants an event of a visit (DE-02); kinds and priorities are those of conditions. */
export function wantsVisit(
  {
    form: { events, scope },
    ownerId,
  }: { readonly form: Pick<SubscriptionForm, 'events' | 'scope'>; readonly ownerId: string | null },
  event: VisitEvent,
  { assignees, customerNumber, groupIds }: VisitPlace,
): boolean {
  if (!events.includes(event)) return false;
  if (scope.assignedToMe === true && (ownerId === null || !assignees.includes(ownerId))) return false;
  if (scope.groupIds !== undefined && !scope.groupIds.some((id) => groupIds.includes(id))) return false;
  return (
    scope.customerNumbers === undefined || (customerNumber !== null && scope.customerNumbers.includes(customerNumber))
  );
}
