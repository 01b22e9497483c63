import type { AnswerOf, BodyOf } from '@platen/contract/endpoint';
import {
  type giveRule as giveRuleCall,
  type listRuleDealers,
  type RuleForm,
  type RuleScope,
  ruleLimits,
} from '@platen/contract/rules';
import { type Kysely, sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../../base/errors.ts';
import { type Caller, requireRight, type SignedInUser } from '../../identity/signed-in-user.ts';
import type { Database } from '../../store/database.ts';
import { mayGive, type StoredRule } from './rule-rows.ts';
import { lockRule, note, readRule } from './rule-service.ts';

type Trx = Transaction<Database>;

interface Dealer {
  readonly organisationId: string;
  readonly name: string;
  /** When it was given a rule from this one that it still has. */
  readonly givenAt: Date | null;
  readonly ruleCount: number;
}

/** Only the operator gives rules, and its own ones. */
function requireGiver(user: SignedInUser, rule: Pick<StoredRule, 'group'> = { group: null }): void {
  if (!mayGive(user, rule)) throw new Refusal(200002, 'only the operator gives its rules to dealers');
}

async function findDealers(db: Kysely<Database>, ruleId: string): Promise<Dealer[]> {
  const { rows } = await sql<Dealer>`
    select o.organisation_id as "organisationId", o.name,
      max(r.given_at) filter (where r.given_from = ${ruleId}) as "givenAt", count(r.rule_id)::int as "ruleCount"
    from organisation o left join alert_rule r on r.organisation_id = o.organisation_id and r.deleted_at is null
    where o.kind = 'dealer' and o.state = 'active'
    group by o.organisation_id order by lower(o.name), o.organisation_id`.execute(db);
  return rows;
}

/** Dealers to whom a rule can be given, and since when they have it (AR-17). */
export async function readDealers(
  db: Kysely<Database>,
  user: SignedInUser,
  ruleId: string,
): Promise<AnswerOf<typeof listRuleDealers>['dealers']> {
  requireRight(user, 'manageRules');
  requireGiver(user);
  requireGiver(user, await readRule(db, user, ruleId));
  const dealers = await findDealers(db, ruleId);
  return dealers.map(({ organisationId, name, givenAt }) => ({
    organisationId,
    name,
    givenAt: givenAt?.toISOString() ?? null,
  }));
}

/**
 * Gives a rule to dealers as a template (AR-17): each gets a rule of its own, switched off, which is the
 * dealer's from then on. What a dealer has already stays as the dealer left it.
 */
export async function giveRule(
  trx: Trx,
  caller: Caller,
  ruleId: string,
  { organisationIds, version }: BodyOf<typeof giveRuleCall>,
): Promise<AnswerOf<typeof giveRuleCall>['results']> {
  requireRight(caller.user, 'manageRules');
  requireGiver(caller.user);
  // Two calls at once must not give it twice, or pass a limit together.
  await sql`select from organisation where kind = 'dealer' order by organisation_id for no key update`.execute(trx);
  const rule = await lockRule(trx, caller, ruleId, version);
  requireGiver(caller.user, rule);
  const { form, template } = rule;
  const dealers = new Map((await findDealers(trx, ruleId)).map((dealer) => [dealer.organisationId, dealer]));
  const given = { form: toGivenForm(form), template, from: ruleId };
  const results: AnswerOf<typeof giveRuleCall>['results'] = [];
  for (const organisationId of new Set(organisationIds)) {
    const dealer = dealers.get(organisationId);
    const result = dealer === undefined ? 'unknown' : toResult(dealer);
    if (dealer !== undefined && result === 'given') await addGiven(trx, caller, dealer, given);
    results.push({ organisationId, result });
  }
  return results;
}

const toResult = ({ givenAt, ruleCount }: Dealer) =>
  givenAt !== null ? 'has' : ruleCount >= ruleLimits.ofOrganisation ? 'full' : 'given';

interface Given {
  readonly form: RuleForm;
  readonly template: string | null;
  readonly from: string;
}

async function addGiven(
  trx: Trx,
  caller: Caller,
  { organisationId }: Dealer,
  { form, template, from }: Given,
): Promise<void> {
  const { user, now } = caller;
  const ruleId = newId();
  await trx
    .insertInto('alert_rule')
    .values({
      rule_id: ruleId,
      organisation_id: organisationId,
      form: JSON.stringify(form),
      template,
      made_by: user.userId,
      made_at: now,
      changed_by: user.userId,
      changed_at: now,
      given_from: from,
      given_by: user.userId,
      given_at: now,
    })
    .execute();
  await note(trx, caller, 'given', undefined, await readRule(trx, user, ruleId), {
    from,
    organisationId,
  });
}

/** Without customers, groups and devices, which are not the dealer's to see. */
export function toGivenForm(form: RuleForm): RuleForm {
  const { criteria = {}, models, families } = form.scope;
  const about = {
    ...(criteria.models !== undefined && { models: criteria.models }),
    ...(criteria.firmwareVersion !== undefined && { firmwareVersion: criteria.firmwareVersion }),
  };
  const scope: RuleScope = {
    ...(models !== undefined && { models }),
    ...(families !== undefined && { families }),
    ...(Object.keys(about).length > 0 && { criteria: about }),
  };
  return { ...form, scope };
}
