import type { FamilyModel } from '@platen/diagnosis/judge/models';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../store/database.ts';

/**
 * Gives the model of a family; of an unknown or new one what is common to all; undefined before anything was
 * learned.
 */
export type FindModel = (family: string | null) => FamilyModel | undefined;

export async function readModels(db: Kysely<Database>): Promise<FindModel> {
  const { rows } = await sql<{ family: string; body: FamilyModel }>`select family, body from family_model`.execute(db);
  const models = new Map(rows.map((row) => [row.family, row.body]));
  return (family) => models.get(family ?? '') ?? models.get('');
}
