import type { VisitEffect } from '@platen/contract/visit-effects';
import type { VisitKind } from '@platen/contract/visit-names';
import type { PressingCondition } from '@platen/diagnosis/effect/call-backs';
import { type Kysely, sql } from 'kysely';
import type { SignedInUser } from '../../../identity/signed-in-user.ts';
import { visibleTo, visitVisibleTo } from '../../../identity/visibility.ts';
import type { Database } from '../../../store/database.ts';
import { groupBy } from '../../../worklist/load-stored.ts';

type Db = Kysely<Database>;

/** A recorded visit to a device that the user may see, with all that is counted of it. */
export interface OutcomeRow {
  readonly deviceId: string;
  readonly visitId: string;
  readonly day: number;
  readonly kind: VisitKind;
  readonly formerId: string | null;
  readonly units: readonly string[];
  readonly pages: number | null;
  readonly brought: number;
  readonly unused: number;
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly technician: string | null;
  readonly countedAt: Date;
}

/** Days since 1970, both included. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface Chosen {
  readonly customer: string | undefined;
  readonly model: string | undefined;
}

const dayOf = (day: number) => sql`date '1970-01-01' + ${day}::int`;

/** Visits of these days, ascending by day. */
export async function readOutcomes(db: Db, user: SignedInUser, { from, to }: Span): Promise<OutcomeRow[]> {
  const { rows } = await sql<OutcomeRow>`
    select o.device_id as "deviceId", o.visit_id as "visitId", o.day - date '1970-01-01' as day, v.kind,
      v.former_id as "formerId", o.units, o.pages::float8 as pages, o.brought, o.unused, d.serial, d.model,
      v.customer_number as "customerNumber", v.customer_name as "customerName",
      coalesce(r.recorded_by, v.assignee) as technician, o.counted_at as "countedAt"
    from visit_outcome o join visit v on v.visit_id = o.visit_id join device d on d.device_id = o.device_id
      left join visit_record r on r.device_id = o.device_id and r.visit_id = o.visit_id and r.revision = o.revision
    where o.day between ${dayOf(from)} and ${dayOf(to)} and ${visitVisibleTo(user)}
    order by o.day, o.counted_at, o.visit_id`.execute(db);
  return rows;
}

/** What an entry of a visit changed, and where. */
export interface ChangeRow {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly model: string | null;
  readonly customerNumber: string | null;
  readonly customerName: string | null;
  readonly effect: VisitEffect;
}

/** What the visits of these days changed, the newest first. */
export async function readChanges(
  db: Db,
  user: SignedInUser,
  { from, to }: Span,
  { customer, model }: Chosen,
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select o.device_id as "deviceId", d.serial, d.model, v.customer_number as "customerNumber",
      v.customer_name as "customerName", e.effect
    from visit_outcome o join visit v on v.visit_id = o.visit_id join device d on d.device_id = o.device_id
      cross join lateral jsonb_array_elements(o.effects) with ordinality as e(effect, place)
    where o.day between ${dayOf(from)} and ${dayOf(to)} and ${visitVisibleTo(user)}
      and (${customer ?? null}::text is null or v.customer_number = ${customer ?? null})
      and (${model ?? null}::text is null or d.model = ${model ?? null})
    order by o.day desc, o.visit_id, o.device_id, e.place`.execute(db);
  return rows;
}

/** Conditions of P1 or P2 that opened or came back on devices since a day, by device (VE-06). */
export async function readPressing(
  db: Db,
  deviceIds: readonly string[],
  { from, to }: Span,
): Promise<Map<string, PressingCondition[]>> {
  const { rows } = await sql<PressingCondition & { deviceId: string }>`
    select c.entity_id as "deviceId", c.subject, c.facts ->> 'code' as code, at.day - date '1970-01-01' as day,
      (select total from counter_day t where t.device_id = c.entity_id and t.day <= at.day and t.total is not null
        order by t.day desc limit 1)::float8 as pages
    from condition_event e join condition c on c.entity_id = e.entity_id and c.condition_id = e.condition_id
      cross join lateral (select (e.at at time zone 'utc')::date as day) at
    where e.entity_id = any(${[...deviceIds]}::uuid[]) and e.change in ('opened', 'cameBack')
      and e.detail ->> 'priority' in ('P1', 'P2') and e.undone_by is null
      and at.day between ${dayOf(from)} and ${dayOf(to)}`.execute(db);
  return groupBy(
    rows,
    ({ deviceId }) => deviceId,
    (row) => row,
  );
}

export interface AdviceRow {
  readonly deviceId: string;
  readonly series: string | null;
  readonly subject: string;
  readonly day: number;
}

/** Advice 'now' and 'next visit' that was given on these days for parts (VE-08). */
export async function readAdvice(
  db: Db,
  user: SignedInUser,
  { from, to }: Span,
  { customer, model }: Chosen,
): Promise<AdviceRow[]> {
  const { rows } = await sql<AdviceRow>`
    select c.entity_id as "deviceId", d.series, c.subject, (c.opened_at at time zone 'utc')::date - date '1970-01-01' as day
    from condition c join device d on d.device_id = c.entity_id
      left join evaluation ev on ev.entity_id = d.device_id
    where c.entity = 'device' and c.kind = 'part' and c.facts ->> 'urgency' in ('now', 'nextVisit')
      and c.opened_at >= ${dayOf(from)} and c.opened_at < ${dayOf(to + 1)} and ${visibleTo(user)}
      and (${customer ?? null}::text is null or ev.customer_number = ${customer ?? null})
      and (${model ?? null}::text is null or d.model = ${model ?? null})`.execute(db);
  return rows;
}

interface PartOutcome {
  readonly deviceId: string;
  readonly item: string;
  readonly day: number;
  readonly kind: 'replaced' | 'foundGood';
}

/** What became of parts of devices since a day. */
export async function readPartOutcomes(db: Db, deviceIds: readonly string[], from: number): Promise<PartOutcome[]> {
  const ids = [...new Set(deviceIds)];
  const { rows } = await sql<PartOutcome>`
    select device_id as "deviceId", item, replaced_on - date '1970-01-01' as day, 'replaced' as kind
    from device_replacement where device_id = any(${ids}::uuid[]) and replaced_on >= ${dayOf(from)}
    union all select device_id, item, found_on - date '1970-01-01', 'foundGood'
    from part_found_good where device_id = any(${ids}::uuid[]) and found_on >= ${dayOf(from)}`.execute(db);
  return rows;
}
