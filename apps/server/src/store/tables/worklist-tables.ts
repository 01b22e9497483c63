import type { ConditionCost, ConditionFacts } from '@platen/contract/worklist-item';
import type {
  ConditionKind,
  ConditionSignal,
  ConditionSource,
  Priority,
  Resolution,
  ShownState,
  SnoozeReason,
  WhoCanAct,
  WorkState,
} from '@platen/contract/worklist-names';
import type { Memory } from '@platen/diagnosis/conditions/memory';
import type { EvaluatedCondition } from '@platen/diagnosis/conditions/model';
import type { ColumnType, Generated } from 'kysely';
import type { Json, JsonOr } from './device-tables.ts';

/** Conditions, what people do about them, and the list (migration 0026). */
export interface WorklistTables {
  customer_agreement: CustomerAgreementTable;
  condition: ConditionTable;
  condition_event: ConditionEventTable;
  evaluation: EvaluationTable;
  worklist_row: WorklistRowTable;
  device_weight: DeviceWeightTable;
  device_note: DeviceNoteTable;
  saved_view: SavedViewTable;
  user_seen: { user_id: string; area: string; at: Date };
  idempotent_answer: IdempotentAnswerTable;
}

type Entity = 'device' | 'collector' | 'customer';
/** `YYYY-MM-DD` */
type DayColumn = ColumnType<string | null, string | null | undefined, string | null>;

interface CustomerAgreementTable {
  customer_number: string;
  /** Working hours by class (WL-51). */
  answer_times: Json<Partial<Record<Priority, { acknowledgeHours: number; onSiteHours?: number }>>>;
  version: Generated<number>;
}

interface ConditionTable {
  /** A device, a collector, or the id derived from a customer. */
  entity_id: string;
  condition_id: string;
  entity: Entity;
  kind: ConditionKind;
  subject: string;
  source: ConditionSource;
  signal: ConditionSignal;
  work: WorkState;
  assignee: string | null;
  opened_at: Date;
  last_seen_at: Date;
  cleared_at: Date | null;
  resolved_at: Date | null;
  resolution: Resolution | null;
  regressions: Generated<number>;
  marks: Generated<string[]>;
  inhibited_by: string | null;
  former_id: string | null;
  visit_id: string | null;
  planned_day: DayColumn;
  snooze: ColumnType<unknown, string | null | undefined, string | null>;
  who_can_act: WhoCanAct;
  facts: Json<ConditionFacts>;
  cost: ColumnType<ConditionCost | null, string | null | undefined, string | null>;
  /** Of `cost`. */
  points: Generated<number>;
  /** The condition as its evaluation left it, without facts and cost. */
  evaluated: Json<Omit<EvaluatedCondition, 'facts' | 'cost'>>;
  /** Nothing changes it any more. */
  is_final: Generated<boolean>;
  serial: string | null;
  model: string | null;
  /** When it last changed for those who fetch changes (TK-12). */
  changed_at: Generated<Date>;
  version: Generated<number>;
}

interface ConditionEventTable {
  entity_id: string;
  event_id: string;
  condition_id: string;
  at: Date;
  /** Null: the server. An erased user's id stays. */
  user_id: string | null;
  action_id: string | null;
  change: string;
  work_from: WorkState | null;
  work_to: WorkState | null;
  detail: JsonOr<Record<string, unknown>>;
  undone_by: string | null;
}

interface EvaluationTable {
  entity_id: string;
  entity: Entity;
  /** Of a customer, whose id is derived from it. */
  customer_number: string | null;
  /** What it covers: the newest report, the last late one, the judgement. */
  through: Date | null;
  late_at: Date | null;
  judged_at: Date | null;
  /** Null: never evaluated. */
  evaluated_at: Date | null;
  next_due: Date | null;
  /** When a collector or customer last asked for another one, and which of these it covers. */
  asked_at: Date | null;
  answered_at: Date | null;
  memory: ColumnType<Memory | null, string | null | undefined, string | null>;
  pages_a_month: number | null;
  /** Of a collector or customer: the devices that its conditions hold wait to be marked. */
  holds_changed: Generated<boolean>;
  failures: Generated<number>;
  reason: string | null;
  retry_at: Date | null;
  /** Changes so far of the class set by hand, and of the weight of the device. */
  by_hand_version: Generated<number>;
  weight_version: Generated<number>;
}

/** Class of a row set by a person (WL-52); `until`: ISO 8601. */
export interface ByHandRecord {
  readonly priority: Priority;
  readonly until: string;
  readonly reason: string;
  readonly by: string;
  /** From 1, never one that was there before (GE-06). */
  readonly version: number;
}

interface WorklistRowTable {
  entity_id: string;
  entity: Entity;
  /** Bits of what filters count (features/worklist/traits.ts). */
  traits: ColumnType<string, never, never>;
  customer_number: string | null;
  /** Of a device. */
  model: string | null;
  /** 1 to 4; null: nothing is open. */
  priority: number | null;
  computed: number | null;
  by_hand: ColumnType<ByHandRecord | null, string | null | undefined, string | null>;
  cost: Generated<number>;
  judged_cost: Generated<number>;
  unknown: Generated<number>;
  rank: Generated<number>;
  overdue: Generated<boolean>;
  answer_due: Date | null;
  answer_factor: Generated<number>;
  opened_at: Date | null;
  raised_at: Date | null;
  state: ShownState | null;
  states: Generated<ShownState[]>;
  kinds: Generated<ConditionKind[]>;
  actors: Generated<WhoCanAct[]>;
  snoozes: Generated<SnoozeReason[]>;
  marks: Generated<string[]>;
  assignees: Generated<string[]>;
  conditions: Generated<number>;
  planned_day: DayColumn;
  is_planned: Generated<boolean>;
}

interface DeviceWeightTable {
  device_id: string;
  weight: number;
  reason: string;
  set_by: string | null;
  version: Generated<number>;
}

interface DeviceNoteTable {
  device_id: string;
  note_id: string;
  at: Generated<Date>;
  user_id: string | null;
  text: string;
}

interface SavedViewTable {
  view_id: string;
  area: string;
  name: string;
  owner_id: string;
  shared: Generated<boolean>;
  is_default: Generated<boolean>;
  definition: Json<Record<string, string>>;
  version: Generated<number>;
}

interface IdempotentAnswerTable {
  user_id: string;
  key: string;
  body_digest: Buffer;
  status: number;
  answer: Json<unknown>;
  at: Generated<Date>;
}
