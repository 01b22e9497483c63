import type { Transaction } from 'kysely';
import { hiddenText, recordChange } from '../../../store/audit.ts';
import type { Database } from '../../../store/database.ts';
import type { Caller } from './plan-conditions.ts';
import type { VisitRecordRow } from './read-visit.ts';

type Plan = Pick<VisitRecordRow, 'kind' | 'state' | 'plannedDay' | 'hours' | 'assignee' | 'place' | 'externalKey'>;

const toAudited = ({ kind, state, plannedDay, hours, assignee, place, externalKey }: Plan) => ({
  kind,
  state,
  plannedDay,
  hours,
  assignee,
  place,
  externalKey,
});

/** Records a change of a visit; what people wrote freely does not go into the record (GE-11). */
export async function auditVisit(
  trx: Transaction<Database>,
  { user }: Caller,
  what: string,
  visitId: string,
  { before, after, hasText = false }: { before?: Plan; after: Plan; hasText?: boolean },
): Promise<void> {
  await recordChange(trx, {
    actor: user,
    action: `visits ${what}`,
    subject: `visit:${visitId}`,
    detail: {
      ...(before !== undefined && { before: toAudited(before) }),
      after: toAudited(after),
      ...(hasText && { text: hiddenText }),
    },
  });
}
