import { toWorkTime } from '@platen/diagnosis/conditions/calendar';
import { toPeriod } from '@platen/diagnosis/meters/close-periods';
import { type Kysely, sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { Refusal } from '../base/errors.ts';
import { dayMs, toDayText } from '../base/time.ts';
import type { Database } from '../store/database.ts';
import { readOrganisation } from '../worklist/organisation.ts';
import { type CloseRow, readCloseRows } from './close-row.ts';
import { findDevices } from './close-scope.ts';
import type { PlanRow } from './plan-row.ts';

type Db = Kysely<Database>;

/** What a close holds, wherever it comes from. */
export interface NewClose
  extends Pick<CloseRow, 'name' | 'organisationId' | 'scope' | 'bound' | 'meters' | 'needsAssetNumber' | 'planId'> {
  readonly firstDay: number;
  readonly lastDay: number;
  /** Null: the server by a plan. */
  readonly madeBy: string | null;
}

/** Days of one close at most. */
const longestDays = 400;

/** The clock of the organisation whose days count (GE-08). */
export const readDays = async (db: Db, organisationId: string | null) =>
  toWorkTime((await readOrganisation(db, organisationId)).settings.calendar);

/** Makes a close with its devices; its lines are worked out afterwards. */
export async function makeClose(trx: Db, form: NewClose, now: Date): Promise<CloseRow> {
  const { firstDay, lastDay, organisationId } = form;
  const days = await readDays(trx, organisationId);
  if (lastDay < firstDay) throw new Refusal(202001, 'body.lastDay: before body.firstDay');
  if (lastDay - firstDay >= longestDays) throw new Refusal(202001, `body.lastDay: at most ${longestDays} days`);
  if (days.startOf(firstDay) > now.getTime()) throw new Refusal(202001, 'body.firstDay: the period has not begun');
  const closeId = newId();
  const inserted = await sql`
    insert into meter_close (close_id, plan_id, name, organisation_id, zone, scope, bound, meters, needs_asset_number,
      first_day, last_day, from_at, to_at, made_by, made_at)
    values (${closeId}, ${form.planId}, ${form.name}, ${organisationId}, ${days.zone}, ${JSON.stringify(form.scope)},
      ${form.bound}::int[], ${form.meters}::text[], ${form.needsAssetNumber}, ${toDayText(firstDay)}, ${toDayText(lastDay)},
      ${new Date(days.startOf(firstDay))}, ${new Date(days.startOf(lastDay + 1))}, ${form.madeBy}, ${now})
    on conflict (plan_id, first_day) where state <> 'discarded' do nothing returning 1`.execute(trx);
  if (inserted.rows.length === 0) throw new Refusal(202003, 'the plan has a close for this period');
  const [close] = await readCloseRows(trx, sql<boolean>`c.close_id = ${closeId}`);
  if (close === undefined) throw new Error('the close that was made is missing');
  await findDevices(trx, close, now);
  return close;
}

/** The close of a plan for the period of a day. */
export async function makeCloseOfPlan(
  trx: Db,
  plan: PlanRow,
  { day, madeBy, now }: { readonly day: number; readonly madeBy: string | null; readonly now: Date },
): Promise<CloseRow> {
  const { first, last } = toPeriod(plan, day);
  const { planId, name, organisationId, scope, bound, meters, needsAssetNumber } = plan;
  return await makeClose(
    trx,
    {
      planId,
      name: `${name} ${toPeriodName(first, last)}`,
      organisationId,
      scope,
      bound,
      meters,
      needsAssetNumber,
      firstDay: first,
      lastDay: last,
      madeBy,
    },
    now,
  );
}

/** `2026-11` of a calendar month, else both days. */
function toPeriodName(first: number, last: number): string {
  const [from, to] = [toDayText(first), toDayText(last)];
  const isMonth = from.endsWith('-01') && to.slice(0, 7) === from.slice(0, 7) && toDayText(last + 1).endsWith('-01');
  return isMonth ? from.slice(0, 7) : `${from} – ${to}`;
}

/** Days since 1970 of a text. */
export const toDay = (text: string): number => Math.floor(Date.parse(text) / dayMs);
