import { type RuleForm, ruleForm } from '@platen/contract/rules';
import type { LiveRule, RuleFailure } from '@platen/diagnosis/rules/rule-spans';
import { type Kysely, sql } from 'kysely';
import { toMessage } from '../../base/errors.ts';
import type { Database } from '../../store/database.ts';
import type { RuleGroup } from './rule-scope.ts';

/** A rule that is switched on, with its scope. */
export interface EnabledRule extends LiveRule {
  readonly form: RuleForm;
  readonly group: RuleGroup;
}

/** What evaluations are given of all rules; what does not parse has failed (AR-11). */
export interface EnabledRules {
  readonly rules: readonly EnabledRule[];
  /** Paused ones, and failing ones until they are tried again. */
  readonly resting: readonly string[];
  readonly failures: readonly RuleFailure[];
}

interface RuleRow {
  readonly rule_id: string;
  readonly version: number;
  readonly logic: number;
  readonly form: unknown;
  readonly group: RuleGroup;
  readonly rests: boolean;
}

/** The rules that are switched on, from the one that is so for longest. */
export async function readEnabledRules(db: Kysely<Database>, now: Date): Promise<EnabledRules> {
  const { rows } = await sql<RuleRow>`
    select rule_id, version, logic, form,
      (select o.group_id from organisation o where o.organisation_id = alert_rule.organisation_id) as group,
      paused_at is not null or coalesce(next_try_at > ${now}::timestamptz, false) as rests
    from alert_rule where enabled and deleted_at is null order by enabled_at, rule_id`.execute(db);
  const rules: EnabledRule[] = [];
  const resting: string[] = [];
  const failures: RuleFailure[] = [];
  for (const row of rows) {
    const { rule_id: ruleId, logic, rests } = row;
    if (rests) resting.push(ruleId);
    else {
      const form = parseForm(row);
      if (typeof form === 'string') {
        failures.push({ ruleId, reason: form });
        resting.push(ruleId);
      } else rules.push({ ruleId, logic, form, group: row.group });
    }
  }
  return { rules, resting, failures };
}

/** Forms by rule and version: to parse two hundred takes longer than to evaluate a device. */
const parsed = new Map<string, { readonly text: string; readonly form: RuleForm | string }>();
const mostParsed = 1000;

/** The form of a rule, or why it is none. */
function parseForm({ rule_id: ruleId, form: stored }: RuleRow): RuleForm | string {
  const text = JSON.stringify(stored);
  const known = parsed.get(ruleId);
  if (known?.text === text) return known.form;
  if (parsed.size >= mostParsed) parsed.clear();
  const result = ruleForm.safeParse(stored);
  const form = result.success ? result.data : `the stored rule cannot be read: ${toMessage(result.error)}`;
  parsed.set(ruleId, { text, form });
  return form;
}
