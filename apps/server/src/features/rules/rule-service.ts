import type { BodyOf } from '@platen/contract/endpoint';
import { type AlertRule, type changeRule as changeRuleCall, type RuleForm, ruleLimits } from '@platen/contract/rules';
import { sql, type Transaction, type Updateable } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { type Caller, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import { actsForOrganisation, inUse } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import type { RuleChange } from '../../store/tables/rule-tables.ts';
import { readOrganisation } from '../../worklist/organisation.ts';
import { readSeries, toScopeCondition } from '../../worklist/rules/rule-scope.ts';
import { addVersion } from '../../worklist/rules/rule-versions.ts';
import { isForeign, readRules, type StoredRule, toShownRules } from './rule-rows.ts';
import { digestOf, logicOf } from './trial-digest.ts';
import { findTrial, trialHours, triedAt } from './trial-record.ts';
import { isNarrowed, readVisibleTexts } from './visible-scope.ts';

type Trx = Transaction<Database>;

/** Who changes a rule in which call. */
/**
 * A rule, locked for a change; one that does not exist is refused as a foreign one would be, and with 200002
 * one whose scope names what the user does not see (GE-05).
 */
export async function lockRule(trx: Trx, { user, now }: Caller, ruleId: string, version: number): Promise<StoredRule> {
  await sql`select 1 from alert_rule where rule_id = ${ruleId} for update`.execute(trx);
  const rule = await readRule(trx, user, ruleId);
  const shown = await toShownRule(trx, user, rule, now);
  if (isForeign(user, rule)) throw new Refusal(200002, 'the rule is of a dealer, whose people change it');
  if (!shown.own) throw new Refusal(200002, 'the scope of the rule names what you do not see');
  checkVersion(rule, shown, version);
  return rule;
}

async function toShownRule(trx: Trx, user: SignedInUser, rule: StoredRule, now: Date): Promise<AlertRule> {
  const [shown] = await toShownRules(trx, user, [rule], now);
  return shown ?? rule.rule;
}

export async function readRule(
  trx: Parameters<typeof readRules>[0],
  user: SignedInUser,
  ruleId: string,
): Promise<StoredRule> {
  const [rule] = await readRules(trx, user, sql<boolean>`r.rule_id = ${ruleId}`);
  if (rule === undefined) throw new Refusal(204001, 'there is no rule with this id');
  return rule;
}

/**
 * Refuses a scope that names what the user does not see, in the same words as one that names unknown things
 * (GE-05).
 */
async function checkScope(trx: Trx, { user }: Caller, { scope }: RuleForm): Promise<void> {
  if (isNarrowed(scope, await readVisibleTexts(trx, user, [scope])))
    throw new Refusal(202001, 'form.scope: names customers, devices or groups that you do not see');
}

/** Refuses 202002 with the present rule where another version was meant (GE-06). */
function checkVersion({ rule }: StoredRule, current: AlertRule, version: number): void {
  if (rule.version !== version)
    throw new Refusal(202002, 'the rule was changed meanwhile', { body: { current, changedBy: rule.changedBy } });
}

/** Two calls at once must not pass a limit together. */
async function lockOrganisation(trx: Trx, user: SignedInUser): Promise<string> {
  if (!actsForOrganisation(user)) throw new Refusal(200002, 'rules are made by people of an organisation');
  const { organisationId } = await readOrganisation(trx, user.organisationId);
  await sql`select 1 from organisation where organisation_id = ${organisationId} for no key update`.execute(trx);
  return organisationId;
}

/** Refuses 202004 where a device in this scope has as many other rules switched on as it may have (AR-01). */
async function checkDeviceLimit(trx: Trx, rule: Pick<StoredRule, 'rule_id' | 'form' | 'group'>): Promise<void> {
  const { rule_id: ruleId, form, group } = rule;
  // Of all organisations: what a device has counts.
  const others = await readRules(trx, { role: 'admin' }, sql<boolean>`r.enabled and r.rule_id <> ${ruleId}`);
  if (others.length < ruleLimits.ofDevice) return;
  const series = await readSeries(trx, [form.scope, ...others.map((one) => one.form.scope)]);
  const counted = others.map(
    (one) => sql`case when ${toScopeCondition(one.form.scope, series, one.group)} then 1 else 0 end`,
  );
  const { rows } = await sql`
    select 1 from device d where d.held_by is null and ${inUse} and ${toScopeCondition(form.scope, series, group)}
      and ${sql.join(counted, sql` + `)} >= ${sql.lit(ruleLimits.ofDevice)} limit 1`.execute(trx);
  if (rows.length > 0) throw new Refusal(202004, `rules: at most ${ruleLimits.ofDevice} switched on for a device`);
}

/** Writes a new rule, switched off; refuses 202004 beyond the limit of an organisation. */
export async function addRule(
  trx: Trx,
  { user, now }: Caller,
  { form, template }: { readonly form: RuleForm; readonly template?: string | undefined },
): Promise<AlertRule> {
  requireRight(user, 'manageRules');
  await checkScope(trx, { user, now }, form);
  const organisationId = await lockOrganisation(trx, user);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from alert_rule where organisation_id = ${organisationId} and deleted_at is null`.execute(
    trx,
  );
  if ((rows[0]?.n ?? 0) >= ruleLimits.ofOrganisation)
    throw new Refusal(202004, `rules: at most ${ruleLimits.ofOrganisation} an organisation`);
  const ruleId = newId();
  const by = { made_by: user.userId, made_at: now, changed_by: user.userId, changed_at: now };
  await trx
    .insertInto('alert_rule')
    .values({
      rule_id: ruleId,
      organisation_id: organisationId,
      form: JSON.stringify(form),
      template: template ?? null,
      ...by,
      ...(await toTried(trx, form, now)),
    })
    .execute();
  const stored = await readRule(trx, user, ruleId);
  await note(trx, { user, now }, 'made', undefined, stored);
  return await toShownRule(trx, user, stored, now);
}

/**
 * Changes a rule: in place where only name, note, priority or the like differ, else it is evaluated again
 * (AR-09). Of a rule that is switched on the other logic must have been tried, or `untried` is recorded
 * (AR-12).
 */
export async function changeRule(
  trx: Trx,
  caller: Caller,
  ruleId: string,
  { form, version, untried = false }: BodyOf<typeof changeRuleCall>,
): Promise<AlertRule> {
  requireRight(caller.user, 'manageRules');
  await lockOrganisation(trx, caller.user);
  const before = await lockRule(trx, caller, ruleId, version);
  await checkScope(trx, caller, form);
  const isOtherLogic = logicOf(before.form) !== logicOf(form);
  const tried = isOtherLogic ? await toTried(trx, form, caller.now) : {};
  const isUntried = before.enabled && isOtherLogic && !('tried_at' in tried);
  if (isUntried && !untried) refuseUntried();
  if (before.enabled && isOtherLogic) await checkDeviceLimit(trx, { ...before, form });
  await update(trx, caller, before, {
    form: JSON.stringify(form),
    ...tried,
    ...(isOtherLogic && { logic: before.logic + 1, failures: 0, failed_at: null, failure: null, next_try_at: null }),
    ...marked(before, [before.form.scope, form.scope]),
  });
  const after = await readRule(trx, caller.user, ruleId);
  await note(trx, caller, isUntried ? 'changedUntried' : 'changed', before, after);
  return await toShownRule(trx, caller.user, after, caller.now);
}

/** Switches a rule on: after a trial of its present form, or `untried`, which is recorded (AR-12). */
export async function enableRule(
  trx: Trx,
  caller: Caller,
  ruleId: string,
  { version, untried = false }: { readonly version: number; readonly untried?: boolean | undefined },
): Promise<AlertRule> {
  requireRight(caller.user, 'manageRules');
  await lockOrganisation(trx, caller.user);
  const before = await lockRule(trx, caller, ruleId, version);
  const isPaused = before.paused_at !== null;
  if (before.enabled && !isPaused) throw new Refusal(202003, 'the rule is switched on');
  const tried = triedAt(before, caller.now) === null ? await toTried(trx, before.form, caller.now) : {};
  const isTried = triedAt(before, caller.now) !== null || 'tried_at' in tried;
  if (!isTried && !untried) refuseUntried();
  await checkDeviceLimit(trx, before);
  await update(trx, caller, before, {
    ...tried,
    enabled: true,
    enabled_at: caller.now,
    opened_early: 0,
    paused_at: null,
    pause_count: null,
    failures: 0,
    failed_at: null,
    failure: null,
    next_try_at: null,
    marking: JSON.stringify([before.form.scope]),
    marked_until: null,
  });
  const after = await readRule(trx, caller.user, ruleId);
  await note(trx, caller, isTried ? 'enabled' : 'enabledUntried', before, after);
  return await toShownRule(trx, caller.user, after, caller.now);
}

/** Switches a rule off; what it opened is resolved as 'rule changed' (AR-09). */
export async function disableRule(trx: Trx, caller: Caller, ruleId: string, version: number): Promise<AlertRule> {
  requireRight(caller.user, 'manageRules');
  const before = await lockRule(trx, caller, ruleId, version);
  if (!before.enabled) throw new Refusal(202003, 'the rule is switched off');
  await update(trx, caller, before, { enabled: false, ...marked(before, []) });
  const after = await readRule(trx, caller.user, ruleId);
  await note(trx, caller, 'disabled', before, after);
  return await toShownRule(trx, caller.user, after, caller.now);
}

/** Hides a rule; its history stays (AR-09). */
export async function deleteRule(trx: Trx, caller: Caller, ruleId: string, version: number): Promise<void> {
  requireRight(caller.user, 'manageRules');
  const before = await lockRule(trx, caller, ruleId, version);
  await update(trx, caller, before, { enabled: false, deleted_at: caller.now, ...marked(before, []) });
  const after = { ...before, version: before.version + 1, enabled: false };
  await note(trx, caller, 'deleted', before, after);
}

function refuseUntried(): never {
  throw new Refusal(202003, `this form of the rule was not tried within ${trialHours} hours`);
}

/** What is noted of a trial of a form that no rule had then; nothing where it was not tried. */
async function toTried(trx: Trx, form: RuleForm, now: Date): Promise<{ tried_at?: Date; tried_digest?: Buffer }> {
  const at = await findTrial(trx, form, now);
  return at === null ? {} : { tried_at: at, tried_digest: digestOf(form) };
}

/** Devices in these scopes, and those with running conditions of the rule, must be evaluated (AR-10). */
const marked = ({ enabled, form }: StoredRule, scopes: readonly RuleForm['scope'][]) =>
  enabled ? { marking: JSON.stringify([form.scope, ...scopes]), marked_until: null } : {};

async function update(
  trx: Trx,
  { user, now }: Caller,
  { rule_id: ruleId, version }: StoredRule,
  values: Updateable<Database['alert_rule']>,
): Promise<void> {
  await trx
    .updateTable('alert_rule')
    .set({ ...values, version: version + 1, changed_by: user.userId, changed_at: now })
    .where('rule_id', '=', ruleId)
    .execute();
}

/** The entry of the history and that of the audit record, in the transaction of the change (GE-11). */
export async function note(
  trx: Trx,
  { user, now }: Caller,
  change: RuleChange,
  before: StoredRule | undefined,
  after: Pick<StoredRule, 'rule_id' | 'version' | 'form' | 'enabled'>,
  more: object = {},
): Promise<void> {
  await addVersion(
    trx,
    { rule_id: after.rule_id, version: after.version, form: after.form, enabled: after.enabled },
    { at: now, by: user.userId, change },
  );
  await recordChange(trx, {
    actor: user,
    action: `rules ${change}`,
    subject: `rule:${after.rule_id}`,
    detail: { ...(before && { before: toAudited(before) }), after: toAudited(after), ...more },
  });
}

const toAudited = ({ form: { note: _note, ...form }, enabled }: Pick<StoredRule, 'form' | 'enabled'>) => ({
  ...form,
  enabled,
});
