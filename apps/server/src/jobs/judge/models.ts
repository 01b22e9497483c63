import type { FamilyModel } from '@platen/diagnosis/judge/models';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';

/**
 * The model of a family; of an unknown or new family the model of all; undefined before the first fit.
 */
export type FindModel = (family: string | null) => FamilyModel | undefined;

export async function readModels(db: Kysely<Database>): Promise<FindModel> {
  const { rows } = await sql<{ family: string; body: FamilyModel }>`select family, body from family_model`.execute(db);
  const models = new Map(rows.map((row) => [row.family, row.body]));
  return (family) => models.get(family ?? '') ?? models.get('');
}
