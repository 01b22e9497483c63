import type { VisitHours } from '@platen/contract/visit-hours';
import type { FetchEntry, PackBody, PackCondition } from '@platen/contract/visit-pack';
import type { BroughtItem } from '@platen/contract/visits';
import type { ConditionCost } from '@platen/contract/worklist-item';
import { classOf } from '@platen/diagnosis/conditions/rank';
import { ownPoints } from '@platen/diagnosis/conditions/row';
import { type Kysely, sql } from 'kysely';
import { Refusal } from '../../base/errors.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { visibleTo } from '../../identity/visibility.ts';
import type { Database } from '../../store/database.ts';
import { sqlPerson } from '../../store/person-of.ts';

type Db = Kysely<Database>;

type Head = Omit<PackBody, 'devices' | 'zone' | 'hours' | 'hidden'>;

/** A visit as its pack needs it. `devices` are those that the user may see. */
export interface PackVisit extends Head {
  readonly hours: VisitHours | null;
  readonly isRecorded: boolean;
  readonly storedAt: Date | null;
  readonly hidden: number;
  readonly devices: readonly {
    readonly deviceId: string;
    readonly tasks: readonly string[];
    readonly bring: readonly BroughtItem[];
  }[];
}

interface VisitRow extends Omit<PackVisit, 'hours' | 'hidden' | 'devices'> {
  readonly plannedHours: string | null;
}

type DeviceRow = PackVisit['devices'][number] & { readonly isVisible: boolean };

/**
 * A visit with those of its devices that the user may see. One without any is answered like one that does not
 * exist (GE-05).
 */
export async function readPackVisit(db: Db, user: SignedInUser, visitId: string): Promise<PackVisit> {
  const planned = await sql<DeviceRow>`
    select vd.device_id as "deviceId", vd.tasks, vd.bring, (${visibleTo(user)}) is true as "isVisible"
    from visit_device vd left join device d on d.device_id = vd.device_id
    where vd.visit_id = ${visitId} order by vd.place, vd.device_id`.execute(db);
  const devices = planned.rows.flatMap(({ isVisible, ...device }) => (isVisible ? [device] : []));
  const { rows } = await sql<VisitRow>`
    select v.visit_id as "visitId", v.version, v.kind, v.state, v.customer_number as "customerNumber",
      v.customer_name as "customerName", v.place, v.access, v.note, v.planned_day as "plannedDay",
      v.planned_hours as "plannedHours", ${sqlPerson('v.assignee')} as assignee,
      ${sqlPerson('v.made_by')} as "madeBy", v.recorded_at is not null as "isRecorded",
      v.pack_stored_at as "storedAt"
    from visit v where v.visit_id = ${visitId}`.execute(db);
  const [row] = rows;
  if (row === undefined || devices.length === 0) throw new Refusal(204001, 'there is no such visit');
  const { plannedHours, ...visit } = row;
  return { ...visit, hours: toHours(plannedHours), devices, hidden: planned.rows.length - devices.length };
}

function toHours(text: string | null): VisitHours | null {
  const [from, to = null] = text?.split('-') ?? [];
  return from === undefined || from === '' ? null : { from, to };
}

interface ConditionRow extends Omit<PackCondition, 'priority' | 'openedAt' | 'lastSeenAt'> {
  readonly cost: ConditionCost | null;
  readonly openedAt: Date;
  readonly lastSeenAt: Date;
}

/**
 * Conditions of a visit on a device, the most pressing first, each with the class that it would have alone:
 * that of the row would make every part as urgent as the costliest. What was resolved meanwhile is left out.
 */
export async function readPackConditions(db: Db, visitId: string, deviceId: string): Promise<PackCondition[]> {
  const { rows } = await sql<ConditionRow>`
    select c.condition_id as "conditionId", c.kind, c.subject, c.facts, c.cost, c.opened_at as "openedAt",
      c.last_seen_at as "lastSeenAt"
    from visit_condition vc join condition c on c.entity_id = vc.device_id and c.condition_id = vc.condition_id
    where vc.visit_id = ${visitId} and vc.device_id = ${deviceId} and c.work <> 'resolved'
    order by c.points desc, c.opened_at, c.condition_id limit 100`.execute(db);
  return rows.map(({ cost, openedAt, lastSeenAt, ...row }) => ({
    ...row,
    priority: cost === null ? null : classOf(ownPoints({ cost })),
    openedAt: openedAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
  }));
}

/** What was found of the parts of a visit, of the devices that the user may see. */
export async function readFetched(db: Db, user: SignedInUser, visitId: string): Promise<FetchEntry[]> {
  const { rows } = await sql<Omit<FetchEntry, 'at'> & { at: Date }>`
    select f.device_id as "deviceId", f.item, f.state, f.at, ${sqlPerson('f.fetched_by')} as by
    from visit_fetched f join device d on d.device_id = f.device_id
    where f.visit_id = ${visitId} and ${visibleTo(user)} order by f.device_id, f.item limit 2000`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
