import type { TicketAnswer, TicketChange, TicketState } from '@platen/contract/ticket-names';
import type { TicketSystemForm } from '@platen/contract/tickets';
import type { Generated } from 'kysely';
import type { Json } from './device-tables.ts';

/** Tickets of other systems (migration 0045). */
export interface TicketTables {
  ticket_system: TicketSystemTable;
  ticket: TicketTable;
  ticket_condition: { device_id: string; condition_id: string; ticket_id: string; is_live: boolean };
  ticket_event: TicketEventTable;
}

interface TicketSystemTable {
  system_id: string;
  organisation_id: string;
  channel_id: string;
  form: Json<Omit<TicketSystemForm, 'name' | 'channelId'>>;
  name: string;
  made_by: string | null;
  made_at: Generated<Date>;
  deleted_at: Date | null;
  version: Generated<number>;
  changed_by: string | null;
  changed_in: number | null;
}

interface TicketTable {
  ticket_id: string;
  system_id: string;
  device_id: string;
  serial: string | null;
  state: TicketState;
  external_key: string | null;
  url: string | null;
  asked_by: string | null;
  asked_at: Date;
  waiting_since: Date | null;
  not_confirmed_at: Date | null;
  planned_day: string | null;
  assignee: string | null;
  last_out_at: Date | null;
  last_in_at: Date | null;
  changed_at: Date | null;
  sequence: number | null;
}

interface TicketEventTable {
  ticket_id: string;
  event_id: string;
  at: Date;
  way: 'out' | 'in';
  change: TicketChange | TicketAnswer;
  note: string | null;
  delivery_id: string | null;
}
