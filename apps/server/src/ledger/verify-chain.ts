import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { hashPack } from './pack-format.ts';

export interface ChainBreak {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly place: number;
  /** `YYYY-MM`. */
  readonly month: string;
  /** `content`: the pack was changed; `order`: it or one before it is missing, or one before was changed. */
  readonly kind: 'content' | 'order';
}

export interface Verified {
  readonly devices: number;
  readonly packs: number;
  /** The first break of each chain. */
  readonly breaks: readonly ChainBreak[];
}

const atOnce = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

interface PackRow {
  readonly deviceId: string;
  readonly serial: string | null;
  readonly place: number;
  readonly month: string;
  readonly body: string;
  readonly hash: Buffer;
  readonly former: Buffer | null;
  /** Place of the last pack that was made. */
  readonly head: number | null;
}

/** Walks the chains of all devices and names the first break of each (LG-04). */
export async function verifyChains(
  db: Kysely<Database>,
  onProgress: (devices: number) => void = () => undefined,
): Promise<Verified> {
  const breaks: ChainBreak[] = [];
  let [devices, packs] = [0, 0];
  for (let after = firstId; ; ) {
    const { rows } = await sql<PackRow>`
      select device_id as "deviceId", p.serial, p.place, p.month::text as month, p.body, p.hash, p.former, c.place as head
      from (select distinct device_id from meter_pack where device_id > ${after}::uuid order by device_id
        limit ${sql.lit(atOnce)}) w
      join meter_pack p using (device_id) left join meter_chain c using (device_id) order by device_id, p.place`.execute(
      db,
    );
    const last = rows.at(-1);
    if (last === undefined) return { devices, packs, breaks };
    const chains = toChains(rows);
    for (const chain of chains.values()) breaks.push(...findBreak(chain));
    devices += chains.size;
    packs += rows.length;
    onProgress(devices);
    after = last.deviceId;
  }
}

function toChains(rows: readonly PackRow[]): Map<string, PackRow[]> {
  const chains = new Map<string, PackRow[]>();
  for (const row of rows) {
    const chain = chains.get(row.deviceId) ?? [];
    chains.set(row.deviceId, chain);
    chain.push(row);
  }
  return chains;
}

function findBreak(chain: readonly PackRow[]): ChainBreak[] {
  for (const [index, pack] of chain.entries()) {
    const before = chain[index - 1];
    const { deviceId, serial, place, month } = pack;
    const found = { deviceId, serial, place, month: month.slice(0, 7) };
    if (!hashPack(pack).equals(pack.hash)) return [{ ...found, kind: 'content' }];
    // The first packs may be past their retention.
    if (before !== undefined && (place !== before.place + 1 || pack.former?.equals(before.hash) !== true))
      return [{ ...found, kind: 'order' }];
    const isLast = index === chain.length - 1;
    if (isLast && pack.head !== null && pack.head !== place) return [{ ...found, place: place + 1, kind: 'order' }];
  }
  return [];
}
