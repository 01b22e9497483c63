import { type ModelValues, noModelValues } from '@platen/diagnosis/code-history/model-values';
import type { LevelRules, UsualCodes } from '@platen/diagnosis/codes/stored-codes';
import { type Kysely, sql } from 'kysely';
import { type FleetUse, fleetOfDevice, nearestFirst } from '../../device/fleet-line.ts';
import type { Database } from '../../store/database.ts';

type Db = Kysely<Database>;
const kinds = ['05', '08'] as const;

/** Select item: what the codes of `device d` are compared with, of one kind and use. */
const nearest = (
  use: FleetUse,
  kind: (typeof kinds)[number],
) => sql`(select f.body -> ${sql.lit(use)} from ${fleetOfDevice}
  where f.kind = ${sql.lit(kind)} and ${nearestFirst(use)} is not null order by ${nearestFirst(use)} limit 1)`;

interface Row {
  readonly usual05: UsualCodes | null;
  readonly usual08: UsualCodes | null;
  readonly levels05: LevelRules | null;
  readonly levels08: LevelRules | null;
}

/** What is usual in the fleet for the codes of a device, by the nearest groups (docs/decisions/0228). */
export async function loadModelValues(db: Db, deviceId: string): Promise<ModelValues> {
  const { rows } = await sql<Row>`
    select ${nearest('usual', '05')} as usual05, ${nearest('usual', '08')} as usual08,
      ${nearest('levels', '05')} as levels05, ${nearest('levels', '08')} as levels08
    from device d where d.device_id = ${deviceId}`.execute(db);
  const [row] = rows;
  if (row === undefined) return noModelValues;
  return {
    '05': { usual: row.usual05, levels: row.levels05 },
    '08': { usual: row.usual08, levels: row.levels08 },
  };
}

/** Codes that the families of these devices adjust by themselves (CH-06), by family. */
export async function loadAdjusting(db: Db, families: readonly string[]): Promise<Map<string, Set<string>>> {
  const { rows } = await sql<{ family: string; codes: string[] }>`
    select family, array_agg(code) as codes from code_adjusting where family = any(${families}::text[])
    group by family`.execute(db);
  return new Map(rows.map(({ family, codes }) => [family, new Set(codes)]));
}
