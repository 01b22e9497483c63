import { v7 as newId } from 'uuid';
import type { TestDatabase } from './database.ts';

export const operatorId = '00000000-0000-7000-8000-000000000001';

/** A dealer whose devices are those of a group, with these users; gives its id. */
export async function addDealer(
  { pool }: Pick<TestDatabase, 'pool'>,
  groupId: number,
  ...subjects: readonly string[]
): Promise<string> {
  const dealerId = newId();
  await pool.query(
    `insert into organisation (organisation_id, parent_id, kind, name, settings, path, dealer_id, group_id)
     values ($1, $2, 'dealer', 'Dealer', '{}', array[$2, $1]::uuid[], $1, $3)`,
    [dealerId, operatorId, groupId],
  );
  await pool.query('update app_user set organisation_id = $1 where subject = any($2)', [dealerId, subjects]);
  return dealerId;
}
