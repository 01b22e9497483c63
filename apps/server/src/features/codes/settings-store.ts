import { sql } from 'kysely';
import { type Pool, readDevice } from '../../device/read-device.ts';
import type { SignedInUser } from '../../identity/signed-in-user.ts';
import { recordChange } from '../../store/audit.ts';
import type { Connection } from '../../store/database.ts';
import { markUnjudged } from '../../store/mark-unjudged.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { CodeKind } from './store.ts';

export interface CodeName {
  readonly main: number;
  readonly sub: number;
}
export interface Thresholds {
  readonly alertThreshold: number | null;
  readonly clearThreshold: number | null;
}
export interface StoredSetting extends Thresholds {
  readonly changedBy: string;
  /** As PostgreSQL's JSON writes it. */
  readonly changedAt: string;
}

/**
 * What is wrong with a pair of thresholds, as lines; none: nothing (OQ-77). The order of the two says which
 * way is bad: alert above clear watches for high values, alert below clear for low ones, so that clear is
 * never beyond alert. An alert without clear is released as soon as the value no longer reaches it; both null
 * take the thresholds away.
 */
export function checkThresholds({ alertThreshold, clearThreshold }: Thresholds): string[] {
  if (alertThreshold === null)
    return clearThreshold === null ? [] : ['clearThreshold: without an alertThreshold there is nothing to clear'];
  return alertThreshold === clearThreshold
    ? ['clearThreshold: must differ from alertThreshold, as their order says which way is bad']
    : [];
}

/**
 * The thresholds of one code, null where none were ever set; the name of who set them, as long as the person
 * has an account.
 */
export const readSetting = (
  store: Pool,
  user: SignedInUser,
  deviceId: string,
  kind: CodeKind,
  { main, sub }: CodeName,
) =>
  readDevice<{ readonly setting: StoredSetting | null }>(store, user, deviceId, {
    name: `code-setting-${kind}`,
    columns: sql`(select json_build_object('alertThreshold', c.alert_threshold, 'clearThreshold', c.clear_threshold,
          'changedBy', coalesce(u.name, c.changed_by), 'changedAt', c.changed_at)
        from code_setting c left join app_user u on u.subject = c.changed_by
        where c.device_id = d.device_id and c.kind = ${sql.lit(kind)} and c.main = ${main} and c.sub = ${sub}) as setting`,
  });

/**
 * Writes the thresholds and records the change, both or neither. The device is judged again, as they count
 * for its status.
 */
export async function writeSetting(
  { db }: Pick<Connection, 'db'>,
  user: SignedInUser,
  deviceId: string,
  kind: CodeKind,
  { main, sub, alertThreshold, clearThreshold }: CodeName & Thresholds,
): Promise<Date> {
  const at = new Date();
  const key = sql`device_id = ${deviceId} and kind = ${kind} and main = ${main} and sub = ${sub}`;
  await inTransaction(db, async (trx) => {
    const old = await sql<Thresholds>`select alert_threshold as "alertThreshold", clear_threshold as "clearThreshold"
      from code_setting where ${key} for update`.execute(trx);
    await sql`
      insert into code_setting (device_id, kind, main, sub, alert_threshold, clear_threshold, changed_by, changed_at)
      values (${deviceId}, ${kind}, ${main}, ${sub}, ${alertThreshold}, ${clearThreshold}, ${user.subject}, ${at})
      on conflict (device_id, kind, main, sub) do update set alert_threshold = excluded.alert_threshold,
        clear_threshold = excluded.clear_threshold, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
      trx,
    );
    await markUnjudged(trx, [deviceId]);
    await recordChange(trx, {
      actor: user,
      action: 'code setting',
      subject: `device:${deviceId}`,
      detail: {
        code: `${kind}-${main}-${sub}`,
        before: old.rows[0] ?? null,
        after: { alertThreshold, clearThreshold },
      },
    });
  });
  return at;
}
