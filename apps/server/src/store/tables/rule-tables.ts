import type { RuleForm, RuleScope } from '@platen/contract/rules';
import type { ColumnType, Generated } from 'kysely';
import type { Json } from './device-tables.ts';

/** Alert rules and their history (migration 0039). */
export interface RuleTables {
  alert_rule: AlertRuleTable;
  rule_version: RuleVersionTable;
}

interface AlertRuleTable {
  rule_id: string;
  organisation_id: string;
  form: Json<RuleForm>;
  enabled: Generated<boolean>;
  template: string | null;
  /** Rises with each change of scope, tests, delays or clear values. */
  logic: Generated<number>;
  version: Generated<number>;
  made_by: string | null;
  made_at: Date;
  changed_by: string | null;
  changed_at: Date;
  /** Hidden from then on. */
  deleted_at: Date | null;
  tried_at: Date | null;
  /** Digest of what was tried. */
  tried_digest: Buffer | null;
  enabled_at: Date | null;
  /** Conditions opened in the first hour after `enabled_at`. */
  opened_early: Generated<number>;
  paused_at: Date | null;
  pause_count: number | null;
  failed_at: Date | null;
  failures: Generated<number>;
  failure: string | null;
  next_try_at: Date | null;
  retried_at: Date | null;
  /** Scopes whose devices must be evaluated, those after `marked_until`; null: all are marked. */
  marking: ColumnType<RuleScope[] | null, string | null | undefined, string | null>;
  marked_until: string | null;
  /** Of a rule that the operator gave as a template (AR-17). */
  given_from: string | null;
  given_by: string | null;
  given_at: Date | null;
}

/** As it is in the history of a rule. */
export type RuleChange =
  | 'made'
  | 'given'
  | 'changed'
  | 'changedUntried'
  | 'enabled'
  | 'enabledUntried'
  | 'disabled'
  | 'paused'
  | 'deleted';

interface RuleVersionTable {
  rule_id: string;
  version: number;
  at: Date;
  /** Null: the server. */
  by: string | null;
  change: RuleChange;
  form: Json<RuleForm>;
  enabled: boolean;
}
