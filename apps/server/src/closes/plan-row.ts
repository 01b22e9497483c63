import type { ClosePlan, CloseScope } from '@platen/contract/closes';
import type { Person } from '@platen/contract/worklist-item';
import { toPeriod } from '@platen/diagnosis/meters/close-periods';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { toDayText } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { sqlPerson } from '../store/person-of.ts';

type Db = Kysely<Database>;

export interface PlanRow {
  readonly planId: string;
  readonly version: number;
  readonly name: string;
  readonly organisationId: string | null;
  readonly scope: CloseScope;
  readonly bound: number[] | null;
  readonly meters: string[];
  readonly needsAssetNumber: boolean;
  readonly cycle: ClosePlan['cycle'];
  readonly day: number;
  readonly warningDays: number;
  readonly isActive: boolean;
  readonly madeBy: Person | null;
}

/** Plans `c` of a condition, by name. */
export async function readPlanRows(db: Db, condition: RawBuilder<boolean>): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select c.plan_id as "planId", c.version, c.name, c.organisation_id as "organisationId", c.scope, c.bound, c.meters,
      c.needs_asset_number as "needsAssetNumber", c.cycle, c.day, c.warning_days as "warningDays",
      c.is_active as "isActive", ${sqlPerson('c.made_by')} as "madeBy"
    from meter_plan c where ${condition} order by lower(c.name), c.plan_id`.execute(db);
  return rows;
}

/** Adds a plan; gives its id. */
export async function insertPlan(
  trx: Db,
  form: Omit<PlanRow, 'planId' | 'version' | 'madeBy'> & { readonly madeBy: string | null },
): Promise<string> {
  const planId = newId();
  await sql`
    insert into meter_plan (plan_id, name, organisation_id, scope, bound, meters, needs_asset_number, cycle, day,
      warning_days, is_active, made_by)
    values (${planId}, ${form.name}, ${form.organisationId}, ${JSON.stringify(form.scope)}, ${form.bound}::int[],
      ${form.meters}::text[], ${form.needsAssetNumber}, ${form.cycle}, ${form.day}, ${form.warningDays},
      ${form.isActive}, ${form.madeBy})`.execute(trx);
  return planId;
}

interface Days {
  readonly zone: string;
  readonly dayOf: (at: number) => number;
  readonly startOf: (day: number) => number;
}

/** A plan with its present period. */
export function toPlan(
  { bound: _bound, ...plan }: PlanRow,
  { days, now, closeId }: { readonly days: Days; readonly now: number; readonly closeId: string | null },
): ClosePlan {
  const today = days.dayOf(now);
  const { first, last } = toPeriod(plan, today);
  return {
    ...plan,
    present: {
      firstDay: toDayText(first),
      lastDay: toDayText(last),
      from: new Date(days.startOf(first)).toISOString(),
      to: new Date(days.startOf(last + 1)).toISOString(),
      zone: days.zone,
    },
    daysLeft: last - today,
    closeId,
  };
}
