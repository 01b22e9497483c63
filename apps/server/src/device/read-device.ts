import { Refusal } from '../base/refusal.ts';
import type { SignedInUser } from '../identity/signed-in-user.ts';
import { visibleTo } from '../identity/visibility.ts';
import { Parameters } from '../sql/parameters.ts';
import type { Connection } from '../store/connect.ts';

export type Pool = Pick<Connection, 'pool'>;

/** A query of one device: select list and joins over `device d`. Its text must not depend on values. */
export interface DeviceQuery {
  /** Name of the prepared statement. */
  readonly name: string;
  /** `add` adds a value and returns its placeholder. */
  readonly columns: string | ((add: (value: unknown) => string) => string);
  /** Joins with `device d`. */
  readonly beside?: string;
}

/**
 * Reads one device in one round trip, if the user may see it. A device outside the user's groups is refused with 200003, one
 * that does not exist with 200004: both send the user back to sign-in, but only the first can be solved by groups. Ids are
 * random, so the difference reveals nothing to a caller who does not have the id.
 */
export async function readDevice<Row>(
  { pool }: Pool,
  user: SignedInUser,
  deviceId: string,
  { name, columns, beside = '' }: DeviceQuery,
): Promise<Row> {
  const parameters = new Parameters();
  const id = parameters.add(deviceId);
  const list = typeof columns === 'string' ? columns : columns((value) => parameters.add(value));
  const visible = visibleTo(user, parameters);
  const found = await pool.query<Row & object>({
    name: `device-${name}${user.seesAll ? '' : '-groups'}`,
    text: `select ${list} from device d ${beside} where d.device_id = ${id} and ${visible}`,
    values: parameters.values,
  });
  const [row] = found.rows;
  if (row) return row;
  const exists = await pool.query({
    name: 'device-exists',
    text: 'select 1 from device where device_id = $1 and held_by is null',
    values: [deviceId],
  });
  if (exists.rowCount === 0) throw new Refusal(200004, 'there is no device with this id');
  throw new Refusal(200003, 'this device is in none of your groups');
}
