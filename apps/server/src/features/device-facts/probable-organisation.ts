import type { FactRow } from '@platen/contract/device-facts';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { uuids } from '../../store/binary-array.ts';
import type { Database } from '../../store/database.ts';

type Organisation = NonNullable<FactRow['probably']>;

/** The first three numbers of an IPv4 address: its network, as far as a rule of thumb goes. */
const network = /(\d+\.\d+\.\d+)\.\d+/;
export const toNetwork = (address: string | null): string | null => network.exec(address ?? '')?.[1] ?? null;

/** Devices of one collector, customer or site, and network. */
export interface Neighbours {
  readonly collectorId: string;
  readonly network: string | null;
  readonly devices: number;
  readonly organisationId: string;
  /** The organisation and all above it. */
  readonly path: readonly string[];
  /** Null: it is not named to the user. */
  readonly organisation: Organisation | null;
}

/** A device that belongs to no customer or site. */
export interface NotPlaced {
  readonly collectorId: string | null;
  readonly network: string | null;
  /** Its dealer or the operator; null: of none. */
  readonly organisationId: string | null;
}

/**
 * The customer or site of its dealer to which more than half of the devices of the same collector belong
 * (OA-43); where there are any of the same network, those alone count. Of several alike none is guessed.
 */
export function decideProbable(device: NotPlaced, neighbours: readonly Neighbours[]): Organisation | null {
  const sums = new Map<string, { near: number; devices: number; organisation: Organisation | null }>();
  for (const { collectorId, network, devices, organisationId, path, organisation } of neighbours) {
    const isBelow = device.organisationId === null || path.includes(device.organisationId);
    if (collectorId !== device.collectorId || !isBelow) continue;
    const sum = sums.get(organisationId) ?? { near: 0, devices: 0, organisation };
    const isNear = network !== null && network === device.network;
    sums.set(organisationId, { ...sum, near: sum.near + (isNear ? devices : 0), devices: sum.devices + devices });
  }
  const found = [...sums.values()];
  const total = (of: 'near' | 'devices') => found.reduce((sum, one) => sum + one[of], 0);
  const counted = total('near') > 0 ? 'near' : 'devices';
  return found.find((one) => one[counted] * 2 > total(counted))?.organisation ?? null;
}

interface Rights {
  /** The condition on `device d`. */
  readonly visible: RawBuilder<boolean>;
  /** The condition on `organisation o` for those that may be named. */
  readonly mayName: RawBuilder<boolean>;
}

/** The same for the devices of a page: those around each collector are counted once. */
export async function readProbable(
  db: Kysely<Database>,
  { visible, mayName }: Rights,
  devices: readonly Pick<NotPlaced, 'collectorId'>[],
): Promise<(device: NotPlaced) => Organisation | null> {
  const collectors = [...new Set(devices.flatMap(({ collectorId }) => collectorId ?? []))];
  if (collectors.length === 0) return () => null;
  const { rows } = await sql<Omit<Neighbours, 'organisation'> & Organisation & { isNamed: boolean }>`
    select n.*, o.path, o.name, o.kind, ${mayName} as "isNamed" from (
      select d.collector_id as "collectorId", d.organisation_id as "organisationId",
        substring(d.address_text from ${sql.lit(network.source)}) as network, count(*)::int as devices
      from device d where d.collector_id = any(${uuids(collectors)}) and d.organisation_id is not null and ${visible}
      group by 1, 2, 3) n
    join organisation o on o.organisation_id = n."organisationId" where o.kind in ('customer', 'site')`.execute(db);
  const neighbours = rows.map(({ name, kind, isNamed, ...row }) => ({
    ...row,
    organisation: isNamed ? { organisationId: row.organisationId, name, kind } : null,
  }));
  return (device) => decideProbable(device, neighbours);
}
