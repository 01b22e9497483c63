import type { PartNumber } from '@platen/diagnosis/pack/bring';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/**
 * Numbers of parts and consumables for a model (VP-20), by item; of several patterns the narrowest: that with
 * the most characters besides `*` and `?`.
 */
export async function readPartNumbers(
  db: Kysely<Database>,
  organisationId: string,
  model: string,
): Promise<Map<string, PartNumber>> {
  const { rows } = await sql<PartNumber & { item: string }>`
    select distinct on (item) item, own_number as "ownNumber", maker_number as "makerNumber", name, pieces
    from part_number where organisation_id = ${organisationId}
      and ${model} ilike translate(replace(replace(replace(model_pattern, '\\', '\\\\'), '%', '\\%'), '_', '\\_'), '*?', '%_')
    order by item, length(translate(model_pattern, '*?', '')) desc, model_pattern`.execute(db);
  return new Map(rows.map(({ item, ...number }) => [item, number]));
}
