import { confirmWithinHours } from '@platen/contract/ticket-names';
import { sql } from 'kysely';

/** The SQL condition on `ticket t` that it was asked for a day ago and not answered since (TK-11). */
export const isNotConfirmed = sql<boolean>`coalesce(
  t.waiting_since < now() - ${sql.lit(`${confirmWithinHours} hours`)}::interval, false)`;

/** A ticket as rows and conditions show it (`ticketMark`), of `ticket t` and `ticket_system s`. */
export const ticketMarkColumns = sql`json_build_object('ticketId', t.ticket_id, 'system', s.name, 'state', t.state,
  'key', t.external_key, 'url', t.url, 'isNotConfirmed', ${isNotConfirmed})`;

/** Of `condition c` its ticket that is not ended, else its newest one. */
export const ticketOfCondition = sql`(select ${ticketMarkColumns} from ticket_condition tc
  join ticket t using (ticket_id) join ticket_system s using (system_id)
  where tc.device_id = c.entity_id and tc.condition_id = c.condition_id order by tc.is_live desc, t.asked_at desc limit 1)`;
