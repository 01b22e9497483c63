/**
 * Where a table lies in a cluster of Citus: `distributed` over the nodes by a column, `reference` as a whole
 * copy on every node, `local` on the coordinator alone.
 */
export type Place =
  | { readonly kind: 'distributed'; readonly column: string }
  | { readonly kind: 'reference' }
  | { readonly kind: 'local' };

/** The column that decides on which node the rows of a device lie. */
const byDevice = 'device_id';
/** Rows about a device, a customer or a collector: those of a device lie with it. */
const byEntity = 'entity_id';

const distributed: Readonly<Record<string, string>> = {
  device: byDevice,
  code_note: byDevice,
  code_proposal: byDevice,
  code_setting: byDevice,
  code_standard_device: byDevice,
  condition: byEntity,
  condition_event: byEntity,
  counter_break: byDevice,
  counter_day: byDevice,
  device_claim: byDevice,
  device_error: byDevice,
  device_fact: byDevice,
  device_judgement: byDevice,
  device_merge: byDevice,
  device_need: byDevice,
  device_note: byDevice,
  device_place: byDevice,
  device_replacement: byDevice,
  device_report: byDevice,
  device_section: byDevice,
  device_watch: byDevice,
  device_weight: byDevice,
  evaluation: byEntity,
  group_device: byDevice,
  judge_failure: byDevice,
  judgement_day: byDevice,
  meter_chain: byDevice,
  meter_close_device: byDevice,
  meter_close_line: byDevice,
  meter_close_settlement: byDevice,
  meter_correction: byDevice,
  meter_correction_decision: byDevice,
  meter_customer: byDevice,
  meter_pack: byDevice,
  meter_result: byDevice,
  part_found_good: byDevice,
  reading_day: byDevice,
  section_provenance: byDevice,
  section_reading: byDevice,
  section_version: byDevice,
  stopped_device: byDevice,
  ticket_condition: byDevice,
  visit_condition: byDevice,
  visit_device: byDevice,
  visit_fetched: byDevice,
  visit_outcome: byDevice,
  visit_record: byDevice,
  worklist_row: byEntity,
};

/** What distributed tables refer to or are joined with; each follows what it refers to. */
const reference: readonly string[] = [
  'device_group',
  'organisation',
  'app_user',
  'user_group',
  'alert_rule',
  'rule_version',
  'api_token',
  'channel',
  'subscription',
  'code_standard',
  'code_watch',
  'collector',
  'collector_status',
  'customer_agreement',
  // Asked for before the device is known: 2 to 3 rows a device, written when it is new or gets another key.
  'device_identity',
  'family_model',
  // Written by the daily fit, and asked for with a device.
  'fleet_code',
  'invitation',
  'meter_plan',
  'meter_close',
  'model_speed',
  'part_number',
  // One for each ticket or visit, not for each device and day.
  'ticket_system',
  'ticket',
  'visit',
];

/** What is written often, or read alone. */
const local: readonly string[] = [
  'api_token_calls',
  'audit_entry',
  'code_adjusting',
  'collector_command',
  'collector_enrolment',
  'collector_rollout',
  'collector_rollout_member',
  'collector_round',
  'collector_settings',
  // The outbox: every sender works through it.
  'delivery',
  'dead_letter',
  'enrolment_code',
  'finding_answer',
  // Totals of the fleet and of searched texts: few rows, folded by one server at a time (0550, 0730).
  'fleet_total',
  'fleet_total_change',
  'search_cell',
  'search_change',
  'search_state',
  'search_text',
  'search_total',
  'idempotent_answer',
  'job',
  'job_part',
  'job_run',
  'kysely_migration',
  'kysely_migration_lock',
  'meter_code_table',
  'meter_event_start',
  'meter_export_run',
  'meter_template',
  'notification',
  'oldest_server',
  'organisation_terms',
  'saved_view',
  'set_aside_key',
  'sign_in_state',
  'terms_agreement',
  'ticket_event',
  'user_right',
  'user_seen',
  // One row a user who changes something, asked for at each call that reads (0710).
  'user_write',
  'visit_feed',
  'visit_pack',
  'write_probe',
];

/**
 * The place of every table, in the order in which they are distributed: reference tables, then `device`, with
 * which all distributed tables are colocated, then the others. The job queue's own schema stays local.
 */
export const distribution: ReadonlyMap<string, Place> = new Map<string, Place>([
  ...reference.map((table): [string, Place] => [table, { kind: 'reference' }]),
  ...Object.entries(distributed).map(([table, column]): [string, Place] => [table, { kind: 'distributed', column }]),
  ...local.map((table): [string, Place] => [table, { kind: 'local' }]),
]);
