import type { BrandName } from '@platen/contract/brands';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../store/database.ts';

/**
 * The brand for links to a user: the one under which the user signed in last. Without a user that of the
 * person of the organisation who signed in last; null: the default one, or not known.
 */
export async function readBrand(
  db: Kysely<Database>,
  userId: string | null,
  organisationId: string | null,
): Promise<BrandName | null> {
  const which =
    userId === null
      ? sql<boolean>`u.disabled_at is null and u.last_login_at is not null and (u.organisation_id = ${organisationId}
          or u.organisation_id is null and exists (
            select from organisation o where o.organisation_id = ${organisationId} and o.kind = 'operator'))`
      : sql<boolean>`u.user_id = ${userId}`;
  const { rows } = await sql<{ brand: BrandName | null }>`
    select u.brand from app_user u where ${which} order by u.last_login_at desc nulls last limit 1`.execute(db);
  return rows[0]?.brand ?? null;
}
