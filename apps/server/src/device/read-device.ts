import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '../base/errors.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';
import type { Connection } from '../store/connect.ts';
import { runPrepared } from '../store/statement.ts';

export type Pool = Pick<Connection, 'pool'>;

/**
 * What is read of a device: select list and joins over `device d`. The text must be the same for all values.
 */
export interface DeviceQuery {
  /** Name of the prepared statement. */
  readonly name: string;
  readonly columns: RawBuilder<unknown>;
  /** Joins after `device d`. */
  readonly joins?: RawBuilder<unknown>;
}

const noJoins = sql``;

/**
 * Reads one device in one round trip, if the user may see it. A device outside the user's groups is refused
 * with 200003, one that does not exist with 200004: both send the user back to sign-in, but only the first
 * can be solved by groups. Ids are random, so the difference reveals nothing to a caller who does not have
 * the id.
 */
export async function readDevice<Row>(
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  { name, columns, joins = noJoins }: DeviceQuery,
): Promise<Row> {
  const [row] = await runPrepared(
    store,
    `device-${name}${user.seesAll ? '' : '-groups'}`,
    sql<Row>`select ${columns} from device d ${joins} where d.device_id = ${deviceId} and ${visibleTo(user)}`,
  );
  if (row) return row;
  const exists = sql`select 1 from device where device_id = ${deviceId} and held_by is null`;
  if ((await runPrepared(store, 'device-exists', exists)).length === 0)
    throw new Refusal(200004, 'there is no device with this id');
  throw new Refusal(200003, 'this device is in none of your groups');
}
