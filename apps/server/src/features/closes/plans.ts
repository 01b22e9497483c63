import type { addClosePlan, ClosePlan } from '@platen/contract/closes';
import type { BodyOf } from '@platen/contract/endpoint';
import { type Kysely, sql, type Transaction } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import { readDays } from '../../closes/make-close.ts';
import { insertPlan, type PlanRow, readPlanRows, toPlan } from '../../closes/plan-row.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { closeVisibleTo } from '../../identity/visibility.ts';
import { recordChange } from '../../store/audit.ts';
import type { Database } from '../../store/database.ts';
import { findPlan, toBound, toOrganisation } from './who.ts';

type Db = Kysely<Database>;
type Trx = Transaction<Database>;
type Form = BodyOf<typeof addClosePlan>;

/** Plans that the user may see, each with its present period (LG-30). */
export async function listPlans(db: Db, user: SignedInUser, now: Date): Promise<ClosePlan[]> {
  const plans = await readPlanRows(db, closeVisibleTo(user));
  const shown: ClosePlan[] = [];
  for (const plan of plans) shown.push(await show(db, plan, now));
  return shown;
}

async function show(db: Db, plan: PlanRow, now: Date): Promise<ClosePlan> {
  const days = await readDays(db, plan.organisationId);
  const shown = toPlan(plan, { days, now: now.getTime(), closeId: null });
  const { rows } = await sql<{ id: string }>`
    select close_id as id from meter_close
    where plan_id = ${plan.planId} and first_day = ${shown.present.firstDay}::date and state <> 'discarded'`.execute(
    db,
  );
  return { ...shown, closeId: rows[0]?.id ?? null };
}

const toDetail = ({ name, scope, meters, needsAssetNumber, cycle, day, warningDays, isActive }: Form | PlanRow) => ({
  name,
  scope,
  meters,
  needsAssetNumber,
  cycle,
  day,
  warningDays,
  isActive,
});

export async function addPlan(trx: Trx, user: SignedInUser, form: Form, now: Date): Promise<ClosePlan> {
  const organisationId = await toOrganisation(trx, user, form.organisationId);
  const bound = toBound(user, form.scope);
  const planId = await insertPlan(trx, { ...form, organisationId, bound, madeBy: user.userId });
  await recordChange(trx, {
    actor: user,
    action: 'close plan added',
    subject: `closePlan:${planId}`,
    detail: { after: toDetail(form) },
  });
  return await show(trx, await findPlan(trx, user, planId), now);
}

/** Refuses 202002 where another version was meant (GE-06). */
async function lockPlan(trx: Trx, user: SignedInUser, planId: string, version: number, now: Date): Promise<PlanRow> {
  await sql`select 1 from meter_plan c where plan_id = ${planId} and ${closeVisibleTo(user)} for update`.execute(trx);
  const plan = await findPlan(trx, user, planId);
  if (plan.version !== version)
    throw new Refusal(202002, 'the plan was changed meanwhile', { body: { current: await show(trx, plan, now) } });
  return plan;
}

export async function changePlan(
  trx: Trx,
  user: SignedInUser,
  planId: string,
  { form, version, now }: { readonly form: Form; readonly version: number; readonly now: Date },
): Promise<ClosePlan> {
  const before = await lockPlan(trx, user, planId, version, now);
  const organisationId =
    form.organisationId === before.organisationId
      ? before.organisationId
      : await toOrganisation(trx, user, form.organisationId);
  await sql`
    update meter_plan set name = ${form.name}, organisation_id = ${organisationId}, scope = ${JSON.stringify(form.scope)},
      bound = ${toBound(user, form.scope)}::int[], meters = ${form.meters}::text[],
      needs_asset_number = ${form.needsAssetNumber}, cycle = ${form.cycle}, day = ${form.day},
      warning_days = ${form.warningDays}, is_active = ${form.isActive}, version = version + 1
    where plan_id = ${planId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'close plan changed',
    subject: `closePlan:${planId}`,
    detail: { before: toDetail(before), after: toDetail(form) },
  });
  return await show(trx, await findPlan(trx, user, planId), now);
}

export async function removePlan(
  trx: Trx,
  user: SignedInUser,
  planId: string,
  { version, now }: { readonly version: number; readonly now: Date },
): Promise<void> {
  const before = await lockPlan(trx, user, planId, version, now);
  await sql`delete from meter_plan where plan_id = ${planId}`.execute(trx);
  await recordChange(trx, {
    actor: user,
    action: 'close plan removed',
    subject: `closePlan:${planId}`,
    detail: { before: toDetail(before) },
  });
}
