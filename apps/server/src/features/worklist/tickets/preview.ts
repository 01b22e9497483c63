import type { BodyOf } from '@platen/contract/endpoint';
import { isTicketEnded } from '@platen/contract/ticket-names';
import type { previewTickets as previewCall, TicketPreview } from '@platen/contract/tickets';
import type { TicketMark } from '@platen/contract/worklist-item';
import { priorities } from '@platen/contract/worklist-names';
import { type Kysely, sql } from 'kysely';
import { requireRight, type SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import { ticketMarkColumns } from '../../../worklist/ticket-marks.ts';
import { actionsFor } from '../allowed.ts';
import { type ConditionRow, conditionColumns, conditionOrder, toCondition } from '../condition-store.ts';
import { readNames } from '../people.ts';
import { readSystem } from './systems.ts';

interface DeviceRow extends Omit<TicketPreview['devices'][number], 'priority' | 'ticket' | 'conditions'> {
  readonly priority: number | null;
  readonly ticket: TicketMark | null;
  readonly conditions: readonly ConditionRow<string>[] | null;
}

/** What handing these rows over would do (TK-03), in the order asked for; makes nothing. */
export async function previewTickets(
  db: Kysely<Database>,
  user: SignedInUser,
  { systemId, rowIds }: BodyOf<typeof previewCall>,
): Promise<TicketPreview> {
  requireRight(user, 'actOnWorklist');
  await readSystem(db, user, systemId);
  const { rows } = await sql<DeviceRow>`
    select d.device_id as "rowId", d.serial, d.model, d.customer_name as "customerName", d.description, w.priority,
      (select ${ticketMarkColumns} from ticket t join ticket_system s using (system_id)
        where t.device_id = d.device_id and t.system_id = ${systemId} and t.state in ('requested', 'open', 'pending', 'planned')
        order by t.asked_at desc limit 1) as ticket,
      (select json_agg(one) from (select ${conditionColumns} from condition c
        where c.entity_id = d.device_id and c.work <> 'resolved' order by ${conditionOrder}) one) as conditions
    from unnest(${rowIds}::uuid[]) with ordinality as wanted(id, place)
      join device d on d.device_id = wanted.id join worklist_row w on w.entity_id = d.device_id
    where ${visibleTo(user)} order by wanted.place`.execute(db);
  const people = await readNames(
    db,
    rows.flatMap(({ conditions }) => (conditions ?? []).map(({ assignee }) => assignee)),
  );
  return {
    devices: rows.map(({ priority, conditions, ...row }) => ({
      ...row,
      priority: priorities[(priority ?? priorities.length) - 1] ?? 'P4',
      conditions: (conditions ?? [])
        .filter(({ ticket }) => ticket === null || isTicketEnded(ticket.state))
        .map((one) => toCondition(one, people, actionsFor(user, [one]))),
    })),
    leftOut: new Set(rowIds).size - rows.length,
  };
}
