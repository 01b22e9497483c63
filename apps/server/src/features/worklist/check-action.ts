import type { ActionBody } from '@platen/contract/worklist';
import { longestSnoozeDays } from '@platen/contract/worklist-names';
import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { rightOf } from '@platen/diagnosis/conditions/transitions';
import type { Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { dayMs, toDayText } from '../../base/time.ts';
import { requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { mayAssignTo } from './people.ts';

/**
 * Checks what concerns an action as a whole, as of when it was asked for. Throws 200002 without the right,
 * 202001 where it cannot be meant for any condition.
 */
export async function checkAction(
  trx: Transaction<Database>,
  user: SignedInUser,
  body: ActionBody,
  askedAt: Date,
): Promise<void> {
  requireRight(user, rightOf(body.action));
  if (new Set(body.items.map(({ conditionId }) => conditionId)).size < body.items.length)
    throw new Refusal(202001, 'items: a condition stands twice');
  if (body.action === 'assign' || body.action === 'plan') {
    const { assignee } = body;
    if (assignee !== null && assignee !== user.userId) requireRight(user, 'actOnWorklist');
    if (assignee !== null && !(await mayAssignTo(trx, user, assignee)))
      throw new Refusal(202001, 'assignee: not a person to whom you may assign');
  }
  if (body.action === 'plan') {
    const { calendar } = (await readOrganisation(trx, user.organisationId)).settings;
    if (body.plannedDay < toDayText(toWorkTime(calendar).dayOf(askedAt.getTime())))
      throw new Refusal(202001, 'plannedDay: this day has passed');
  }
  if (body.action === 'snooze') {
    const until = body.until === undefined ? null : Date.parse(body.until);
    if (until === null && !body.untilWorse) throw new Refusal(202001, 'until: a day, or until it becomes worse');
    if (until !== null && (until <= askedAt.getTime() || until > askedAt.getTime() + longestSnoozeDays * dayMs))
      throw new Refusal(202001, `until: within ${longestSnoozeDays} days`);
    if (body.reason === 'other' && body.note === undefined) throw new Refusal(202001, 'note: say what the reason is');
  }
  if (body.action === 'resolve' && body.reason === 'willNotBeDone' && body.note === undefined)
    throw new Refusal(202001, 'note: say why it will not be done');
}
