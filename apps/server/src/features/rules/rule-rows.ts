import { can } from '@platen/contract/rights';
import type { AlertRule, ListedRule, RuleForm } from '@platen/contract/rules';
import { toWorkTime, type WorkCalendar } from '@platen/diagnosis/conditions/calendar';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { actsForOrganisation, isOfOperator, ruleVisibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import type { RuleGroup } from '../../worklist/rules/rule-scope.ts';
import { countDevices, countInScope, countOpened } from './count-rules.ts';
import { triedAt } from './trial-record.ts';
import { isNarrowed, readVisibleTexts, toVisibleForm } from './visible-scope.ts';

type Db = Kysely<Database>;

interface RuleRow {
  readonly rule_id: string;
  readonly form: RuleForm;
  /** Of the organisation whose it is; null: of the operator. */
  readonly group: RuleGroup;
  readonly enabled: boolean;
  readonly template: string | null;
  readonly version: number;
  readonly logic: number;
  readonly made_by: AlertRule['madeBy'];
  readonly made_at: Date;
  readonly changed_by: AlertRule['changedBy'];
  readonly changed_at: Date;
  readonly paused_at: Date | null;
  readonly pause_count: number | null;
  readonly failed_at: Date | null;
  readonly failure: string | null;
  readonly next_try_at: Date | null;
  readonly tried_at: Date | null;
  readonly tried_digest: Buffer | null;
  readonly given_at: Date | null;
}

/** A rule as it is stored, with the people who made and changed it. */
export interface StoredRule extends RuleRow {
  readonly rule: AlertRule;
}

/** The user of an id, with the mark in place of the name of one who was erased (GE-17); null: the server. */
export const personOf = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${column} is not null then json_build_object('userId', ${column}, 'name',
    coalesce((select u.name from app_user u where u.user_id = ${column}), 'erased-' || ${column})) end`;

/** Rules of the own tree that are not deleted, by name; `condition` on `alert_rule r`. */
export async function readRules(
  db: Db,
  user: Pick<SignedInUser, 'role' | 'organisationId'>,
  condition: RawBuilder<boolean>,
): Promise<StoredRule[]> {
  const { rows } = await sql<RuleRow>`
    select r.rule_id, r.form, 
      (select o.group_id from organisation o where o.organisation_id = r.organisation_id) as group, r.enabled, r.template, r.version, r.logic, r.made_at, r.changed_at, r.paused_at, r.pause_count,
      r.failed_at, r.failure, r.next_try_at, r.tried_at, r.tried_digest, r.given_at,
      ${personOf(sql`r.made_by`)} as made_by, ${personOf(sql`r.changed_by`)} as changed_by
    from alert_rule r where r.deleted_at is null and ${ruleVisibleTo(user)} and ${condition} order by lower(r.form ->> 'name'), r.rule_id`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, rule: toRule(row) }));
}

const toRule = (row: RuleRow): AlertRule => ({
  ruleId: row.rule_id,
  form: row.form,
  enabled: row.enabled,
  template: row.template,
  madeBy: row.made_by,
  madeAt: row.made_at.toISOString(),
  changedBy: row.changed_by,
  changedAt: row.changed_at.toISOString(),
  own: true,
  version: row.version,
  ...(row.given_at !== null && { givenAt: row.given_at.toISOString() }),
});

/** Rules as lines of the list, with the number of all devices; counted are devices that the user may see. */
export async function toListed(
  db: Db,
  user: SignedInUser,
  rules: readonly StoredRule[],
  { now, calendar }: { readonly now: Date; readonly calendar: WorkCalendar },
): Promise<{ listed: ListedRule[]; devices: number }> {
  const ids = rules.map(({ rule_id: id }) => id);
  const countsOf = await countOpened(db, user, ids, { now, time: toWorkTime(calendar) });
  const devices = await countDevices(db, user);
  const inScope = await countInScope(db, user, rules, devices);
  const shown = await toShownRules(db, user, rules, now);
  const listed = rules.map(
    (row, index): ListedRule => ({
      rule: shown[index] ?? row.rule,
      devices: inScope[index] ?? null,
      ...countsOf(row.rule_id),
      trouble: toTrouble(row),
    }),
  );
  return { listed, devices };
}

/** A rule of a dealer, which its own people change and the operator's read (AR-17). */
export const isForeign = (user: SignedInUser, { group }: Pick<StoredRule, 'group'>): boolean =>
  isOfOperator(user) && group !== null;

/** A rule of the operator that this user may give to dealers: who sees every device (AR-17). */
export const mayGive = (user: SignedInUser, { group }: Pick<StoredRule, 'group'>): boolean =>
  can(user, 'manageRules') && isOfOperator(user) && user.seesAll && group === null;

/** Rules as their reader sees them: without what the reader does not see of their scopes (GE-05). */
export async function toShownRules(
  db: Db,
  user: SignedInUser,
  rules: readonly StoredRule[],
  now: Date,
): Promise<AlertRule[]> {
  const visible = await readVisibleTexts(
    db,
    user,
    rules.map(({ form }) => form.scope),
  );
  return rules.map((row) => {
    const isHidden = isNarrowed(row.form.scope, visible);
    const tried = triedAt(row, now);
    return {
      ...row.rule,
      form: toVisibleForm(row.form, visible),
      own: can(user, 'manageRules') && actsForOrganisation(user) && !isForeign(user, row) && !isHidden,
      ...(mayGive(user, row) && { canGive: true }),
      ...(isHidden && { isNarrowed: true }),
      ...(tried !== null && { triedAt: tried.toISOString() }),
    };
  });
}

function toTrouble(row: RuleRow): ListedRule['trouble'] {
  if (!row.enabled) return null;
  if (row.paused_at !== null)
    return { kind: 'paused', since: row.paused_at.toISOString(), count: row.pause_count ?? 0 };
  if (row.failed_at === null) return null;
  return {
    kind: 'notEvaluated',
    since: row.failed_at.toISOString(),
    ...(row.failure === null ? {} : { reason: row.failure }),
    ...(row.next_try_at === null ? {} : { nextTry: row.next_try_at.toISOString() }),
  };
}
