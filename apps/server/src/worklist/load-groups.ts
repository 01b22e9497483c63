import type { CollectorFacts, CustomerFacts, Opening } from '@platen/diagnosis/conditions/evaluation';
import { type Kysely, sql } from 'kysely';
import { lastContact, silentFrom } from '../status/status-values.ts';
import { uuids } from '../store/binary-array.ts';
import type { Database } from '../store/database.ts';
import { groupBy } from './load-stored.ts';

type Db = Kysely<Database>;

export interface LoadedCollector {
  readonly entityId: string;
  /** Its last contact, to the microsecond. */
  readonly through: string | null;
  /** Its key was revoked: it is no longer expected to report. */
  readonly isRevoked: boolean;
  readonly facts: CollectorFacts;
}

interface CollectorRow {
  readonly collector_id: string;
  readonly name: string;
  readonly through: string | null;
  readonly last_contact_at: Date | null;
  readonly silent_from: Date | null;
  /** Or resting: its silence is wanted. */
  readonly is_revoked: boolean;
  readonly devices: number;
}

/** Collectors of these ids. */
export async function loadCollectors(db: Db, entityIds: readonly string[]): Promise<LoadedCollector[]> {
  const { rows } = await sql<CollectorRow>`
    select c.collector_id, c.name, ${lastContact}::text as through, ${lastContact} as last_contact_at,
      ${silentFrom} as silent_from, c.revoked_at is not null or c.resting_at is not null as is_revoked,
      coalesce(own.devices, 0) as devices
    from collector c left join collector_status s using (collector_id)
      left join (
        select collector_id, count(*) as devices from device
        where collector_id = any(${uuids(entityIds)}) and held_by is null and retired_on is null group by collector_id
      ) own using (collector_id)
    where c.collector_id = any(${uuids(entityIds)})`.execute(db);
  return rows.map((row) => ({
    entityId: row.collector_id,
    through: row.through,
    isRevoked: row.is_revoked,
    facts: {
      name: row.name,
      lastContactAt: row.last_contact_at?.getTime() ?? null,
      silentFrom: row.silent_from?.getTime() ?? null,
      devices: row.devices,
      agreement: null,
    },
  }));
}

export interface LoadedCustomer {
  readonly entityId: string;
  readonly customerNumber: string;
  /** Of its devices, where they are all of one. */
  readonly organisationId: string | null;
  readonly facts: CustomerFacts;
}

interface CustomerRow {
  readonly customer: string;
  readonly devices: number;
  readonly organisationId: string | null;
  readonly agreement: CustomerFacts['agreement'];
}

interface OpeningRow extends Omit<Opening, 'openedAt' | 'isHeld'> {
  readonly customer: string;
  readonly openedAt: Date;
  readonly isHeld: boolean | null;
}

/** Days of openings that an outbreak looks at. */
const openingDays = 7;

/** Customers with the conditions of their devices that opened lately (WL-18), by the numbers of their ids. */
export async function loadCustomers(
  db: Db,
  numbers: ReadonlyMap<string, string>,
  now: Date,
): Promise<LoadedCustomer[]> {
  if (numbers.size === 0) return [];
  const wanted = [...numbers.values()];
  const { rows: counts } = await sql<CustomerRow>`
    select d.customer_number as customer, count(*) as devices,
      case when count(distinct d.organisation_id) = 1 then min(d.organisation_id::text) end as "organisationId",
      (select answer_times from customer_agreement a where a.customer_number = d.customer_number) as agreement
    from device d where d.customer_number = any(${wanted}::text[]) and d.held_by is null and d.retired_on is null
    group by d.customer_number`.execute(db);
  const { rows } = await sql<OpeningRow>`
    select d.customer_number as customer, c.entity_id as "deviceId", c.condition_id as "conditionId", c.kind, c.source,
      c.opened_at as "openedAt", c.work = 'resolved' as "isResolved", c.signal = 'active' as "signalActive",
      h.kind = 'collector' or ((c.evaluated ->> 'isHeld')::boolean and h.kind is distinct from 'outbreak') as "isHeld",
      c.points::float8 as points, (c.evaluated ->> 'judgedPoints')::float8 as "judgedPoints"
    from condition c join device d on d.device_id = c.entity_id and d.customer_number = any(${wanted}::text[])
      left join (select condition_id, kind from condition where entity <> 'device') h on h.condition_id = c.inhibited_by
    where c.opened_at >= ${now}::timestamptz - ${sql.lit(openingDays)} * interval '1 day' or h.kind = 'outbreak'
    order by c.opened_at, c.condition_id`.execute(db);
  const openings = groupBy(
    rows,
    (row) => row.customer,
    (row): Opening => ({
      deviceId: row.deviceId,
      conditionId: row.conditionId,
      kind: row.kind,
      source: row.source,
      openedAt: row.openedAt.getTime(),
      isResolved: row.isResolved,
      signalActive: row.signalActive,
      isHeld: row.isHeld ?? false,
      points: row.points,
      judgedPoints: row.judgedPoints,
    }),
  );
  const byNumber = new Map(counts.map((row) => [row.customer, row]));
  return [...numbers].map(([entityId, customerNumber]) => ({
    entityId,
    customerNumber,
    organisationId: byNumber.get(customerNumber)?.organisationId ?? null,
    facts: {
      devices: byNumber.get(customerNumber)?.devices ?? 0,
      openings: openings.get(customerNumber) ?? [],
      agreement: byNumber.get(customerNumber)?.agreement ?? null,
    },
  }));
}
